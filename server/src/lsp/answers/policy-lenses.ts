import type { CancellationToken, CodeLens, Command } from "vscode-languageserver";
import { isTraceTest, readTraceTests } from "../../languages.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import { showCommand } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";
import type { ExampleRow } from "../shapes/examples.ts";
import { policyRows } from "./examples.ts";

/** How many policies of a file hold, above `always`. In our client, broken policies open their requests in the trace. */
export async function policyLenses(
  { source, places }: Snapshot,
  state: ServerState,
  token: CancellationToken,
): Promise<readonly CodeLens[]> {
  const { uri, text } = source;
  if (!isTraceTest(uri)) return [];
  const { always, alwaysKey } = readTraceTests(text);
  if (!alwaysKey || always.length === 0) return [];
  const found = await state.configurations.ofTests(uri, text, token);
  const rows = policyRows(always, found, { source, places });
  const { offers } = state.client;
  const traceOf = ({ range, request }: ExampleRow): Omit<Command, "title"> | undefined =>
    offers?.lab && request
      ? { command: "weir.trace", arguments: [uri, range.start, request] }
      : undefined;
  const inform = (detail: string): Omit<Command, "title"> =>
    // Only our own client supports lenses without a command.
    offers ? { command: "" } : { command: showCommand, arguments: [detail] };
  const states = titles.flatMap(([result, title]): CodeLens[] => {
    const meant = rows.filter((it) => (it.policy?.result ?? "invalid") === result);
    const [first] = meant;
    if (!first) return [];
    const lines = meant.map((it) => [it.label, it.message].filter(Boolean).join(": "));
    const tooltip = lines.join("\n");
    const command = traceOf(first) ?? inform(tooltip);
    return [
      {
        range: places.range(alwaysKey),
        command: { title: title(meant.length), ...(offers && { tooltip }), ...command },
      },
    ];
  });
  const traces = rows.flatMap((it): CodeLens[] => {
    const command = traceOf(it);
    return command ? [{ range: it.range, command: { title: "✗ Trace", ...command } }] : [];
  });
  return [...states, ...traces];
}

const titles: readonly (readonly [result: string, title: (count: number) => string])[] = [
  ["holds", (it) => (it === 1 ? "✓ 1 holds" : `✓ ${it} hold`)],
  ["broken", (it) => `✗ ${it} broken`],
  ["unknown", (it) => `? ${it} not known`],
  ["invalid", (it) => `✗ ${it} invalid`],
];
