import type { LineOutcome, LineReason, TriedLines } from "../../../../server/src/lsp/protocol.ts";
import { sampleLines } from "../examples/lines.ts";
import { factsOf } from "../kinds.ts";
import { useAnswer } from "./answer.ts";
import type { PanelProps } from "./panel.ts";

interface TryProps extends PanelProps {
  readonly lines: string;
  onLines(lines: string): void;
}

/** Maximum number of characters; more would slow down typing. */
const mostUsed = 1_000_000;
const mostShown = 100;
const longestShown = 400;

/** Shows which of the pasted log lines are kept. */
export function TryPanel({ server, kind, uri, position, analyzed, lines, onLines }: TryProps) {
  const isCut = lines.length > mostUsed;
  const used = isCut ? lines.slice(0, lines.lastIndexOf("\n", mostUsed) + 1) : lines;
  const found = useAnswer(
    () => server.tryLines(uri, used, position),
    [analyzed.text, uri, used, position],
  );
  const { isHost } = factsOf(kind);
  const isRule = kind === "cfrule" || isHost;
  return (
    <>
      <p>
        {isHost && "The rule at the cursor is tried. "}
        Paste log lines, one JSON object on each line. They stay in this browser.{" "}
        <button type="button" onClick={() => onLines(sampleLines)}>
          Use sample lines
        </button>
      </p>
      <textarea
        aria-label="Log lines"
        spellcheck={false}
        rows={6}
        value={lines}
        onInput={(event) => onLines(event.currentTarget.value)}
      />
      {found && "refusal" in found && <p role="status">{found.refusal}</p>}
      {found && !("refusal" in found) && found.lines > 0 && (
        <>
          <p role="status" class="result">
            {summaryOf(found, isRule)}
          </p>
          {isCut && <p>These are the first lines. For all of them, use 'weir try'.</p>}
          <MarkedLines text={used} found={found} isRule={isRule} />
        </>
      )}
    </>
  );
}

function summaryOf(
  { lines, kept, undetermined, unreadable, missing }: TriedLines,
  isRule: boolean,
) {
  const readable = lines - unreadable;
  const most = kept + undetermined;
  const share = (count: number) => Math.round((count / readable) * 1000) / 10;
  const range = (one: number, other: number, to: string) =>
    one === other ? `${one}` : `${one}${to}${other}`;
  const parts =
    readable === 0
      ? []
      : [
          `${isRule ? "Matches" : "Keeps"} ${range(kept, most, " to ")} of ${readable} lines (${range(share(kept), share(most), "–")}%).`,
        ];
  if (undetermined > 0) parts.push(`${undetermined} undetermined: ${missing ?? ""}.`);
  if (unreadable > 0) parts.push(`${unreadable} unreadable.`);
  return parts.join(" ");
}

function MarkedLines({
  text,
  found,
  isRule,
}: {
  text: string;
  found: TriedLines;
  isRule: boolean;
}) {
  const lines = text.split("\n").slice(0, found.outcomes.length);
  const shown = lines.map((line, index) => ({ line, index, outcome: found.outcomes[index] }));
  const marked = shown.filter(({ outcome }) => outcome !== "blank").slice(0, mostShown);
  return (
    <>
      <ol class="lines" aria-label="Results">
        {marked.map(({ line, index, outcome = "blank" }) => (
          <li class={outcome} key={index} value={index + 1}>
            <span class="outcome">{labelOf(outcome, isRule)}</span>
            <code>{line.length > longestShown ? `${line.slice(0, longestShown)}…` : line}</code>
            <Reasons reasons={found.reasons[index] ?? []} />
            {found.problems
              .filter((it) => it.line === index + 1)
              .map((it) => (
                <span class="why" key={it.message}>
                  {it.message}
                </span>
              ))}
          </li>
        ))}
      </ol>
      {marked.length < found.lines && <p>Showing the first {marked.length} lines.</p>}
    </>
  );
}

/** The conditions that explain why a line was dropped. */
function Reasons({ reasons }: { reasons: readonly LineReason[] }) {
  if (reasons.length === 0) return null;
  return (
    <span class="reasons">
      Because{" "}
      {reasons.map(({ label, holds }, index) => (
        <span key={index}>
          {index > 0 && " and "}
          <code>{label}</code> is {String(holds)}
        </span>
      ))}
    </span>
  );
}

function labelOf(outcome: LineOutcome, isRule: boolean): string {
  if (outcome === "kept") return isRule ? "match" : "kept";
  if (outcome === "dropped") return isRule ? "no match" : "dropped";
  return outcome;
}
