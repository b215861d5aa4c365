import { beforeAll, describe, expect, test } from "vitest";
import type { IGrammar } from "vscode-textmate";
import ofFilters from "../../language-configuration/lpfilter.json" with { type: "json" };
import ofJobs from "../../language-configuration/lpjob.json" with { type: "json" };
import { jobProperties } from "../../server/src/lpjob/catalog/job-properties.ts";
import { outputOptions } from "../../server/src/lpjob/catalog/output-options.ts";
import { checkScopes, loadGrammar } from "../support/scopes.ts";

describe("the grammar of lpjob", () => {
  let grammar: IGrammar;
  beforeAll(async () => {
    grammar = await loadGrammar("lpjob");
  });

  for (const marked of [
    `
// @dataset is no directive here. weir-ignore unknown-field
   ^^^^^^^^ comment.line.double-slash
                                  ^^^^^^^^^^^ keyword.control.directive
                                              ^^^^^^^^^^^^^ constant.other.code
`,
    `
{ "name": "shop-\${env:STAGE}", "unknown": true }
   ^^^^ keyword.control
           ^^^^^ string.quoted.double
                ^^^^^^^^^^^^ variable.other.environment
                                ^^^^^^^ support.type.property-name.json
                                          ^^^^ constant.language
`,
    `
{ "destination_conf": "gs://logs/{DATE}?a=\${env:}" }
   ^^^^^^^^^^^^^^^^ keyword.control
                       ^^^^^^^^^^ string.quoted.double
                                 ^^^^^^ constant.other.placeholder
                                          ^^^^^^^ string.quoted.double
`,
    `
{ "output_options": { "field_names": ["RayID", "ClientIP"], "record_template": "{{.RayID}}\\n{{x}}" } }
   ^^^^^^^^^^^^^^ keyword.control
                       ^^^^^^^^^^^ keyword.control
                                     ^ punctuation.definition.array.begin
                                       ^^^^^ variable.other.property
                                                ^^^^^^^^ variable.other.property
                                                                                ^^ punctuation.section.embedded.begin
                                                                                   ^^^^^ variable.other.property
                                                                                        ^^ punctuation.section.embedded.end
                                                                                          ^^ constant.character.escape
                                                                                            ^^^^^ string.quoted.double
`,
    `
{ "filter": { "where": { "key": "ClientIP", "operator": "!eq", "value": "in" } } }
   ^^^^^^ keyword.control
               ^^^^^ keyword.control
                          ^^^ keyword.control
                                 ^^^^^^^^ variable.other.property
                                                         ^^^ keyword.operator.comparison
                                                                         ^^ string.quoted.double
`,
  ]) {
    test(marked.trimStart().split("\n", 1).join(), () => checkScopes(grammar, marked));
  }

  test.each([...jobProperties, ...outputOptions].map((it) => it.name))("colors %s", (name) =>
    checkScopes(grammar, `{ "${name}": 1 }\n   ${"^".repeat(name.length)} keyword.control`),
  );
});

test("an editor treats a job like a filter", () => expect(ofJobs).toEqual(ofFilters));
