import type { Plan } from "./plans.ts";

/** The interfaces of the service that take rules; the second is the successor of the first. */
export const rulesTargets = ["firewall-rules", "rulesets"] as const;
export type RulesTarget = (typeof rulesTargets)[number];

/** What a rule does with the requests that its expression picks. */
export interface Action {
  readonly name: string;
  /** As one sentence. */
  readonly doc: string;
  /** The interfaces of the service that know it. */
  readonly targets: readonly RulesTarget[];
  readonly plan?: Plan;
  /** Rules of one's own have it. The others belong to rules whose parameters are no expression. */
  readonly custom?: true;
}

const both = rulesTargets;
const firewallOnly = ["firewall-rules"] as const;
const rulesetsOnly = ["rulesets"] as const;

/** Those of custom rules first, as nearly every rule has one of them; those of other phases follow by name. */
export const actions: readonly Action[] = [
  { name: "block", targets: both, custom: true, doc: "Refuses the request." },
  {
    name: "managed_challenge",
    targets: both,
    custom: true,
    doc: "Lets the service choose how the visitor proves to be a person.",
  },
  {
    name: "js_challenge",
    targets: both,
    custom: true,
    doc: "Has the browser run a script before it passes.",
  },
  { name: "challenge", targets: both, custom: true, doc: "Asks the visitor to solve a puzzle." },
  {
    name: "log",
    targets: both,
    custom: true,
    plan: "enterprise",
    doc: "Only notes the request, and goes on to the next rule.",
  },
  {
    name: "skip",
    targets: rulesetsOnly,
    custom: true,
    doc: "Passes over other rules or products.",
  },
  {
    name: "allow",
    targets: firewallOnly,
    custom: true,
    doc: "Lets the request pass without further rules.",
  },
  {
    name: "bypass",
    targets: firewallOnly,
    custom: true,
    doc: "Passes over the products that it names.",
  },
  {
    name: "compress_response",
    targets: rulesetsOnly,
    doc: "Chooses how to compress the response.",
  },
  { name: "ddos_dynamic", targets: rulesetsOnly, doc: "Lets the flood protection choose." },
  { name: "execute", targets: rulesetsOnly, doc: "Runs another set of rules." },
  { name: "force_connection_close", targets: rulesetsOnly, doc: "Closes the connection." },
  { name: "log_custom_field", targets: rulesetsOnly, doc: "Adds headers and cookies to the logs." },
  { name: "redirect", targets: rulesetsOnly, doc: "Sends the visitor to another address." },
  {
    name: "rewrite",
    targets: rulesetsOnly,
    doc: "Changes the path, the query or headers of the request or response.",
  },
  { name: "route", targets: rulesetsOnly, doc: "Chooses the origin that the request goes to." },
  { name: "score", targets: rulesetsOnly, doc: "Adds to the score of the request." },
  { name: "serve_error", targets: rulesetsOnly, doc: "Answers with an error page of your own." },
  {
    name: "set_cache_control",
    targets: rulesetsOnly,
    doc: "Changes what the response says about caching.",
  },
  { name: "set_cache_settings", targets: rulesetsOnly, doc: "Decides what is cached, and how." },
  { name: "set_cache_tags", targets: rulesetsOnly, doc: "Changes the cache tags of the response." },
  { name: "set_config", targets: rulesetsOnly, doc: "Changes settings for the request." },
  {
    name: "transform_response_html",
    targets: rulesetsOnly,
    doc: "Changes the HTML of the response.",
  },
];

const byName = new Map(actions.map((it) => [it.name, it]));

export function actionNamed(name: string): Action | undefined {
  return byName.get(name);
}

/** Whether it keeps requests from passing, or some of them. */
export function stopsRequests(name: string): boolean {
  return name === "block" || name.endsWith("challenge");
}

/** What rules of one's own can do there. */
export function customActions(target: RulesTarget): readonly string[] {
  return actions.filter((it) => it.custom && it.targets.includes(target)).map((it) => it.name);
}

/** What `bypass` and `skip` can pass over, letter case included. */
export const products = [
  "zoneLockdown",
  "uaBlock",
  "bic",
  "hot",
  "securityLevel",
  "rateLimit",
  "waf",
] as const;

/** What `skip` takes beside products: the names of its parameters in the service. */
export const skipParameters = [
  "ruleset",
  "rulesets",
  "phase",
  "phases",
  "products",
  "rules",
] as const;
