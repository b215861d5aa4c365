import type { Dialect } from "./dialect.ts";

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
