import { actions, ruleProducts } from "./actions.ts";
import { loggedDescriptionBytes } from "./limits.ts";
import { phases } from "./phases.ts";
import { planNames } from "./plans.ts";

/** A line `# @name value` before the expression that sets a property of the rule. */
export interface DirectiveRow {
  readonly name: string;
  /** The value after the name; undefined if there is none. */
  readonly takes?: string;
  /** One sentence. */
  readonly doc: string;
  /** The only valid values. */
  readonly values?: readonly { readonly name: string; readonly doc: string }[];
  /** May appear on several lines. */
  readonly repeats?: true;
  /** The documentation page for the values. */
  readonly page?: string;
}

const pages = "https://developers.cloudflare.com/ruleset-engine";

export const directives: readonly DirectiveRow[] = [
  {
    name: "action",
    takes: "an action",
    doc: "What the rule does with matching requests.",
    values: actions,
    page: `${pages}/rules-language/actions/`,
  },
  {
    name: "products",
    takes: "products, separated by commas",
    doc: `The products that 'bypass' or 'skip' skips: ${ruleProducts.join(", ")}.`,
  },
  {
    name: "skip",
    repeats: true,
    takes: "name=value",
    doc: "What 'skip' skips, as in 'ruleset=current phases=http_ratelimit', or as a JSON object.",
  },
  {
    name: "description",
    takes: "a string",
    doc: `The description of the rule. Logs contain its first ${loggedDescriptionBytes} bytes.`,
  },
  {
    name: "priority",
    takes: "an integer",
    doc: "The priority of a firewall rule: lower numbers run first. Rulesets have `@position`, `@before` and `@after`.",
  },
  {
    name: "before",
    takes: "a rule",
    doc: "In a ruleset, the rule that this one runs before, by its `@ref`, its ID or its file.",
  },
  {
    name: "after",
    takes: "a rule",
    doc: "In a ruleset, the rule that this one runs after, by its `@ref`, its ID or its file.",
  },
  {
    name: "position",
    takes: "first, last or a number",
    doc: "In a ruleset, the position of the rule: 'first', 'last', or a number from 1.",
  },
  {
    name: "paused",
    takes: "true or false",
    doc: "Whether the rule is paused.",
    values: [
      { name: "true", doc: "pauses the rule." },
      { name: "false", doc: "keeps the rule active." },
    ],
  },
  {
    name: "ref",
    takes: "a string",
    doc: "A stable reference of your own for the rule.",
  },
  {
    name: "phase",
    takes: "a phase",
    doc: "The phase of the rule, which determines what it can use.",
    values: phases,
    page: `${pages}/reference/phases-list/`,
  },
  {
    name: "plan",
    takes: "a plan",
    doc: "The zone plan, which determines what the rule can use.",
    values: planNames.map((name) => ({ name, doc: "is a zone plan." })),
  },
  {
    name: "value",
    doc: "Marks a value expression, such as the path of a rewrite.",
  },
  {
    name: "match",
    repeats: true,
    takes: "a request",
    doc: "A request that the rule must match, as in 'GET https://example.com/ ip.src=192.0.2.1'.",
  },
  {
    name: "no-match",
    repeats: true,
    takes: "a request",
    doc: "A request that the rule must not match.",
  },
];

const byName = new Map(directives.map((it) => [it.name, it]));

export function directiveNamed(name: string): DirectiveRow | undefined {
  return byName.get(name);
}
