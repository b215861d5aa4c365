/** References in a replacement, in the syntax of the service and of other languages. */

export interface Reference {
  readonly start: number;
  readonly written: string;
  readonly form: /** `${1}` */
    | "reference"
    /** `$1`, `\\1`, `$&`, `\\g<1>`: a reference in other languages, literal here */
    | "foreign"
    /** `${name}`, `$<name>`, `\\g<name>`: groups have no names here */
    | "named"
    /** `${` without an end */
    | "unfinished";
  /** Undefined if it is not a number. */
  readonly group: number | undefined;
}

/** Cheap test first: most replacements have no references. */
const mayRefer = /[$\\]/;

const anyReference =
  /\$\$|\$\{(\d+)\}|(?:\$(\d+)|(\$&)|\\(\d)|\\[gk](?:<(\d+)>|\{(\d+)\}))|(?:\$\{[A-Za-z_]\w*\}|\$<\w+>|\\[gk](?:<\w+>|\{\w+\}))|\$\{/g;

export function* referencesIn(replacement: string): Generator<Reference> {
  if (!mayRefer.test(replacement)) return;
  for (const { 0: written, 1: own, index: start, ...groups } of replacement.matchAll(
    anyReference,
  )) {
    if (written === "$$") continue;
    const foreign = groups[3] ? "0" : (groups[2] ?? groups[4] ?? groups[5] ?? groups[6]);
    const number = own ?? foreign;
    const group = number === undefined ? undefined : Number(number);
    yield { start, written, form: formOf(written, own, foreign), group };
  }
}

function formOf(
  written: string,
  own: string | undefined,
  foreign: string | undefined,
): Reference["form"] {
  if (own !== undefined) return "reference";
  if (foreign !== undefined) return "foreign";
  return written === "${" ? "unfinished" : "named";
}
