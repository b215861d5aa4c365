import type { RequestFields } from "../../core/trial.ts";
import { eachNode } from "../syntax/children.ts";
import type {
  Argument,
  Comparison,
  Expression,
  Indexed,
  Logical,
  Operand,
} from "../syntax/tree.ts";
import { isEach, isOperand, truthType } from "../syntax/types.ts";
import { type Lists, relationOf, testOf } from "./comparisons.ts";
import type { Implementation } from "./functions.ts";
import { type Compute, type EvaluatorHooks, operandOf, type Run, valuesOf } from "./operands.ts";
import { type Request, type Result, unknownValue, type Value } from "./value.ts";

export interface EvaluationOptions {
  /**
   * The result of a comparison with a missing value: false, as documented; false except for `ne`, the engine's default;
   * or undetermined, as some users of the engine configure it.
   */
  readonly missing?: "false" | "engine" | "undetermined";
  /** The content of lists. Comparisons with an unknown list are undetermined. */
  readonly lists?: Lists;
  /** Overrides of functions. */
  readonly functions?: Readonly<Record<string, Implementation>>;
}

export type Outcome = boolean | "undetermined";

/**
 * Compiles a rule for evaluation in linear time. Invalid parts are undetermined, and so is what depends on them.
 */
export function compile(
  root: Expression,
  options: EvaluationOptions = {},
): (request: Request) => Outcome {
  const { outcome } = compileRule(root, options);
  return (request) => outcome(fieldsIn(request));
}

/** A compiled rule. */
export interface Rule {
  outcome(request: RequestFields): Outcome;
  /** The unique names of unknown fields, lists (with `$`) and functions that leave the outcome undetermined. */
  missed(request: RequestFields): readonly string[];
}

export function compileRule(root: Expression, options: EvaluationOptions = {}): Rule {
  const holds = single(root, new Setting(options));
  const isSpelled = readsHeaderNames(root);
  const outcomeOf = (fields: RequestFields): Truth => {
    const truth = holds({ fields, missed: [] });
    if (truth !== undefined || !isSpelled) return truth;
    const [first, ...others] = (fields.alternatives?.() ?? []).map((it) =>
      holds({ fields: it, missed: [] }),
    );
    return others.every((it) => it === first) ? first : undefined;
  };
  return {
    outcome: (fields) => outcomeOf(fields) ?? "undetermined",
    missed: (fields) => {
      if (outcomeOf(fields) !== undefined) return [];
      const missed: string[] = [];
      holds({ fields, missed });
      const isAsSent = isSpelled && (fields.alternatives?.() ?? []).length > 0;
      const all = isAsSent ? missed.map((it) => (it === headerNames ? versionField : it)) : missed;
      return [...new Set(all)];
    },
  };
}

const headerNames = "http.request.headers.names";
/** The case of the names depends on it. */
const versionField = "http.request.version";

function readsHeaderNames(root: Expression): boolean {
  let found = false;
  eachNode(root, (it) => {
    found ||= it.kind === "field" && it.name === headerNames;
  });
  return found;
}

export function fieldsIn(request: Request): RequestFields {
  return { get: (name) => (Object.hasOwn(request, name) ? request[name] : undefined) };
}

/** The value of a value expression: undefined if missing, `unknownValue` if undetermined, with the unknown names that leave it so. */
export function compileValueOn(
  root: Expression,
  options: EvaluationOptions,
): (fields: RequestFields) => { readonly value: Result; readonly missed: readonly string[] } {
  if (!isOperand(root) || isEach(root)) return () => ({ value: unknownValue, missed: [] });
  const compute = operandOf(root, new Setting(options));
  return (fields) => {
    const missed: string[] = [];
    const value = compute({ fields, missed });
    return { value, missed: value === unknownValue ? [...new Set(missed)] : [] };
  };
}

/** Undefined means undetermined. */
type Truth = boolean | undefined;

class Setting implements EvaluatorHooks {
  readonly missing: NonNullable<EvaluationOptions["missing"]>;
  readonly lists: Lists;
  readonly functions: EvaluationOptions["functions"];

  constructor({ missing = "false", lists = () => undefined, functions }: EvaluationOptions) {
    this.missing = missing;
    this.lists = lists;
    this.functions = functions;
  }

  /** A comparison, or several, as the argument of a call. */
  argument(argument: Argument): Compute<Result> {
    const expression = argument as Expression;
    if (truthType(expression)?.kind === "Array") {
      const truths = elementwise(expression, this);
      return (run) => {
        const all = truths(run);
        return all?.includes(undefined) ? unknownValue : (all as readonly Value[] | undefined);
      };
    }
    const holds = single(expression, this);
    return (run) => holds(run) ?? unknownValue;
  }
}

/** An expression with one result. */
function single(expression: Expression, setting: Setting): Compute<Truth> {
  switch (expression.kind) {
    case "constant":
      return () => expression.value;
    case "group":
      return single(expression.inner, setting);
    case "not":
      return negated(single(expression.operand, setting));
    case "logical":
      return joined(
        expression.name,
        expression.operands.map((it) => forgetful(single(it, setting))),
      );
    case "quantifier":
      return quantified(expression.name, elementwise(expression.argument as Expression, setting));
    case "comparison":
      return compared(expression, setting);
    case "field":
    case "call":
    case "indexed":
      return bare(expression, setting);
    default:
      return () => undefined;
  }
}

function negated(holds: Compute<Truth>): Compute<Truth> {
  return (run) => {
    const truth = holds(run);
    return truth === undefined ? undefined : !truth;
  };
}

