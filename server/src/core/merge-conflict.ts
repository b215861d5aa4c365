import type { Span } from "../text/span.ts";
import type { Context } from "./context.ts";
import { type Diagnostic, likelyFix } from "./diagnostic.ts";

const code = "merge-conflict";

/** Lines between the markers of Git or of our own merge. */
interface Side extends Span {
  readonly name: string;
}

interface Conflict extends Span {
  readonly marker: Span;
  readonly ours: Side;
  readonly theirs: Side;
}

/** The only problems of a text with conflict markers: all others would follow from them. Empty for a text without. */
export function conflictDiagnostics(
  text: string,
  severities: Context["severity"],
  language?: string,
): readonly Diagnostic[] {
  const severity = (Object.hasOwn(severities, code) && severities[code]) || "error";
  // Documentation may show markers.
  if (severity === "off" || language === "markdown") return [];
  return conflictsIn(text).map(({ marker, ours, theirs, start, end }) => ({
    ...marker,
    code,
    severity,
    message: `'${ours.name}' and '${theirs.name}' have different lines here. Keep one side, or join both and remove the markers.`,
    fixes: [ours, theirs].map((it) =>
      likelyFix(`Keep the lines of '${it.name}'`, [
        { start, end, newText: text.slice(it.start, it.end) },
      ]),
    ),
  }));
}

/** Between the sides, Git may also show the lines that both have changed. */
const markers = /^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?$/gm;

function conflictsIn(text: string): readonly Conflict[] {
  if (!text.includes("<<<<<<<")) return [];
  const conflicts: Conflict[] = [];
  let open: { readonly [Kind in "<" | "|" | "=" | ">"]?: Side } = {};
  for (const { 0: line, index } of text.matchAll(markers)) {
    const kind = line[0] as "<" | "|" | "=" | ">";
    const next = text.indexOf("\n", index) + 1 || text.length;
    const marker = { start: index, end: next, name: line.slice(8).trim() };
    open = kind === "<" ? { "<": marker } : { ...open, [kind]: marker };
    const { "<": first, "|": base, "=": middle } = open;
    if (kind !== ">" || !first || !middle) continue;
    conflicts.push({
      start: first.start,
      end: next,
      marker: { start: first.start, end: first.start + lineLength(text, first) },
      ours: { name: first.name || "ours", start: first.end, end: (base ?? middle).start },
      theirs: { name: marker.name || "theirs", start: middle.end, end: index },
    });
    open = {};
  }
  return conflicts;
}

function lineLength(text: string, { start, end }: Span): number {
  return text.slice(start, end).trimEnd().length;
}
