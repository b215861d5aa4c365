import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { OutdatedMark } from "../shared/outdated-mark.tsx";
import { Jobs } from "./jobs.tsx";
import type { FromReview, ReviewAnswer } from "./messages.ts";
import { Ruleset } from "./ruleset.tsx";
import type { Shown } from "./state.ts";

export interface AppProps extends Shown {
  readonly post: (message: FromReview) => void;
}

/** The effect of the changes on requests. */
export function App(props: AppProps) {
  const { title, base, hasService, isBusy, answer, refusal, outdated, post } = props;
  return (
    <main aria-busy={isBusy}>
      <h1 class="hidden">{title}</h1>
      <OutdatedMark outdated={answer && outdated} />
      <div class="line">
        <span>{l10n.t("The files, compared with")}</span>
        <Button
          label={l10n.t("The last commit")}
          pressed={base === "commit"}
          onClick={() => post({ kind: "base", base: "commit" })}
        />
        {hasService && (
          <Button
            label={l10n.t("The service")}
            pressed={base === "service"}
            onClick={() => post({ kind: "base", base: "service" })}
          />
        )}
        {isBusy && !answer && <span role="status">{l10n.t("Comparing…")}</span>}
      </div>
      {refusal !== undefined && !answer && (
        <p class="error" role="alert">
          {displayText(refusal, 500)}
        </p>
      )}
      {answer && (
        <div class={outdated ? "outdated" : undefined}>
          <Report answer={answer} isOutdated={outdated !== undefined} post={post} />
        </div>
      )}
    </main>
  );
}

interface ReportProps extends Pick<AppProps, "post"> {
  readonly answer: ReviewAnswer;
  readonly isOutdated: boolean;
}

/** While it is out of date, it has the changes and no sentence about all requests. */
function Report({ answer, isOutdated, post }: ReportProps) {
  const { review, before, notRead } = answer;
  const shown = review.rulesets.filter(isChanged);
  const outcomes = shown.flatMap((it) => it.outcomes);
  const isSeen = outcomes.some((it) => it.proof === "witness");
  const isProved = review.rest !== undefined && review.rest !== "unknown";
  const same = review.rulesets.length - shown.length;
  const noise = review.rulesets.reduce((sum, it) => sum + it.noise, 0);
  return (
    <>
      <p class="summary" role="status">
        {!isOutdated && changesText(answer)}{" "}
        <strong>
          {isOutdated
            ? ""
            : review.rulesets.length === 0
              ? ""
              : isSeen
                ? l10n.t("Some requests get another outcome than in {0}.", before)
                : outcomes.length > 0
                  ? l10n.t("Some requests may get another outcome than in {0}.", before)
                  : isProved
                    ? l10n.t("No request gets another outcome than in {0}. This is proved.", before)
                    : l10n.t(
                        "Whether requests get another outcome than in {0} is not known.",
                        before,
                      )}
        </strong>
      </p>
      {shown.map((it, at) => (
        <Ruleset key={at} ruleset={it} answer={answer} isOutdated={isOutdated} post={post} />
      ))}
      <Jobs answer={answer} isOutdated={isOutdated} post={post} />
      <ul class="quiet muted">
        {same > 0 && !isOutdated && (
          <li>
            {same === 1
              ? l10n.t("1 ruleset is unchanged.")
              : l10n.t("{0} rulesets are unchanged.", same)}
          </li>
        )}
        {noise > 0 && !isOutdated && (
          <li>
            {noise === 1
              ? l10n.t("1 rule is only written in another way.")
              : l10n.t("{0} rules are only written in another way.", noise)}
          </li>
        )}
        {review.notExamined.length > 0 && (
          <li>{l10n.t("Not examined: {0}", displayText(review.notExamined.join(", "), 1000))}</li>
        )}
        {notRead.map((it) => (
          <li key={it}>{displayText(it, 500)}</li>
        ))}
      </ul>
    </>
  );
}

/** The differences, before their effect on requests. */
function changesText({ review, before }: ReviewAnswer): string {
  const changed = (all: readonly { readonly change: string }[]) =>
    all.filter((it) => it.change !== "unchanged").length;
  const rules = changed(review.rulesets.flatMap((it) => it.rules));
  const jobs = changed(review.jobs);
  const parts = [
    ...(rules === 0 ? [] : [rules === 1 ? l10n.t("1 rule") : l10n.t("{0} rules", rules)]),
    ...(jobs === 0
      ? []
      : [jobs === 1 ? l10n.t("1 job or filter") : l10n.t("{0} jobs and filters", jobs)]),
  ];
  return parts.length === 0
    ? l10n.t("No rule, job or filter differs from {0}.", before)
    : l10n.t("Changed compared with {0}: {1}.", before, parts.join(", "));
}

function isChanged({ rules, outcomes, rest }: ReviewAnswer["review"]["rulesets"][number]): boolean {
  return outcomes.length > 0 || rest === "unknown" || rules.some((it) => it.change !== "unchanged");
}