/** `and` and `or` stop as soon as the result is certain, even if some operands are undetermined. */
function joined(name: Logical["name"], operands: readonly Compute<Truth>[]): Compute<Truth> {
  if (name === "xor") {
    return (run) => operands.reduce<Truth>((truth, it) => xor(truth, it(run)), false);
  }
  const decisive = name === "or";
  return (run) => {
    let result: Truth = !decisive;
    for (const operand of operands) {
      const truth = operand(run);
      if (truth === decisive) return decisive;
      if (truth === undefined) result = undefined;
    }
    return result;
  };
}

/** Forgets the unknown names of a part with a definite result, because they did not affect it. */
function forgetful(holds: Compute<Truth>): Compute<Truth> {
  return (run) => {
    const mark = run.missed.length;
    const truth = holds(run);
    if (truth !== undefined) run.missed.length = mark;
    return truth;
  };
}

function xor(a: Truth, b: Truth): Truth {
  return a === undefined || b === undefined ? undefined : a !== b;
}

function compared(comparison: Comparison, setting: Setting): Compute<Truth> {
  const value = operandOf(comparison.left, setting);
  const testIn = testFor(comparison, setting);
  const missing = ifMissing(comparison, setting);
  return (run) => {
    const found = value(run);
    return found === undefined ? missing : decided(testIn(run)(found), found, comparison, run);
  };
}

type LeftTest = (left: Value | typeof unknownValue) => Truth;

/** The test of a left side that is not missing. The right side is computed once per request. */
function testFor(comparison: Comparison, setting: Setting): Compute<LeftTest> {
  const { operator, right } = comparison;
  if (!isOperand(right)) {
    const test = testOf(operator.name, right, setting.lists);
    const known: LeftTest = (left) => (left === unknownValue ? undefined : test(left));
    return () => known;
  }
  const value = operandOf(right, setting);
  const relates = relationOf(operator.name);
  const missing = ifMissing(comparison, setting);
  return (run) => {
    const other = value(run);
    // If the right side is missing, an unknown left side does not matter.
    if (other === undefined) return () => missing;
    return (left) =>
      left === unknownValue || other === unknownValue ? undefined : relates?.(left, other);
  };
}

/** Records a list whose content is unknown. */
function decided(truth: Truth, left: Result, { right }: Comparison, run: Run): Truth {
  if (truth === undefined && left !== unknownValue && right.kind === "list")
    run.missed.push(`$${right.name}`);
  return truth;
}

function ifMissing({ operator }: Comparison, setting: Setting): Truth {
  return setting.missing === "engine" ? operator.name === "ne" : absent(setting);
}

/** A Boolean without a comparison. */
function bare(operand: Operand, setting: Setting): Compute<Truth> {
  const value = operandOf(operand, setting);
  const missing = absent(setting);
  return (run) => {
    const found = value(run);
    if (found === unknownValue) return undefined;
    return found === undefined ? missing : found === true;
  };
}

function absent({ missing }: Setting): Truth {
  return missing === "undetermined" ? undefined : false;
}

/** An expression with a result per element. Undefined if an array of Booleans is missing. */
type Many = Compute<readonly Truth[] | undefined>;

/** In parentheses and after `not`, a missing array is an empty one, unlike an array that is the whole argument. */
function elementwise(expression: Expression, setting: Setting): Many {
  switch (expression.kind) {
    case "group": {
      const truths = elementwise(expression.inner, setting);
      return (run) => truths(run) ?? [];
    }
    case "not": {
      const truths = elementwise(expression.operand, setting);
      return (run) => (truths(run) ?? []).map((it) => (it === undefined ? undefined : !it));
    }
    case "logical":
      return zipped(
        expression.name,
        expression.operands.map((it) => elementwise(it, setting)),
      );
    case "comparison":
      return comparedEach(expression, setting);
    case "indexed":
      return expression.each ? eachTrue(expression, setting) : wholeArray(expression, setting);
    case "field":
    case "call":
      return wholeArray(expression, setting);
    default:
      return () => [undefined];
  }
}

/** Element by element, up to the shortest. */
function zipped(name: Logical["name"], operands: readonly Many[]): Many {
  return (run) => {
    const rows = operands.map((it) => it(run) ?? []);
    const length = rows.reduce((least, it) => Math.min(least, it.length), Number.POSITIVE_INFINITY);
    return Array.from({ length }, (_, at) =>
      joined(
        name,
        rows.map((row) => () => row[at]),
      )(run),
    );
  };
}

/** A missing collection has no elements, so `all` is true and `any` is false. */
function comparedEach(comparison: Comparison, setting: Setting): Many {
  const { left } = comparison;
  if (left.kind !== "indexed") return () => [undefined];
  const values = valuesOf(left, setting);
  const testIn = testFor(comparison, setting);
  return (run) => {
    const found = values(run);
    if (found === unknownValue) return [undefined];
    const test = testIn(run);
    return (found ?? []).map((it) => decided(test(it), it, comparison, run));
  };
}

function eachTrue(operand: Indexed, setting: Setting): Many {
  const values = valuesOf(operand, setting);
  return (run) => {
    const found = values(run);
    return found === unknownValue ? [undefined] : (found ?? []).map((it) => it === true);
  };
}

function wholeArray(operand: Operand, setting: Setting): Many {
  const value = operandOf(operand, setting);
  return (run) => {
    const found = value(run);
    if (found === unknownValue) return [undefined];
    return Array.isArray(found) ? found.map((it) => it === true) : undefined;
  };
}

/** Combines the results per element. `any` and `all` are both false for a missing array. */
function quantified(name: "any" | "all", truths: Many): Compute<Truth> {
  const decisive = name === "any";
  return (run) => {
    const all = truths(run);
    if (all === undefined) return false;
    if (all.includes(decisive)) return decisive;
    return all.includes(undefined) ? undefined : !decisive;
  };
}
