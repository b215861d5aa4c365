import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { type FieldLinks, LinkedText } from "./field-links.tsx";
import type { ShownStep, ShownTrace, ShownTraceRule, TextPlace, ZoneNames } from "./messages.ts";

interface WayProps {
  readonly trace: ShownTrace;
  /** The name of the column, if there are two. */
  readonly title?: string;
  readonly links: FieldLinks;
  readonly names: ZoneNames;
  readonly onOpen: (place: TextPlace) => void;
}

/** The links to other places. */
type Leads = Pick<WayProps, "links" | "onOpen">;

/** The way of the request through the phases, and its outcome. */
export function Way({ trace, title, links, names, onOpen }: WayProps) {
  const { logged, kind, outcome, details, notes, steps } = trace;
  return (
    <section class="way" aria-label={title ?? l10n.t("Way through the rules")}>
      <h2 class={title === undefined ? "hidden" : undefined}>
        {title ?? l10n.t("Way through the rules")}
      </h2>
      {logged !== undefined && (
        <p class="logged">
          <strong>{l10n.t("Log line")}</strong> {displayText(logged, 300)}
        </p>
      )}
      <ol class="steps">
        {steps.map((it, at) => (
          <Step key={at} step={it} links={links} onOpen={onOpen} />
        ))}
      </ol>
      <div class={`outcome ${kind}`} role="status">
        <p>
          <span class="sign" aria-hidden="true">
            {signs[kind]}
          </span>{" "}
          <strong>{displayText(outcome)}</strong>
        </p>
        {details.length > 0 && (
          <dl>
            {details.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd class="code">{displayText(value)}</dd>
              </div>
            ))}
          </dl>
        )}
        {notes.map((it) => (
          <p class="muted" key={it}>
            <LinkedText text={named(it, names)} length={1000} links={links} />
          </p>
        ))}
      </div>
    </section>
  );
}

/** A text with the names of zones in place of their IDs. */
export function named(text: string, names: ZoneNames): string {
  return Object.entries(names).reduce((it, [id, name]) => it.replaceAll(id, name), text);
}

const signs = { block: "✗", challenge: "✗", error: "✗", redirect: "→", origin: "✓", unknown: "?" };

/** Rules that need no attention are folded. */
function Step({ step, ...leads }: { readonly step: ShownStep } & Leads) {
  const { title, summary, notes, isInner, rules } = step;
  const told = rules.filter(
    (it) => it.result === "matched" || it.result === "unknown" || it.notes.length > 0,
  );
  const rest = rules.filter((it) => !told.includes(it));
  return (
    <li class={isInner ? "inner" : undefined}>
      <h3>
        {displayText(title, 200)}
        {summary !== "" && rest.length === 0 && (
          <span class="muted"> {displayText(summary, 300)}</span>
        )}
      </h3>
      <Notes notes={notes} />
      {told.length > 0 && <Rules rules={told} {...leads} />}
      {rest.length > 0 && (
        <details>
          <summary>{countText(rest)}</summary>
          <Rules rules={rest} {...leads} />
        </details>
      )}
    </li>
  );
}

/** The undocumented parts. */
function Notes({ notes }: { readonly notes: readonly string[] }) {
  return (
    <>
      {notes.map((it) => (
        <span class="note muted" key={it}>
          {displayText(it, 300)}
        </span>
      ))}
    </>
  );
}

function countText(rules: readonly ShownTraceRule[]): string {
  const results = [...new Set(rules.map((it) => it.result))];
  return results
    .map((result) => {
      const count = rules.filter((it) => it.result === result).length;
      return `${count === 1 ? l10n.t("1 rule") : l10n.t("{0} rules", count)} ${resultName(result, count)}`;
    })
    .join(", ");
}

function Rules({ rules, ...leads }: { readonly rules: readonly ShownTraceRule[] } & Leads) {
  return (
    <ul class="rules">
      {rules.map((it, at) => (
        <Rule key={at} rule={it} {...leads} />
      ))}
    </ul>
  );
}

function Rule({ rule, links, onOpen }: { readonly rule: ShownTraceRule } & Leads) {
  const { name, action, result, about, notes, place } = rule;
  const shown = displayText(name, 120);
  return (
    <li class={`rule ${result}`}>
      <span class="result">{resultName(result)}</span>
      {place?.range ? (
        <button
          type="button"
          class="name"
          title={l10n.t("Show {0}", place.label)}
          onClick={() => onOpen(place)}
        >
          {shown}
        </button>
      ) : (
        <span class="name">{shown}</span>
      )}
      <span class="action code">{displayText(action, 60)}</span>
      {about !== "" && (
        <span class="about">
          <LinkedText text={about} length={500} links={links} />
        </span>
      )}
      <Notes notes={notes} />
      {place && <span class="place muted">{displayText(place.label, 200)}</span>}
    </li>
  );
}

function resultName(result: ShownTraceRule["result"], count = 1): string {
  switch (result) {
    case "matched":
      return l10n.t("matches");
    case "not-matched":
      return count === 1 ? l10n.t("does not match") : l10n.t("do not match");
    case "unknown":
      return l10n.t("unknown");
    case "disabled":
      return l10n.t("disabled");
    case "skipped":
      return l10n.t("skipped");
    case "not-reached":
      return l10n.t("not reached");
  }
}
