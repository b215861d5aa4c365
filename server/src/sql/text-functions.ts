import { controls, type Dialect, hex } from "./dialect.ts";
import { Untranslatable } from "./untranslatable.ts";

const small = "'abcdefghijklmnopqrstuvwxyz'";
const large = "'ABCDEFGHIJKLMNOPQRSTUVWXYZ'";

/** For dialects whose `lower` and `upper` also convert non-ASCII letters. */
export const asciiCase: Pick<Dialect, "lower" | "upper"> = {
  lower: (text) => `translate(${text}, ${large}, ${small})`,
  upper: (text) => `translate(${text}, ${small}, ${large})`,
};

export function lowercase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** LIKE in a dialect where it is case-sensitive and any character can be the escape. */
export function likeWith({ lower, string }: Pick<Dialect, "lower" | "string">): Dialect["like"] {
  return (text, parts, isStrict) => {
    const pattern = parts.map((it) => it.replaceAll(/[!%_]/g, "!$&")).join("%");
    return isStrict
      ? `${text} LIKE ${string(pattern)} ESCAPE '!'`
      : `${lower(text)} LIKE ${string(lowercase(pattern))} ESCAPE '!'`;
  };
}

/** LIKE in a dialect where a backslash is the escape. */
export function likeWithBackslash({
  lower,
  string,
}: Pick<Dialect, "lower" | "string">): Dialect["like"] {
  return (text, parts, isStrict) => {
    const pattern = parts.map((it) => it.replaceAll(/[\\%_]/g, "\\$&")).join("%");
    return isStrict
      ? `${text} LIKE ${string(pattern)}`
      : `${lower(text)} LIKE ${string(lowercase(pattern))}`;
  };
}

/** For a dialect in which control characters cannot be written visibly. */
export function refuseControls(text: string, database: string): string {
  const [found] = text.match(controls) ?? [];
  if (found !== undefined)
    throw new Untranslatable(
      `A string has the control character U+${hex(found, 4).toUpperCase()}, which cannot be written in the SQL of ${database}.`,
    );
  return text;
}

/** No database has such a column, and control characters would reach the terminal. */
export function refuseName(field: string): void {
  if (field === "" || field.search(controls) !== -1)
    throw new Untranslatable(`Invalid field name '${field}'.`);
}

/** For what a dialect has no equivalent of. */
export function refuseHere(reason: string): () => never {
  return () => {
    throw new Untranslatable(reason);
  };
}
