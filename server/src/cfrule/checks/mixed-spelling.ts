import { safeFix } from "../../core/diagnostic.ts";
import { quoted } from "../logic/wording.ts";
import { respell, spelledOperators } from "../rewrite/spelling.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const mixedSpelling: RuleCheck<"rule"> = {
  code: "mixed-spelling",
  severity: "hint",
  summary: "English and C-like operators are mixed in one rule.",
  why: "`eq` and `==`, `and` and `&&` are equivalent. A rule is easier to read in one style.",
  on: "rule",
  run(rule, report) {
    const { parsed, text } = rule;
    if (!valueFacts(rule).symbols) return;
    const spelled = spelledOperators(parsed.root, text);
    const symbols = spelled.filter((it) => it.spelling === "C-like");
    const words = spelled.filter((it) => it.spelling === "English");
    const fewer = symbols.length <= words.length ? symbols : words;
    const [first] = fewer;
    if (!first) return;
    const other = first.spelling === "English" ? "C-like" : "English";
    report(
      first.operator,
      `${quoted(text, first.operator)} is ${first.spelling}, but other operators here are ${other}. Use '${first.other}'.`,
      { fixes: [safeFix(`Use ${other} operators only`, respell(parsed, fewer))] },
    );
  },
  examples: `
http.host eq "a.example" and ssl && http.request.method eq "GET"
                                 ^^ hint: '&&' is C-like, but other operators here are English. Use 'and'.
=>
http.host eq "a.example" and ssl and http.request.method eq "GET"
---
http.host=="a.example"&&!ssl and http.request.uri.path contains "/a"
                             ^^^ hint: 'and' is English, but other operators here are C-like. Use '&&'.
=>
http.host=="a.example"&&!ssl && http.request.uri.path contains "/a"
`,
};
