import { describeChange } from "../../push/plan/describe.ts";
import type { Plan, Result } from "../../push/plan/plan.ts";
import { code, inertMarkdown, paragraphs } from "../../text/markdown.ts";
import { plural } from "../../text/wording.ts";
import { type OutcomeNames, wordFor } from "./results.ts";

/** GitHub refuses comments over 65,536 characters. */
const longest = 60_000;

/** Results as a comment on a pull request. Untrusted names and texts cannot add markup, mentions or links. */
export function renderMarkdown(results: readonly Result[], words: OutcomeNames): string {
  const shown = results.filter((it) => it.outcome !== "unchanged");
  const same = results.length - shown.length;
  const title = `### Weir: ${titleOf(results)}`;
  const parts = [title];
  let length = title.length;
  for (const [i, it] of shown.entries()) {
    const part = section(it, words);
    length += part.length;
    if (length > longest) {
      parts.push(`… and ${plural(shown.length - i, "more file")}, too long for a comment.`);
      break;
    }
    parts.push(part);
  }
  if (same > 0 && shown.length > 0) parts.push(`${plural(same, "file")} without differences.`);
  return `${paragraphs(...parts)}\n`;
}

function titleOf(results: readonly Result[]): string {
  const profiles = [...new Set(results.map((it) => it.profile))].filter((it) => it !== "");
  const where = profiles.length === 0 ? "" : ` (${profiles.map(code).join(", ")})`;
  const differences = results.filter(isDifference).length;
  const failures = results.filter((it) => it.outcome === "failed").length;
  const counts = [
    ...(differences > 0 ? [plural(differences, "difference")] : []),
    ...(failures > 0 ? [plural(failures, "failure")] : []),
  ];
  return `${counts.join(", ") || "no differences"}${where}`;
}

/** A file without a resource, such as a filter that no job uses, is skipped without a plan. */
function isDifference({ outcome, plan, drift }: Result): boolean {
  if (outcome === "skipped") return plan !== undefined || drift !== undefined;
  return outcome !== "unchanged" && outcome !== "failed";
}

function section(result: Result, words: OutcomeNames): string {
  const { path, message, plan } = result;
  const heading = `**${wordFor(result, words)}** ${code(path)}`;
  const diff = plan && diffOf(plan);
  const notes = plan
    ? [...(plan.together ?? []), plan.meaning, ...plan.notes].flatMap((it) =>
        it === undefined ? [] : [`- ${inertMarkdown(it)}`],
      )
    : [];
  return paragraphs(
    `${heading}: ${inertMarkdown(message)}`,
    diff === "" ? undefined : diff,
    notes.length > 0 ? notes.join("\n") : undefined,
  );
}

function diffOf({ changes }: Plan): string {
  const lines = changes.flatMap(describeChange).map(({ sign, text }) => `${sign} ${text}`);
  if (lines.length === 0) return "";
  const runs = lines.flatMap((it) => it.match(/`+/g) ?? []);
  const fence = "`".repeat(Math.max(3, ...runs.map((it) => it.length + 1)));
  return `${fence}diff\n${lines.join("\n")}\n${fence}`;
}
