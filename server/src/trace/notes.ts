import {
  type ConfiguredRule,
  type ConfiguredRuleset,
  UnknownPart,
} from "../core/configuration/model.ts";
import { overridesOf } from "./configuration/overrides.ts";
import { textAt } from "./configuration/parameters.ts";
import { nameOf } from "./names.ts";
import type { Effect, TraceState } from "./state.ts";

/** Where a rule is, for what is not documented about it there. */
export interface Noted {
  readonly rule: ConfiguredRule;
  /** The rulesets that run, from the entry point on. */
  readonly inside: readonly ConfiguredRuleset[];
}

/** About a rule that matches, besides its effect. */
export function notesOnMatch(
  noted: Noted,
  effect: Effect,
  state: TraceState,
  rulesets: readonly ConfiguredRuleset[],
): readonly string[] {
  return [
    ...(effect.notes ?? []),
    ...notesInside(noted, effect),
    ...notesOnOrder(effect, state, rulesets),
    ...notesAfterBlock(state),
  ];
}

/** The notes on a rule of an executed ruleset. */
function notesInside({ rule, inside }: Noted, { ends }: Effect): readonly string[] {
  if (inside.length === 1) return [];
  if (ends) return ["not documented: that a rule of an executed ruleset ends the request"];
  return rule.action === "skip" && textAt(rule.parameters, "ruleset") === "current"
    ? ["not documented: that the ruleset that executes this one goes on"]
    : [];
}

/** Some pages have redirects after rewrites. It matters if a rewrite would have changed the URL. */
function notesOnOrder(
  { ends }: Effect,
  { phase, compiled, request }: TraceState,
  rulesets: readonly ConfiguredRuleset[],
): readonly string[] {
  if (!ends || phase.phase !== "http_request_dynamic_redirect") return [];
  const mayRewrite = rulesets.some(
    (it) =>
      it.phase === "http_request_transform" &&
      it.rules.some((rule) => rule.enabled && compiled.match(rule, request).matches !== false),
  );
  return mayRewrite ? ["sources disagree whether url rewrites run before"] : [];
}

/** The other way round: it matters if a redirect would match the URL that rewrites have made. */
export function notesOnRewrite(
  { compiled, request }: TraceState,
  rulesets: readonly ConfiguredRuleset[],
): readonly string[] {
  const names = rulesets
    .filter((it) => it.phase === "http_request_dynamic_redirect")
    .flatMap(({ rules }) =>
      rules.flatMap((rule, at) => {
        const mayMatch = rule.enabled !== false && compiled.match(rule, request).matches !== false;
        return mayMatch ? [`'${nameOf(rule, at)}'`] : [];
      }),
    );
  if (names.length === 0) return [];
  return [`sources disagree whether redirects run after; then ${names.join(", ")} may match`];
}

function notesAfterBlock({ phase, page }: TraceState): readonly string[] {
  const isOpen =
    page === "block" && phase.isResponse && phase.phase !== "http_response_headers_transform";
  return isOpen ? ["not documented: that it runs after a block"] : [];
}

/** About a rule of an executed ruleset: whether overrides of several levels are taken together. */
export function notesOnOverrides(
  rule: ConfiguredRule,
  executor: ConfiguredRule,
): readonly string[] {
  const layers = overridesOf(rule, executor.parameters);
  if (layers.length < 2) return [];
  const last = layers.at(-1) ?? {};
  const isMerged = layers.some((layer) => Object.keys(layer).some((it) => !(it in last)));
  return isMerged
    ? ["not documented: overrides of several levels; the last value of each property is taken"]
    : [];
}

/** About a rule that looks at a request header that rules have changed. */
export function notesOnHeaders(
  { expression }: ConfiguredRule,
  { phase, changedBy }: TraceState,
): readonly string[] {
  if (changedBy.size === 0 || phase.phase === "http_request_late_transform") return [];
  if (expression instanceof UnknownPart) return [];
  const text = expression.text.toLowerCase();
  const read = [...changedBy].filter(([name]) => readsHeader(text, name)).map(([, by]) => by);
  if (read.length === 0) return [];
  const names = [...new Set(read)].map((it) => `'${it}'`).join(", ");
  return [`not documented: that request headers are seen here as changed by ${names}`];
}

function readsHeader(text: string, name: string): boolean {
  if (/http\.request\.headers\.(?:names|values)/.test(text)) return true;
  if (text.includes("http.request.headers") && text.includes(`"${name}"`)) return true;
  return headerFields[name]?.some((it) => text.includes(it)) ?? false;
}

const headerFields: Readonly<Record<string, readonly string[]>> = {
  "accept-language": ["http.request.accepted_languages"],
  cookie: ["http.cookie", "http.request.cookies"],
  referer: ["http.referer"],
  "user-agent": ["http.user_agent"],
  "x-forwarded-for": ["http.x_forwarded_for"],
};

/** Custom errors change what a rule about caching has looked at, if they run first. */
export function noteAnswer({ expression }: ConfiguredRule, state: TraceState): void {
  if (state.phase.phase !== "http_response_cache_settings") return;
  if (!(expression instanceof UnknownPart) && expression.text.includes("http.response."))
    state.isAnswerRead = true;
}
