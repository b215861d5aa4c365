import { l10n } from "../shared/l10n.ts";
import { bytes, count, lineCount, percent, percentRange } from "../shared/numbers.ts";
import type { LabAnswer } from "./messages.ts";

const day = 24 * 60 * 60 * 1000;
/** Milliseconds. A shorter sample is not extrapolated to a day. */
const shortest = 60_000;

/** The summary of how much is kept. */
export function Head({ answer }: { readonly answer: LabAnswer }) {
  const { result, sample, resource } = answer;
  const readable = sample.lines - sample.unreadable;
  const most = result.kept + result.undetermined;
  const share = percentRange(result.kept, most, readable);
  const kept =
    most > result.kept ? l10n.t("{0} to {1}", count(result.kept), count(most)) : count(result.kept);
  const all = count(readable);
  return (
    <section class="head" aria-label={l10n.t("Result")}>
      <p class="result" role="status">
        {readable > 0 && <strong>{share}</strong>}{" "}
        {readable === 0
          ? l10n.t("There are no lines to try it on.")
          : resource === "rule"
            ? l10n.t("Matches {0} of {1} requests", kept, all)
            : l10n.t("Keeps {0} of {1} lines", kept, all)}
      </p>
      <p>
        {most > result.kept
          ? l10n.t("At least {0} of {1}", bytes(result.keptBytes), bytes(sample.bytes))
          : l10n.t(
              "{0} of {1} ({2})",
              bytes(result.keptBytes),
              bytes(sample.bytes),
              percent(result.keptBytes, sample.bytes),
            )}
        {most === result.kept && <PerDay answer={answer} />}
      </p>
      {result.pushed !== undefined && (
        <p>
          {l10n.t("Sends about {0}", lineCount(result.pushed))}
          {result.pushedBytes !== undefined && ` (${bytes(result.pushedBytes)})`}
        </p>
      )}
      {(result.undetermined > 0 || result.missing !== "") && (
        <p class="warning">
          {l10n.t("{0} undetermined.", count(result.undetermined))} {result.missing}
        </p>
      )}
    </section>
  );
}

function PerDay({ answer: { span, result } }: { readonly answer: LabAnswer }) {
  const length = span ? span.until - span.since : 0;
  if (length < shortest) return null;
  const times = day / length;
  const lines = lineCount(rounded(result.kept * times));
  return (
    <span class="muted">
      {" · "}
      {l10n.t("about {0}, {1} per day", lines, bytes(result.keptBytes * times))}
    </span>
  );
}

/** Rounds an estimate to two significant digits. */
function rounded(value: number): number {
  return value < 100 ? value : Number(value.toPrecision(2));
}
