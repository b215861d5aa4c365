import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { bytes, count, lineCount, percent, percentRange, time } from "../shared/numbers.ts";
import type { LabAnswer, LabCounts } from "./messages.ts";

const day = 24 * 60 * 60 * 1000;
/** Milliseconds. A shorter sample is not extrapolated to a day. */
const shortest = 60_000;

interface HeadProps {
  readonly counts: LabCounts;
  /** Undefined until all lines were read once, and on an engine. */
  readonly answer: LabAnswer | undefined;
  readonly isPartial: boolean;
  /** Shows the lines of all times. */
  readonly onAll?: () => void;
}

/** The summary of how much is kept. */
export function Head({ counts, answer, isPartial, onAll }: HeadProps) {
  const { result, scope, resource } = counts;
  const { lines } = scope;
  const most = result.kept + result.undetermined;
  const share = percentRange(result.kept, most, lines);
  const kept =
    most > result.kept ? l10n.t("{0} to {1}", count(result.kept), count(most)) : count(result.kept);
  const all = count(lines);
  return (
    <section class="head" aria-label={l10n.t("Result")}>
      {scope.window && (
        <p class="scope">
          {l10n.t("Only lines from {0} to {1}", time(scope.window.since), time(scope.window.until))}
          {answer && !isPartial && ` (${l10n.t("{0} of {1}", all, lineCount(readable(answer)))})`}{" "}
          {onAll && <Button label={l10n.t("Show all times")} onClick={onAll} />}
        </p>
      )}
      {/* Only final numbers are read aloud. */}
      <p class="result" role="status" aria-busy={isPartial}>
        {lines > 0 && <strong>{isPartial ? l10n.t("about {0}", share) : share}</strong>}{" "}
        {lines === 0
          ? l10n.t("There are no lines to try it on.")
          : resource === "rule"
            ? l10n.t("Matches {0} of {1} requests", kept, all)
            : l10n.t("Keeps {0} of {1} lines", kept, all)}
        {isPartial && <em class="partial"> {l10n.t("so far, still counting…")}</em>}
      </p>
      {lines > 0 && result.keptBytes !== null && scope.bytes !== null && (
        <p>
          {most > result.kept
            ? l10n.t("At least {0} of {1}", bytes(result.keptBytes), bytes(scope.bytes))
            : l10n.t(
                "{0} of {1} ({2})",
                bytes(result.keptBytes),
                bytes(scope.bytes),
                percent(result.keptBytes, scope.bytes),
              )}
          {answer && !isPartial && most === result.kept && (
            <PerDay answer={answer} keptBytes={result.keptBytes} />
          )}
        </p>
      )}
      {lines > 0 && result.pushed !== undefined && (
        <p>
          {l10n.t("Sends about {0}", lineCount(result.pushed))}
          {result.pushedBytes !== undefined && ` (${bytes(result.pushedBytes)})`}
        </p>
      )}
      {result.price && (
        <p class={"error" in result.price ? "muted" : undefined}>
          {"error" in result.price
            ? l10n.t("No price: {0}", displayText(result.price.error, 300))
            : displayText(result.price.text, 500)}
        </p>
      )}
      {lines > 0 && answer?.change && !isPartial && <Change change={answer.change} scope={scope} />}
      {(result.undetermined > 0 || result.missing !== "") && (
        <p class="warning">
          {result.missing === ""
            ? l10n.t("{0} undetermined.", count(result.undetermined))
            : l10n.t("{0} undetermined: {1}.", count(result.undetermined), result.missing)}
        </p>
      )}
    </section>
  );
}

/** The effect of the edits since the last commit. */
function Change({
  change,
  scope,
}: {
  readonly change: NonNullable<LabAnswer["change"]>;
  readonly scope: LabCounts["scope"];
}) {
  const { gained, gainedAtMost, lost, lostAtMost, before, error } = change;
  if (error !== undefined)
    return (
      <p class="muted">
        {l10n.t("The text in the last commit cannot be tried: {0}", displayText(error, 300))}
      </p>
    );
  const isSame = gainedAtMost + lostAtMost === 0;
  return (
    <p class="change">
      {isSame
        ? l10n.t("Since the last commit, no line changes.")
        : l10n.t(
            "Since the last commit: gains {0}, loses {1}.",
            lineRange(gained, gainedAtMost),
            lineRange(lost, lostAtMost),
          )}
      {before && (
        <span class="muted">
          {" "}
          {before.month === undefined
            ? l10n.t("Before: {0}.", earlier(before, scope))
            : l10n.t("Before: {0}, {1}.", earlier(before, scope), before.month)}
        </span>
      )}
    </p>
  );
}

function lineRange(least: number, most: number): string {
  return least === most ? lineCount(least) : l10n.t("{0} to {1}", count(least), lineCount(most));
}

function earlier(
  { kept, keptBytes, undetermined }: NonNullable<NonNullable<LabAnswer["change"]>["before"]>,
  { lines }: LabCounts["scope"],
): string {
  const most = kept + undetermined;
  return [percentRange(kept, most, lines), lineRange(kept, most), bytes(keptBytes)].join(", ");
}

function readable({ sample }: LabAnswer): number {
  return sample.lines - sample.unreadable;
}

function PerDay({
  answer: { span, scope, result },
  keptBytes,
}: {
  readonly answer: LabAnswer;
  readonly keptBytes: number;
}) {
  const { since = 0, until = 0 } = scope.window ?? span ?? {};
  const length = until - since;
  if (length < shortest) return null;
  const times = day / length;
  const lines = lineCount(rounded(result.kept * times));
  return (
    <span class="muted">
      {" · "}
      {l10n.t("about {0}, {1} per day", lines, bytes(keptBytes * times))}
    </span>
  );
}

/** Rounds an estimate to two significant digits. */
function rounded(value: number): number {
  return value < 100 ? value : Number(value.toPrecision(2));
}
