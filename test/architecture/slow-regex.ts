import { loadOracle } from "../../scripts/install/oracles.mjs";

/** A node of a regex, as far as it is read here. */
interface Node {
  readonly type: string;
  readonly raw: string;
  readonly min?: number;
  readonly max?: number;
  readonly element?: Node;
  readonly alternatives?: readonly { readonly elements: readonly Node[] }[];
}

/** The literal of a regex: `/a+$/u` */
type Literal = string;

/** Says whether matching a text that is made for it takes more than linear time: most cases of it, and hardly any other. */
export async function slowRegexes(): Promise<(literal: Literal) => boolean> {
  const { analyse: analyze } = await loadOracle("refa", "scslre");
  const { JS, NFA, isDisjointWith } = await loadOracle("refa", "refa");
  return (literal) => {
    const end = literal.lastIndexOf("/");
    const flags = literal.slice(end + 1);
    const { reports, parsed } = analyze({ source: literal.slice(1, end), flags });
    if (reports.length > 0) return true;
    const automaton = (source: string) => {
      const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({
        assertions: "disable",
        backreferences: "disable",
      });
      return NFA.fromRegex(expression, { maxCharacter });
    };
    return repetitions(parsed.pattern).some(
      ({ before, repeated }) =>
        !flags.includes("y") &&
        !isDisjointWith(automaton(`[^]*(?:${before})`), automaton(`(?:${repeated})*`)),
    );
  };
}

interface Repetition {
  readonly before: string;
  readonly repeated: string;
}

/**
 * The repetitions without an end, after something and before something that may be missing. If the part before can be repeated too,
 * as in `<!--[^]*?-->`, each of its occurrences is the start of another search to the end. The oracle only finds those where one
 * character is repeated.
 */
function repetitions(
  { alternatives = [] }: Pick<Node, "alternatives">,
  before: readonly Node[] = [],
  after: readonly Node[] = [],
): Repetition[] {
  return alternatives.flatMap(({ elements }) =>
    elements.flatMap((it, index): Repetition[] => {
      const start = [...before, ...elements.slice(0, index)];
      const rest = [...elements.slice(index + 1), ...after];
      if (it.type === "Group" || it.type === "CapturingGroup") return repetitions(it, start, rest);
      const repeated = it.max === Number.POSITIVE_INFINITY ? it.element?.raw : undefined;
      const first = start.map(({ raw }) => raw).join("");
      if (repeated === undefined || first === "") return [];
      const present = /^\[(?:\\s\\S|\^)\]$/.test(repeated) ? "$" : undefined;
      return rest.every((other) => isOptional(other, present)) ? [] : [{ before: first, repeated }];
    }),
  );
}

/** Whether it is never missing. After any text, the end is not. */
function isOptional({ type, raw, min, alternatives = [] }: Node, present?: string): boolean {
  if (type === "Backreference" || min === 0 || raw === present) return true;
  return alternatives.some(({ elements }) => elements.every((it) => isOptional(it, present)));
}
