import {
  type Configuration,
  type ConfiguredRule,
  type ExpressionText,
  type ListItem,
  shownSlice,
  UnknownPart,
} from "../core/configuration/model.ts";
import type { RequestFields, RequestTrial } from "../core/trial.ts";
import { openText } from "../core/trial-tree.ts";
import { type FileContext, traceRule, traceValue, type ValueTrial } from "../languages.ts";
import { shorten } from "../text/shorten.ts";
import { redirectBy } from "./configuration/bulk-redirects.ts";

/** Whether a rule matches; undefined if that is not known. */
export interface Match {
  readonly matches: boolean | undefined;
  readonly because: string;
  /** The unknown values: fields, lists or parts of the configuration. */
  readonly missed: readonly string[];
  /** The conditions that it still depends on, if parts of the expression are decided. */
  readonly open?: string | undefined;
}

/** A value of a parameter: `{ value }` is missing if undefined. */
export type Computed = { readonly value: string | undefined } | { readonly unknown: string };

/** The name of the unknown value if an expression cannot be evaluated, or is missing. */
export const wholeExpression = "expression";
export const noExpression = "no expression";

/** The expressions of a configuration, each read once. */
export class Compiled {
  private readonly rules = new WeakMap<ConfiguredRule, RequestTrial | { readonly error: string }>();
  private readonly texts = new Map<string, RequestTrial | { readonly error: string }>();
  private readonly values = new Map<string, ValueTrial | { readonly error: string }>();
  private readonly context: FileContext;
  private readonly lists: ReadonlyMap<string, readonly ListItem[]>;

  constructor(
    { lists }: Configuration,
    context: FileContext,
    /** Whether to say which values decided. */
    private readonly explains: boolean,
  ) {
    const known = lists.flatMap(({ name, items }) => (items ? [[name, items] as const] : []));
    this.lists = new Map([
      ...Object.entries(context.listItems ?? {}),
      ...Object.entries(context.redirectItems ?? {}),
      ...known,
    ]);
    const plain = [...this.lists].flatMap(([name, items]) =>
      items.every((it) => typeof it !== "object") ? [[name, items] as const] : [],
    );
    this.context = {
      ...context,
      listItems: Object.fromEntries(plain) as FileContext["listItems"],
      ruleSet: undefined,
    };
  }

  itemsOf(list: string): readonly ListItem[] | undefined {
    return this.lists.get(list);
  }

  match(rule: ConfiguredRule, request: RequestFields): Match {
    const { expression } = rule;
    if (expression instanceof UnknownPart) {
      const { source } = expression;
      const isMissing = source === noExpression;
      const because = isMissing
        ? "it has no expression"
        : `the expression is not known: ${shorten(source)}`;
      return { matches: undefined, because, missed: [source] };
    }
    const trial = this.rules.get(rule) ?? this.trialOf(expression.text, expression.hasHoles);
    this.rules.set(rule, trial);
    const match = matchOf(trial, request, this.explains);
    if (match.matches !== undefined || "error" in trial) return match;
    return this.explains ? { ...match, open: openPart(trial, request, expression) } : match;
  }

  /** Whether an expression of a parameter holds, such as the expression of a rate limit. */
  holds(text: string, request: RequestFields): boolean | undefined {
    return matchOf(this.trialOf(text, false), request, false).matches;
  }

  private trialOf(text: string, hasHoles: boolean) {
    const known = this.texts.get(text);
    if (known) return known;
    const fresh = traceRule(text, { ...this.context, hasHoles }, (name) => this.listTest(name));
    this.texts.set(text, fresh);
    return fresh;
  }

  /** A list of redirects has the URLs that it redirects. */
  private listTest(name: string): ((value: string) => boolean) | undefined {
    const items = this.lists.get(name);
    if (!items?.some((it) => typeof it === "object")) return undefined;
    return (value) => redirectBy(items, value) !== undefined;
  }

  value(text: string, request: RequestFields): Computed {
    const known = this.values.get(text) ?? traceValue(text, this.context);
    this.values.set(text, known);
    if ("error" in known) return { unknown: known.error };
    const computed = known(request);
    if ("missed" in computed)
      return { unknown: computed.missed.length > 0 ? isUnknown(computed.missed) : shorten(text) };
    const { value } = computed;
    return { value: typeof value === "object" ? value.join(",") : value };
  }
}

function matchOf(
  trial: RequestTrial | { readonly error: string },
  request: RequestFields,
  explains: boolean,
): Match {
  if ("error" in trial)
    return { matches: undefined, because: trial.error, missed: [wholeExpression] };
  const matches = trial.outcome(request);
  if (matches !== undefined) {
    if (!explains) return matches ? matched : notMatched;
    const facts = trial.facts(request);
    const more = facts.length > mostFacts ? ", …" : "";
    return { matches, because: facts.slice(0, mostFacts).join(", ") + more, missed: [] };
  }
  const missed = trial.missed(request);
  if (missed.length > 0) return { matches, because: isUnknown(missed), missed };
  return { matches, because: "a part of the expression is not known", missed: [wholeExpression] };
}

function openPart(
  { tree, conditions, answers }: RequestTrial,
  request: RequestFields,
  expression: ExpressionText,
): string | undefined {
  const found = answers(request);
  if (found.every((it) => it === undefined)) return undefined;
  return openText(tree, found, (index) =>
    shownSlice(expression, conditions[index] ?? { start: 0, end: 0 }),
  );
}

const matched: Match = { matches: true, because: "", missed: [] };
const notMatched: Match = { matches: false, because: "", missed: [] };

const mostFacts = 8;

function isUnknown(names: readonly string[]): string {
  const isList = (name: string) => name.startsWith("$");
  const few = (some: readonly string[]) =>
    some
      .slice(0, mostFacts)
      .map((it) => `'${it}'`)
      .join(", ");
  // The names of the service's own lists have a dot.
  const isManaged = (name: string) => isList(name) && name.includes(".");
  const lists = names.filter((it) => isList(it) && !isManaged(it));
  const [fields, managed] = [names.filter((it) => !isList(it)), names.filter(isManaged)];
  return [
    ...(fields.length > 0 ? [`set ${few(fields)}`] : []),
    ...(lists.length > 0 ? [`declare the items of ${few(lists)} in weir.json`] : []),
    ...(managed.length > 0 ? [`only the service knows the items of ${few(managed)}`] : []),
  ].join("; ");
}
