import { shiftEdit } from "../../text/edit.ts";
import { examplesIn, readExample } from "../examples/run.ts";
import type { RuleCheck } from "./check.ts";

export const exampleSyntax: RuleCheck<"comments"> = {
  code: "example-syntax",
  severity: "error",
  summary: "Invalid test.",
  why: 'A request is a method, a URL and any number of field=value, as in `GET https://example.com/ ip.src=192.0.2.1 http.request.headers["x-a"]="1"`. A value is a number, an address, a word or a JSON string.',
  on: "comments",
  run(doc, report) {
    for (const { name, nameSpan, value, valueSpan } of examplesIn(doc)) {
      const at = { start: nameSpan.start - 1, end: nameSpan.end };
      if (doc.parsed.form === "value") {
        report(at, `'@${name}' is not supported in a value expression. Remove it.`);
        continue;
      }
      if (value === "") {
        report(at, `'@${name}' needs a request, as in '# @${name} GET https://example.com/'.`);
        continue;
      }
      for (const { start, end, message, fixes } of readExample(value, doc)?.problems ?? []) {
        const place = { start: valueSpan.start + start, end: valueSpan.start + end };
        report(place, message, {
          fixes: fixes.map((fix) => ({
            ...fix,
            edits: fix.edits.map((it) => shiftEdit(it, valueSpan.start)),
          })),
        });
      }
    }
  },
  examples: `
# @match get https://shop.example.com/
         ^^^ error: Methods are uppercase. Use 'GET'.
# @match GET shop.example.com/login
             ^^^^^^^^^^^^^^^^^^^^^^ error: Expected a URL such as https://example.com/, found 'shop.example.com/login'. Add 'https://'.
# @match GET https://shop.example.com/ http.hots=a
                                       ^^^^^^^^^ error: Unknown field 'http.hots'. Did you mean 'http.host'?
# @match GET https://shop.example.com/ ip.src=local
                                              ^^^^^ error: 'ip.src' is of type IP, found 'local'.
# @match GET https://shop.example.com/ and more
                                       ^^^ error: Expected field=value, as in ip.src=192.0.2.1, found 'and'.
                                           ^^^^ error: Expected field=value, as in ip.src=192.0.2.1, found 'more'.
# @no-match
  ^^^^^^^^^ error: '@no-match' needs a request, as in '# @no-match GET https://example.com/'.
ssl
=>
# @match GET https://shop.example.com/
# @match GET shop.example.com/login
# @match GET https://shop.example.com/ http.hots=a
# @match GET https://shop.example.com/ ip.src=local
# @match GET https://shop.example.com/ and more
# @no-match
ssl
---
# @value
# @match GET https://shop.example.com/
  ^^^^^^ error: '@match' is not supported in a value expression. Remove it.
lower(http.host)
---
# @match GET https://shop.example.com/ http.request.headers["x-a"]="1 2" cf.client.bot=true
any(http.request.headers["x-a"][*] eq "1 2") and cf.client.bot
`,
};
