import { expect, test } from "vitest";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext } from "../../server/src/languages.ts";

const fixed = (text: string) => fixAll(cfrule, text, defaultContext, { style: true });

// A template is filled in by another program, with anything.
test.each([
  "http.host eq {{ host }}",
  `http.host in {"b" \${hosts}}`,
  "http.host in { <%= hosts %> }",
  'http.host in {"a" "a" {{ more }}}',
  "ssl and (ssl and <% x %>)",
  'ssl and (http.host eq "a" and ssl{% endif %})',
  'ssl and (http.host eq "a" and __PATHS__)',
  'ssl and (http.host eq "a" and $(PATHS))',
  'not (not (http.host eq "a" and <paths>))',
])("no fix is safe in a template: %s", (text) => expect(fixed(text)).toBe(text));

test("marks in strings and comments are not templates", () => {
  const text = 'ssl and (http.user_agent contains "{{7*7}}" and not not ssl) # <% a %>';
  expect(fixed(text)).toBe('ssl and http.user_agent contains "{{7*7}}" # <% a %>');
});
