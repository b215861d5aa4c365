import { printable } from "../../text/printable.ts";
import { assumptions, sentenceOf, stepLines, type Trace, titleOf } from "../../trace/trace.ts";

export function renderTraceMarkdown({ request, outcome, steps }: Trace): string {
  const rows = steps.flatMap((step) =>
    stepLines(step).map(
      (it, at) =>
        `| ${[at === 0 ? titleOf(step).trim() : "", it.text, it.source].map(cell).join(" | ")} |`,
    ),
  );
  const lines = [
    `\`${printable(`${request.method} ${request.url}`).replaceAll("`", "'")}\``,
    "",
    "| Step | Result | Where |",
    "| --- | --- | --- |",
    ...rows,
    "",
    `**${cell(sentenceOf(outcome))}**`,
    ...[...(outcome.unknown ?? []), ...assumptions(outcome)].flatMap((it) => ["", cell(it)]),
  ];
  return `${lines.join("\n")}\n`;
}

function cell(text: string): string {
  return printable(text).replace(/[\\|*_`<>[\]]/g, (it) => `\\${it}`);
}
