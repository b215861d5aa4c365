import type { Plan } from "./plans.ts";

/** The rule APIs of the service; the second replaces the first. */
export const rulesTargets = ["firewall-rules", "rulesets"] as const;
export type RulesTarget = (typeof rulesTargets)[number];

/** The effect of a rule on matching requests. */
export interface Action {
  readonly name: string;
  /** One sentence. */
  readonly doc: string;
  /** The APIs that support it. */
  readonly targets: readonly RulesTarget[];
  readonly plan?: Plan;
  /** A match ends the rule set. `skip` does so only with `ruleset: current`. */
  readonly terminates?: true;
  /** Stops requests, or some of them. */
  readonly stops?: true;
  /** Available in custom rules. The other actions need parameters that are not expressions. */
  readonly custom?: true;
}

const both = rulesTargets;
const firewallOnly = ["firewall-rules"] as const;
const rulesetsOnly = ["rulesets"] as const;

/** Actions of custom rules first, because nearly every rule uses one; the actions of other phases follow by name. */
export const actions = [
  {
    name: "block",
    targets: both,
    custom: true,
    terminates: true,
    stops: true,
    doc: "Blocks the request.",
  },
  {
    name: "managed_challenge",
    targets: both,
    custom: true,
    terminates: true,
    stops: true,
    doc: "Shows a challenge that the service selects for the visitor.",
  },
  {
    name: "js_challenge",
    targets: both,
    custom: true,
    terminates: true,
    stops: true,
    doc: "Shows a JavaScript challenge that the browser solves.",
  },
  {
    name: "challenge",
    targets: both,
    custom: true,
    terminates: true,
    stops: true,
    doc: "Shows an interactive challenge.",
  },
  {
    name: "log",
    targets: both,
    custom: true,
    plan: "enterprise",
    doc: "Logs the request and continues with the next rule.",
  },
  {
    name: "skip",
    targets: rulesetsOnly,
    custom: true,
    doc: "Skips other rules or products.",
  },
  {
    name: "allow",
    targets: firewallOnly,
    custom: true,
    terminates: true,
    doc: "Allows the request without running further rules.",
  },
  {
    name: "bypass",
    targets: firewallOnly,
    custom: true,
    doc: "Skips the listed products.",
  },
  {
    name: "compress_response",
    targets: rulesetsOnly,
    doc: "Selects the compression of the response.",
  },
  {
    name: "ddos_dynamic",
    targets: rulesetsOnly,
    doc: "Lets the DDoS protection select the action.",
  },
  { name: "execute", targets: rulesetsOnly, doc: "Runs another ruleset." },
  { name: "force_connection_close", targets: rulesetsOnly, doc: "Closes the connection." },
  { name: "log_custom_field", targets: rulesetsOnly, doc: "Adds headers and cookies to the logs." },
  {
    name: "redirect",
    targets: rulesetsOnly,
    terminates: true,
    doc: "Redirects the visitor to another URL.",
  },
  {
    name: "rewrite",
    targets: rulesetsOnly,
    doc: "Changes the path, the query or headers of the request or response.",
  },
  { name: "route", targets: rulesetsOnly, doc: "Selects the origin for the request." },
  { name: "score", targets: rulesetsOnly, doc: "Increases the score of the request." },
  {
    name: "serve_error",
    targets: rulesetsOnly,
    terminates: true,
    doc: "Returns a custom error page.",
  },
  {
    name: "set_cache_control",
    targets: rulesetsOnly,
    doc: "Changes the cache directives of the response.",
  },
  { name: "set_cache_settings", targets: rulesetsOnly, doc: "Controls what is cached, and how." },
  { name: "set_cache_tags", targets: rulesetsOnly, doc: "Changes the cache tags of the response." },
  { name: "set_config", targets: rulesetsOnly, doc: "Changes settings for the request." },
  {
    name: "transform_response_html",
    targets: rulesetsOnly,
    doc: "Changes the HTML of the response.",
  },
] as const satisfies readonly Action[];

/** Tables of what actions do have a row for each of these names. */
export type ActionName = (typeof actions)[number]["name"];

const byName: ReadonlyMap<string, Action> = new Map(actions.map((it) => [it.name, it]));

export function actionNamed(name: string): Action | undefined {
  return byName.get(name);
}

/** Whether the action stops requests, or some of them. */
export function stopsRequests(name: string): boolean {
  return actionNamed(name)?.stops === true;
}

/** The actions of custom rules for a target. */
export function customActions(target: RulesTarget): readonly string[] {
  const rows: readonly Action[] = actions;
  return rows.filter((it) => it.custom && it.targets.includes(target)).map((it) => it.name);
}

/** The products that `bypass` and `skip` can skip; case-sensitive. */
export const ruleProducts = [
  "zoneLockdown",
  "uaBlock",
  "bic",
  "hot",
  "securityLevel",
  "rateLimit",
  "waf",
] as const;

/** The parameters of `skip` besides products, as the service names them. */
export const skipParameters = [
  "ruleset",
  "rulesets",
  "phase",
  "phases",
  "products",
  "rules",
] as const;
