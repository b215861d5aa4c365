import { safeFix } from "../../core/diagnostic.ts";
import { type Edit, insert } from "../../text/edit.ts";
import { cut } from "../../text/shorten.ts";
import { isNamePart, isWord } from "../syntax/characters.ts";
import type { Operator } from "../syntax/tree.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const gluedKeyword: RuleCheck<"rule"> = {
  code: "glued-keyword",
  severity: "warning",
  summary: "An operator is not separated from the word next to it.",
  why: "The engine does not require spaces around operators: it parses `notssl` as `not ssl`, but readers see a name. Add a space.",
  on: "rule",
  run(rule, report) {
    const { text, parsed } = rule;
    // With syntax errors it is more likely a misspelled name.
    if (parsed.problems.length > 0) return;
    for (const word of valueFacts(rule).words) {
      if (!isWord(text.charCodeAt(word.start - 1)) && !isWord(text.charCodeAt(word.end))) continue;
      const edits = missingSpaces(word, text);
      const whole = wholeWord(word, text);
      const parts = [
        text.slice(whole.start, word.start),
        text.slice(word.start, word.end),
        text.slice(word.end, whole.end),
      ];
      const parsedAs = parts.filter((it) => it !== "").join(" ");
      report(
        whole,
        `'${cut(text.slice(whole.start, whole.end))}' is parsed as '${cut(parsedAs)}'.`,
        {
          fix: safeFix("Add a space", edits),
        },
      );
    }
  },
  examples: `
notssl
^^^^^^ warning: 'notssl' is parsed as 'not ssl'. Add a space.
=>
not ssl
---
ssl andcf.client.bot
    ^^^^^^^^^^^^^^^^ warning: 'andcf.client.bot' is parsed as 'and cf.client.bot'. Add a space.
=>
ssl and cf.client.bot
---
not(ssl or cf.client.bot)and http.host eq"a.example"
`,
};

function missingSpaces({ start, end }: Operator, text: string): Edit[] {
  const edits: Edit[] = [];
  if (isWord(text.charCodeAt(start - 1))) edits.push(insert(start, " "));
  if (isWord(text.charCodeAt(end))) edits.push(insert(end, " "));
  return edits;
}

function wholeWord({ start, end }: Operator, text: string): { start: number; end: number } {
  let [from, to] = [start, end];
  while (isNamePart(text.charCodeAt(from - 1))) from--;
  while (isNamePart(text.charCodeAt(to))) to++;
  return { start: from, end: to };
}
