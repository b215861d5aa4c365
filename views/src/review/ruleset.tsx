import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { Change } from "./change.tsx";
import type {
  FromReview,
  OutcomeReview,
  ReviewAnswer,
  RuleReview,
  RulesetReview,
} from "./messages.ts";
import { witnessInput } from "./witness.ts";

interface RulesetProps {
  readonly ruleset: RulesetReview;
  readonly answer: ReviewAnswer;
  readonly isOutdated: boolean;
  readonly post: (message: FromReview) => void;
}

/** The changes in a ruleset: outcomes with an example of each, then rules. */
export function Ruleset({ ruleset, answer, isOutdated, post }: RulesetProps) {
  const { phase, level, zone, name, rules, outcomes, rest } = ruleset;
  const place = zone === undefined ? level : (answer.zones?.[zone] ?? zone);
  const where = [place, ...(name === "" ? [] : [name])].join(", ");
  const changed = rules.filter((it) => it.change !== "unchanged");
  const same = rules.length - changed.length;
  return (
    <section aria-label={answer.titles[phase] ?? phase}>
      <h2>
        {answer.titles[phase] ?? phase} <span class="muted">{displayText(where, 200)}</span>
      </h2>
      {outcomes.length > 0 && (
        <ul class="outcomes">
          {certainFirst(outcomes).map((it, at) => (
            <Outcome key={at} outcome={it} zone={zone} post={post} />
          ))}
        </ul>
      )}
      {!isOutdated && <p class={rest === "unknown" ? "warning" : "proved"}>{restText(ruleset)}</p>}
      <ul class="rules">
        {changed.map((it, at) => (
          <Rule key={at} rule={it} answer={answer} post={post} />
        ))}
      </ul>
      {same > 0 && !isOutdated && (
        <p class="muted">
          {same === 1 ? l10n.t("1 rule is unchanged.") : l10n.t("{0} rules are unchanged.", same)}
        </p>
      )}
    </section>
  );
}

function restText({ rest, outcomes, noRequests, unknownBecause = [] }: RulesetReview): string {
  if (rest !== "unknown") return provedText(rest, outcomes.length > 0, noRequests === true);
  return unknownBecause.length === 0
    ? l10n.t("Whether other requests get another outcome is not known.")
    : l10n.t(
        "Whether other requests get another outcome is not known, because of {0}.",
        displayText(unknownBecause.join(", "), 300),
      );
}

/** Takes the proof, so that nothing else says so. */
function provedText(
  _: Exclude<RulesetReview["rest"], "unknown">,
  hasOutcomes: boolean,
  noRequests: boolean,
): string {
  if (noRequests) return l10n.t("No rule executes this ruleset, so no requests arrive (proved).");
  return hasOutcomes
    ? l10n.t("No other kind of change (proved).")
    : l10n.t("No request gets another outcome (proved).");
}

function Outcome({
  outcome,
  zone,
  post,
}: Pick<RulesetProps, "post"> & {
  readonly outcome: OutcomeReview;
  readonly zone: string | undefined;
}) {
  const { from, to, witness, proof, because, note } = outcome;
  const names = because.map((it) => `'${it}'`).join(", ");
  return (
    <li>
      <strong>
        {displayText(from, 500)} → {displayText(to, 500)}
      </strong>{" "}
      {proof !== "witness" && (
        <span>{l10n.t("cannot be excluded, because of {0}", displayText(names, 200))}</span>
      )}
      {witness && (
        <p class="witness">
          <span>
            {l10n.t("such as")} <span class="code">{displayText(textOf(witness), 500)}</span>
          </span>
          <Button
            label={l10n.t("Trace")}
            about={displayText(textOf(witness), 500)}
            onClick={() => post({ kind: "trace", request: witnessInput(witness, zone) })}
          />
        </p>
      )}
      {note !== undefined && <p class="muted">{displayText(note, 300)}</p>}
    </li>
  );
}

function certainFirst(outcomes: readonly OutcomeReview[]): readonly OutcomeReview[] {
  const isCertain = (it: OutcomeReview) => it.proof === "witness";
  return [...outcomes.filter(isCertain), ...outcomes.filter((it) => !isCertain(it))];
}

function textOf({ request, fields }: NonNullable<OutcomeReview["witness"]>): string {
  const more = Object.entries(fields).map(([name, it]) => `${name}=${JSON.stringify(it)}`);
  return [request, ...more].join(" ");
}

function Rule({
  rule,
  answer,
  post,
}: Pick<RulesetProps, "answer" | "post"> & { readonly rule: RuleReview }) {
  const { change, ref, description, id, action = "", detail, expression = "", source } = rule;
  const name = [ref, description, id].find((it) => it !== undefined && it !== "");
  return (
    <Change
      change={change}
      name={name ?? l10n.t("a rule")}
      action={action}
      about={detail ?? expression}
      path={source?.path ?? ""}
      range={source?.range}
      answer={answer}
      post={post}
    />
  );
}
