/** Small, realistic errors in a source text: a wrong bound, a lost negation, a guard or a call that was left out. */

export interface Mutation {
  /** 1-based. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** The whole text with this change. */
  readonly text: string;
}

interface Operator {
  readonly pattern: RegExp;
  replace(found: string): string;
}

const swaps = (pattern: RegExp, pairs: Readonly<Record<string, string>>): Operator => ({
  pattern,
  replace: (found) => {
    const word = found.trim();
    return found.replace(word, pairs[word] ?? word);
  },
});
const removes = (pattern: RegExp): Operator => ({ pattern, replace: () => "" });

const operators: readonly Operator[] = [
  swaps(/ (?:<|<=|>|>=) (?=[\w(.-])/g, { "<": "<=", "<=": "<", ">": ">=", ">=": ">" }),
  swaps(/ (?:===|!==) /g, { "===": "!==", "!==": "===" }),
  swaps(/ (?:&&|\|\|) /g, { "&&": "||", "||": "&&" }),
  swaps(/\b(?:true|false)\b/g, { true: "false", false: "true" }),
  swaps(/\.(?:some|every)\(/g, { ".some(": ".every(", ".every(": ".some(" }),
  swaps(/\.(?:starts|ends)With\(/g, { ".startsWith(": ".includes(", ".endsWith(": ".includes(" }),
  swaps(/Math\.(?:min|max)\b/g, { "Math.min": "Math.max", "Math.max": "Math.min" }),
  { pattern: /\b\d+\b(?!n|\.)/g, replace: (digits) => String(Number(digits) + 1) },
  removes(/ [+-] 1n?\b/g),
  removes(/(?<=[( ])!(?=[\w(/])/g),
  removes(/\.(?:trim|reverse|toLowerCase)\(\)/g),
  removes(/ (?:&&|\|\|) !?[\w.]+(?:\([\w., ]*\))?(?=[);])/g),
  // A guard, a call and an assignment that were left out.
  removes(/^ +if \(.*\) (?:return|continue|break|throw)\b.*;$/gm),
  removes(/^ +(?:await )?[\w.]+\(.*\);$/gm),
  removes(/^ +this\.\w+ [+-]?= .*;$/gm),
  // One character less in a class of a regular expression.
  {
    pattern: /(?<=\/\S*)\[\^?[^\]\\-]{2,}\](?=\S*\/)/g,
    replace: (found) => found.replace(/.\]$/, "]"),
  },
];

/** Comments, imports and types have no effect, and texts in quotes are mostly sentences; they are blanked. */
const ignored =
  /\/\*[\s\S]*?\*\/|\/\/.*|^import [\s\S]*?;$|^(?:export )?(?:interface|type) [\s\S]*?^\}|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gm;

/** Every mutation of a text, in its order. */
export function mutationsOf(text: string): readonly Mutation[] {
  const code = text.replace(ignored, (found) => found.replace(/[^\n]/g, "\0"));
  return operators
    .flatMap(({ pattern, replace }) =>
      [...code.matchAll(pattern)].flatMap((match) => {
        const written = text.slice(match.index, match.index + match[0].length);
        const changed = replace(written);
        return changed === written ? [] : [{ at: match.index, written, changed }];
      }),
    )
    .sort((a, b) => a.at - b.at)
    .map(({ at, written, changed }) => mutationAt(text, at, written, changed));
}

function mutationAt(text: string, at: number, written: string, changed: string): Mutation {
  const mutated = text.slice(0, at) + changed + text.slice(at + written.length);
  const line = text.slice(0, at).split("\n").length;
  const lineOf = (it: string) => (it.split("\n")[line - 1] ?? "").trim();
  return { line, before: lineOf(text), after: lineOf(mutated) || "(removed)", text: mutated };
}
