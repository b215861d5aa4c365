import type { ConfiguredRule, ConfiguredRuleset } from "../core/configuration/model.ts";
import { securitySource } from "../vocabulary/security-sources.ts";
import { nameOf, resultVerbs } from "./names.ts";
import type { Logged, LoggedEvent } from "./requests/logged.ts";
import type { TraceOutcome, TraceStep } from "./types.ts";

/** The facts of a log line about the rules of a configuration. */
export class Evidence {
  /** Rules that matched. */
  readonly matched: ReadonlySet<ConfiguredRule>;
  /** The names of those among them that ended the request. */
  readonly over: readonly string[];
  private readonly last: LoggedEvent | undefined;
  private readonly rule: NamedRule | undefined;
  private readonly mayHaveRule: boolean;

  constructor(
    private readonly logged: Logged,
    rulesets: readonly ConfiguredRuleset[],
  ) {
    const all = rulesets.flatMap((it) =>
      it.rules.map((rule, at): NamedRule => ({ rule, name: nameOf(rule, at) })),
    );
    this.matched = new Set(logged.events.flatMap((it) => ruleOf(it, all)?.rule ?? []));
    this.last = logged.events.findLast((it) => kindOf(it) !== undefined);
    this.rule = this.last && ruleOf(this.last, all);
    this.over = this.rule ? [this.rule.name] : [];
    const isWritten = securitySource(this.last?.source ?? "firewallcustom")?.isWritten ?? false;
    this.mayHaveRule = isWritten && all.some((it) => it.rule.id === undefined);
  }

  /** Whether it names the rule that ended the request. */
  get namesRule(): boolean {
    return this.rule !== undefined;
  }

  /** Whether an outcome is possible. */
  fits({ kind, by, status }: TraceOutcome): boolean {
    if (this.rule) return by === this.rule.name && kind === kindOf(this.last);
    if (this.last) return !this.mayHaveRule || kind === kindOf(this.last);
    const { status: logged, originStatus, isCached } = this.logged;
    if (logged === undefined || kind === "unknown") return true;
    if (originStatus || isCached) return kind === "origin";
    if (kind === "block" || kind === "redirect") return status === logged;
    // Without the origin, these statuses come from rules.
    return kind !== "origin" || originStatus !== 0 || !ofRules.has(logged);
  }

  /** The facts of the line. */
  get text(): string {
    const { status, originStatus } = this.logged;
    const shown = this.last ? [this.last] : this.logged.events.slice(-1);
    const parts = [
      ...shown.map((it) => eventText(it, this.rule?.name)),
      ...(status === undefined ? [] : [`status ${status}`]),
      ...(originStatus === undefined ? [] : [originText(originStatus)]),
    ];
    return parts.join(", ");
  }

  /** Why the outcome is not what the line says; undefined if it may be. */
  contradiction(outcome: TraceOutcome, steps: readonly TraceStep[]): string | undefined {
    const { last, rule } = this;
    if (last && !rule && !this.mayHaveRule)
      return `The log line says: ${this.text}. That rule is not among these rules, so the outcome here is the one without it.`;
    if (this.fits(outcome)) return undefined;
    const found = steps.flatMap((it) => it.rules).find((it) => it.source && isSame(it, rule));
    const why = found?.because === undefined ? "" : `: ${found.because}`;
    if (found && rule && found.result !== "matched")
      return `The log line says: ${this.text}. With these rules, '${rule.name}' ${resultVerbs[found.result]}${why}. It may have changed since.`;
    return `The log line says: ${this.text}. That does not follow from these rules: they may have changed since, or another product answered.`;
  }
}

interface NamedRule {
  readonly rule: ConfiguredRule;
  readonly name: string;
}

/** Statuses of blocks, rate limits and redirects. */
const ofRules = new Set([301, 302, 303, 307, 308, 403, 429]);

function isSame(
  it: Pick<ConfiguredRule, "ref" | "id" | "description">,
  rule: NamedRule | undefined,
): boolean {
  return (it.ref ?? it.description ?? it.id) === rule?.name;
}

function kindOf(event: LoggedEvent | undefined): "block" | "challenge" | undefined {
  const action = event?.action.toLowerCase().replaceAll("_", "") ?? "";
  if (action === "block") return "block";
  return /^(?:js|managed)?challenge$/.test(action) ? "challenge" : undefined;
}

/** Logs have the first 128 bytes of a description. */
const longestDescription = 128;

/** By its ID or ref; by its description, if no other has it. */
function ruleOf(
  { id, ref, description }: LoggedEvent,
  all: readonly NamedRule[],
): NamedRule | undefined {
  const named = all.find(
    ({ rule }) =>
      (id !== undefined && (rule.id === id || rule.ref === id)) ||
      (ref !== undefined && rule.ref === ref),
  );
  if (named || description === undefined) return named;
  const isCut = description.length >= longestDescription;
  const [only, ...others] = all.filter(
    ({ rule }) =>
      rule.description === description || (isCut && rule.description?.startsWith(description)),
  );
  return others.length === 0 ? only : undefined;
}

function eventText({ action, id, ref, description, source }: LoggedEvent, rule?: string): string {
  const name = rule ?? description ?? ref ?? id;
  const title = source === undefined ? undefined : (securitySource(source)?.title ?? source);
  const where = title === undefined ? "" : ` (${title})`;
  return `${action}${name === undefined ? "" : ` by '${name}'`}${where}`;
}

function originText(status: number): string {
  return status === 0 ? "not from the origin" : `status ${status} from the origin`;
}
