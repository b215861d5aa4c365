import { actions, products } from "./actions.ts";
import { phases } from "./phases.ts";
import { plans } from "./plans.ts";

/** A line `# @name value` before an expression, which says something about the file. */
export interface DirectiveRow {
  readonly name: string;
  /** What stands after the name; undefined when nothing does. */
  readonly takes?: string;
  /** What it says, as one sentence. */
  readonly doc: string;
  /** The only words it takes. */
  readonly values?: readonly { readonly name: string; readonly doc: string }[];
  /** Where the service explains these words. */
  readonly page?: string;
}

const pages = "https://developers.cloudflare.com/ruleset-engine";

export const directives: readonly DirectiveRow[] = [
  {
    name: "action",
    takes: "the name of an action",
    doc: "What the rule does with the requests that it picks.",
    values: actions,
    page: `${pages}/rules-language/actions/`,
  },
  {
    name: "products",
    takes: "names of products, with commas between",
    doc: `The products that 'bypass' or 'skip' passes over, out of ${products.join(", ")}.`,
  },
  {
    name: "skip",
    takes: "name=value",
    doc: "What 'skip' passes over, as in 'ruleset=current phases=http_ratelimit', or as a JSON object.",
  },
  { name: "description", takes: "a text", doc: "The description of the rule." },
  {
    name: "priority",
    takes: "a whole number",
    doc: "When a firewall rule runs: lower numbers come first. Rulesets have `@position`, `@before` and `@after`.",
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
    doc: "In a ruleset, the place of the rule: 'first', 'last', or a number that counts from 1.",
  },
  {
    name: "paused",
    takes: "true or false",
    doc: "Whether the rule is switched off.",
    values: [
      { name: "true", doc: "switches the rule off." },
      { name: "false", doc: "leaves the rule on." },
    ],
  },
  {
    name: "ref",
    takes: "a text",
    doc: "A name of your own for the rule, by which it is known again.",
  },
  {
    name: "phase",
    takes: "the name of a phase",
    doc: "The phase that the rule belongs to, which decides what it may use.",
    values: phases,
    page: `${pages}/reference/phases-list/`,
  },
  {
    name: "plan",
    takes: "the name of a plan",
    doc: "The plan of the zone, which decides what a rule may use.",
    values: plans.map((name) => ({ name, doc: "is a plan of the service." })),
  },
  {
    name: "value",
    doc: "The file is a value expression, such as the path that a rewrite makes, and no filter.",
  },
];

const byName = new Map(directives.map((it) => [it.name, it]));

export function directiveNamed(name: string): DirectiveRow | undefined {
  return byName.get(name);
}
