import fc from "fast-check";

/** Syntax of various dialects in any order; most of these regexes are invalid. */
export const soup: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      ..."a b c Z 0 9 _ # - -- && ~~ & ~ . ^ $ | || ( ) ( [ [ ] ] [^ [] [^] [- * + ? { } *? +? ?? \\ : , = ! < > P k S / é 😀".split(
        " ",
      ),
      ..."(?: (?i) (?i: (?u) (?u: (?-u) (?x) (?x: (?-x) (?s) (?m) (?R) (?U) (?mR) (?i-s: (?P<n> (?<n> (?<m> (?< (?P (? (?) (?-)".split(
        " ",
      ),
      ..."(?= (?! (?<= (?<! (?> (?# (?P=n) (?| (?1) (?& (?'n' (?ii) (?i-i) (?q)".split(" "),
      ..."[[:alpha:]] [:alpha:] [:^word:] [:x:] [: a-z 0-9 z-a \\d-a a-\\d +- !-~ \\x00-\\xff".split(
        " ",
      ),
      ..."{2} {2,} {2,3} {3,2} {,3} {2 {2, {a} {0} {99999999999} {4294967295}".split(" "),
      ..."\\d \\D \\w \\s \\S \\b \\B \\A \\z \\Z \\< \\> \\b{start} \\b{end-half} \\b{x} \\b{ \\b{2}".split(
        " ",
      ),
      ..."\\x41 \\xe9 \\xff \\x4 \\x{ \\x{41} \\x{e9} \\x{110000} \\u0041 \\u{d800} \\ud800 \\U0001F600 \\U00".split(
        " ",
      ),
      ..."\\p \\pL \\PL \\p{Greek} \\p{sc=Greek} \\p{sc!=Greek} \\p{is_greek} \\p{Foo} \\p{ \\p{}".split(
        " ",
      ),
      ..."\\0 \\1 \\8 \\n \\t \\a \\v \\e \\c \\Q \\G \\K \\R \\h \\X \\N \\o{7} \\- \\] \\[ \\\\ \\/ \\. \\é".split(
        " ",
      ),
      " ",
      "\n",
      "\t",
      "\u00a0",
      "\\ ",
      "{ 2 , 3 }",
      "\\b{ start }",
      "\\x{ 4 1}",
    ),
    { minLength: 1, maxLength: 9 },
  )
  .map((pieces) => pieces.join(""));

const literals =
  "a b c A B k s 0 _ - \\. \\n \\r \\- é É \\xc3 \\xa9 \\xe9 \\x{e9} \\x41 / ſ 😀 ] }".split(" ");
const perls = "\\d \\D \\w \\W \\s \\S".split(" ");
const places = "^ $ \\A \\z".split(" ");
const boundaries = "\\b \\B \\< \\> \\b{start} \\b{end} \\b{start-half} \\b{end-half}".split(" ");
const repetitions = "* + ? *? +? ?? {2} {1,2} {0} {0,} {2,} {3} ** +?+ {2}{2}".split(" ");
const classParts =
  "a b A k s 0 _ \\n \\xc3 \\xff # . a-c A-Z 0-9 \\x00-\\x7f !-/ [:alpha:] [:^digit:] [:space:] [:^lower:]".split(
    " ",
  );

/** Regexes that the engine accepts, by its grammar. With `u`, without word boundaries, which we evaluate for ASCII only. */
export function regexes({ unicode }: { unicode: boolean }): fc.Arbitrary<string> {
  const heads = ["(", "(?:", "(?i:", "(?s:", "(?m:", "(?-i:", "(?x:", "(?U:", "(?ms:", "(?i)(?:"];
  const { regex } = fc.letrec<{ regex: string; bracket: string; atom: string }>((tie) => ({
    atom: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...literals) },
      { weight: 1, arbitrary: fc.constant(".") },
      { weight: 1, arbitrary: fc.constantFrom(...places, ...(unicode ? [] : boundaries)) },
      { weight: 1, arbitrary: fc.constantFrom(...perls) },
      { weight: 1, arbitrary: tie("bracket") },
    ),
    bracket: fc
      .tuple(
        fc.constantFrom("[", "[", "[^", "[-", "[]", "[^-"),
        fc.array(
          fc.oneof(
            { maxDepth: 2 },
            fc.constantFrom(...classParts, ...perls),
            fc
              .constantFrom(...classParts)
              .chain((it) => fc.constantFrom(`&&${it}`, `--${it}`, `~~${it}`)),
            tie("bracket"),
          ),
          { minLength: 1, maxLength: 4 },
        ),
      )
      .map(([open, parts]) => `${open}${parts.join("")}]`),
    regex: fc.oneof(
      { maxDepth: 3 },
      tie("atom"),
      fc.tuple(tie("atom"), fc.constantFrom(...repetitions)).map((it) => it.join("")),
      fc
        .tuple(
          fc.constantFrom(...heads, ...(unicode ? ["(?u:", "(?-u:"] : ["(?R:"])),
          tie("regex"),
          fc.constantFrom("", "|"),
          tie("regex"),
          fc.constantFrom("", ...repetitions),
        )
        .map(([head, a, bar, b, repetition]) => `${head}${a}${bar}${b})${repetition}`),
      fc.tuple(tie("regex"), tie("regex"), tie("atom")).map((it) => it.join("")),
    ),
  }));
  const flags = ["", "", "(?i)", "(?m)", ...(unicode ? ["(?u)", "(?iu)"] : ["(?s)"])];
  return fc.tuple(fc.constantFrom(...flags), regex).map((it) => it.join(""));
}

/** Short texts that the regexes above may match. */
export const values: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      ..."a b c A B k K s S 0 9 _ - . é É ſ 😀 / ß ] }".split(" "),
      " ",
      "\n",
      "\r",
      "\t",
      "\u212a",
    ),
    { maxLength: 6 },
  )
  .map((characters) => characters.join(""));
