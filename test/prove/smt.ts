import { loadOracle } from "../../scripts/install/oracles.mjs";
import { type Condition, type TextField, type TextTest, textFields } from "./conditions.ts";

/** Conditions in the language of SMT solvers. A text is an array of bytes of a bounded length, which z3 decides quickly. */

/** Longer texts are not tried, so "impossible" by z3 may be wrong, but "possible" is certain. */
export const longest = 6;

const code = (value: number): string => `(_ bv${value} 8)`;
const byte = (field: TextField, index: number): string => `${field}_${index}`;
const and = (parts: readonly string[]): string =>
  parts.length === 0 ? "true" : `(and ${parts.join(" ")})`;
const or = (parts: readonly string[]): string =>
  parts.length === 0 ? "false" : `(or ${parts.join(" ")})`;
const hasLength = (field: TextField, length: number): string =>
  `(= ${field}_length ${code(length)})`;
const isLonger = (field: TextField, length: number): string =>
  `(bvuge ${field}_length ${code(length)})`;

function isAt(field: TextField, value: string, start: number): string {
  if (start + value.length > longest) return "false";
  const bytes = [...value].map(
    (it, i) => `(= ${byte(field, start + i)} ${code(it.charCodeAt(0))})`,
  );
  return and([isLonger(field, start + value.length), ...bytes]);
}

const everyLength = Array.from({ length: longest + 1 }, (_, length) => length);

const texts: Record<TextTest, (field: TextField, value: string) => string> = {
  eq: (field, value) => and([hasLength(field, value.length), isAt(field, value, 0)]),
  starts: (field, value) => isAt(field, value, 0),
  ends: (field, value) =>
    or(
      everyLength
        .filter((length) => length >= value.length)
        .map((it) => and([hasLength(field, it), isAt(field, value, it - value.length)])),
    ),
  has: (field, value) => or(everyLength.map((it) => isAt(field, value, it))),
  lt: (field, value) =>
    or(
      [...value].map((it, i) => {
        const before = isAt(field, value.slice(0, i), 0);
        const less = `(bvult ${byte(field, i)} ${code(it.charCodeAt(0))})`;
        return and([before, or([hasLength(field, i), and([isLonger(field, i + 1), less])])]);
      }),
    ),
};

const declarations = [
  ...textFields.flatMap((field) => [
    `(declare-const ${field}_length (_ BitVec 8))(assert (bvule ${field}_length ${code(longest)}))`,
    ...Array.from({ length: longest }, (_, i) => `(declare-const ${byte(field, i)} (_ BitVec 8))`),
  ]),
  "(declare-const number (_ BitVec 8))(declare-const flag Bool)",
].join("\n");

function smtOf(condition: Condition): string {
  switch (condition.kind) {
    case "text":
      return texts[condition.is](condition.field, condition.value);
    case "number":
      return `(${{ eq: "=", lt: "bvult", le: "bvule" }[condition.is]} number ${code(condition.value)})`;
    case "flag":
      return "flag";
    case "not":
      return `(not ${smtOf(condition.part)})`;
    default:
      return (condition.kind === "and" ? and : or)(condition.parts.map(smtOf));
  }
}

/** Whether each side is possible. */
export interface Possible {
  readonly onlyFirst: boolean;
  readonly onlySecond: boolean;
  readonly both: boolean;
}

export interface Smt {
  readonly possible: (first: Condition, second: Condition) => Promise<Possible>;
  readonly close: () => void;
}

/** The part of z3-solver that is used here. Its functions for whole scripts have a use-after-free bug. */
interface Api {
  readonly Z3: {
    mk_config(): unknown;
    mk_context(config: unknown): unknown;
    mk_string_symbol(context: unknown, name: string): unknown;
    mk_solver_for_logic(context: unknown, logic: unknown): unknown;
    solver_inc_ref(context: unknown, solver: unknown): void;
    solver_reset(context: unknown, solver: unknown): void;
    solver_from_string(context: unknown, solver: unknown, script: string): void;
    /** 1 if it is possible, -1 if not. */
    solver_check(context: unknown, solver: unknown): Promise<number>;
  };
  readonly em: { readonly PThread: { terminateAllThreads(): void } };
}

export async function startSmt(): Promise<Smt> {
  const { init } = await loadOracle("z3", "z3-solver");
  const { Z3, em }: Api = await init();
  const context = Z3.mk_context(Z3.mk_config());
  const solver = Z3.mk_solver_for_logic(context, Z3.mk_string_symbol(context, "QF_BV"));
  Z3.solver_inc_ref(context, solver);
  const isPossible = async (condition: string): Promise<boolean> => {
    Z3.solver_reset(context, solver);
    Z3.solver_from_string(context, solver, `${declarations}(assert ${condition})`);
    const answer = await Z3.solver_check(context, solver);
    if (answer === 0) throw new Error("z3 does not know.");
    return answer === 1;
  };
  return {
    possible: async (first, second) => {
      const [a, b] = [smtOf(first), smtOf(second)];
      return {
        onlyFirst: await isPossible(`(and ${a} (not ${b}))`),
        onlySecond: await isPossible(`(and ${b} (not ${a}))`),
        both: await isPossible(`(and ${a} ${b})`),
      };
    },
    close: () => em.PThread.terminateAllThreads(),
  };
}
