import type { Dialect } from "./dialect.ts";
import { lowercase } from "./text-functions.ts";
import { Untranslatable } from "./untranslatable.ts";

/** Columns in a dialect whose columns all have the types of their fields. `noConversion` refuses others. */
export function typedColumns(noConversion: Dialect["looseNumber"]) {
  return {
    text: (column: string) => column,
    integer: (column: string) => column,
    double: (column: string) => `CAST(${column} AS DOUBLE)`,
    boolean: (column: string) => column,
    timeText: (column: string) => column,
    looseNumber: noConversion,
    looseInteger: noConversion,
    looseBoolean: noConversion,
  };
}

/** Text tests in a dialect whose LIKE has no documented escape. */
type Tests = Pick<Dialect, "startsWith" | "endsWith" | "contains">;

/** LIKE for texts without its special characters; `others` for texts with them. */
export function plainTests(string: Dialect["string"], others: Tests): Tests {
  return {
    startsWith: (it, start) =>
      isSpecial(start) ? others.startsWith(it, start) : `${it} LIKE ${string(`${start}%`)}`,
    endsWith: (it, end) =>
      isSpecial(end) ? others.endsWith(it, end) : `${it} LIKE ${string(`%${end}`)}`,
    contains: (it, part) =>
      isSpecial(part) ? others.contains(it, part) : `${it} LIKE ${string(`%${part}%`)}`,
  };
}

function isSpecial(text: string): boolean {
  return /[%_\\]/.test(text);
}

interface LikeParts extends Tests, Pick<Dialect, "title" | "string"> {
  /** Converts at least these letters, which are all that matter. */
  readonly lower: (text: string, letters: Iterable<string>) => string;
}

export function plainLike({ title, string, lower, ...tests }: LikeParts): Dialect["like"] {
  return (text, parts, isStrict) => {
    const own = isStrict ? parts : parts.map(lowercase);
    const pattern = own.join("%");
    const value = isStrict ? text : lower(text, new Set(pattern.match(/[a-z]/g)));
    // DataFusion takes LIKE '%' for true, also of NULL.
    if (/^%+$/.test(pattern) && own.every((it) => it === "")) return `${text} = ${text}`;
    const [first = "", second = "", third = ""] = own;
    if (own.length === 1) return `${value} = ${string(first)}`;
    if (!isSpecial(own.join(""))) return `${value} LIKE ${string(pattern)}`;
    if (own.length === 2 && second === "") return tests.startsWith(value, first);
    if (own.length === 2 && first === "") return tests.endsWith(value, second);
    if (own.length === 3 && first === "" && third === "") return tests.contains(value, second);
    throw new Untranslatable(
      `'%', '_' and '\\' beside several '*' cannot be translated for ${title}.`,
    );
  };
}
