import { describe, test } from "vitest";
import { checkScopes, loadWithInjections } from "./support/scopes.ts";

/** Enough of the grammars of other extensions to see where ours begins and ends. */
const comment = { name: "comment.line.hcl", match: "#.*" };

function terraform(scopeName: string) {
  return {
    scopeName,
    patterns: [{ include: "#body" }],
    repository: {
      body: {
        patterns: [
          comment,
          { name: "meta.block.hcl", begin: "\\{", end: "\\}", patterns: [{ include: "#body" }] },
          { name: "string.quoted.double.hcl", begin: '"', end: '"' },
          { name: "variable.other.hcl", match: "\\w+" },
        ],
      },
    },
  };
}

const yaml = {
  scopeName: "source.yaml",
  patterns: [
    { name: "comment.line.yaml", match: "#.*" },
    { name: "entity.name.yaml", match: "\\w+(?=:)" },
  ],
};

const markdown = {
  scopeName: "text.html.markdown",
  patterns: [
    { name: "markup.raw.markdown", begin: "^\\s*```", end: "^\\s*```\\s*$" },
    { name: "meta.paragraph.markdown", match: "\\w+" },
  ],
};

describe.each(["source.hcl", "source.hcl.terraform", "source.terraform", "source.opentofu"])(
  "rules in %s",
  (scope) => {
    test.each([
      `
resource "cloudflare_ruleset" "waf" {
  expression = "http.host eq \\"a\\" and (ssl"
  ^^^^^^^^^^ variable.other.readwrite
             ^ keyword.operator.assignment
              ^ meta.block
               ^ punctuation.definition.string.begin
                ^^^^^^^^^ variable.other.property
                          ^^ keyword.operator.wordlike.comparison
                             ^^^^^ string.quoted.double
                                   ^^^ keyword.operator.wordlike.logical
                                           ^ punctuation.definition.string.end
  action = "block"
  ^^^^^^ variable.other
            ^^^^^ string.quoted.double
}
`,
      `
resource "cloudflare_ruleset" "waf" {
  rules = [{
    counting_expression = "ip.src eq \${var.ip}"
                           ^^^^^^ variable.other.property
                                     ^^^^^^^^^ meta.interpolation
  }]
}
resource "cloudflare_load_balancer" "api" {
  rules {
    condition = "ssl"
                 ^^^ variable.other.property
  }
}
`,
      `
resource "cloudflare_logpush_job" "errors" {
  filter = "{\\"where\\":{\\"key\\":\\"RayID\\",\\"value\\":5}}"
               ^^^^^ keyword.control
                                ^^^^^^^^^ string.quoted.double
                                                    ^ constant.numeric
  filter = <<-EOT
    { "where": { "key": "\${var.key}"
       ^^^^^ keyword.control
  EOT
  name = "filter"
          ^^^^^^ string.quoted.double
}
`,
      `
resource "google_iam" "x" {
  expression = "request.time"
                ^^^^^^^^^^^^ string.quoted.double
}
resource "cloudflare_filter" "x" {}
resource "aws_thing" "x" {
  filter = "ssl"
            ^^^ string.quoted.double
}
`,
      `
locals {
  # weir: cfrule
  ^^^^^^^^^^^^^^ comment.line.number-sign
  a = "ssl"
       ^^^ variable.other.property
  b = "ssl"
       ^^^ string.quoted.double
  c = "ssl" # weir: cfrule value
       ^^^ variable.other.property
            ^^^^^^^^^^^^^^^^^^^^ comment.line
  d = "ssl"
       ^^^ string.quoted.double
  # weir: lpfilter
  e = <<EOT
{ "where": {
   ^^^^^ keyword.control
EOT
  f = "ssl"
       ^^^ string.quoted.double
}
`,
      `
resource "cloudflare_ruleset" "waf" {
  expression = <<-EOT
               ^^^^^^ keyword.control.heredoc
    ssl and (http.host in {"a"
    ^^^ variable.other.property
                           ^ punctuation.definition.string.begin

    # weir-ignore x
      ^^^^^^^^^^^ keyword.control.directive
  EOT
  ^^^ variable.other
  action = "block"
            ^^^^^ string.quoted.double
}
`,
      `
resource "cloudflare_ruleset" "waf" {
  # expression = "ssl"
                  ^^^ comment.line
  name = "expression = ssl"
          ^^^^^^^^^^^^^^^^ string.quoted.double
  expression = var.rule
  ^^^^^^^^^^ variable.other
}
`,
    ])("example %#", async (marked) => {
      checkScopes(await loadWithInjections(terraform(scope)), marked);
    });
  },
);

describe("rules in YAML", () => {
  test.each([
    `
waf_custom_rules:
^^^^^^^^^^^^^^^^ entity.name.tag
- expression: http.host eq "a" and (ssl # note
  ^^^^^^^^^^ entity.name.tag
            ^ punctuation.separator.key-value.mapping
              ^^^^^^^^^ variable.other.property
                           ^^^ string.quoted.double
                                    ^^^ variable.other.property
                                        ^^^^^^ comment.line
  action: block
  ^^^^^^ entity.name

# note
^^^^^^ comment.line
- counting_expression: ssl
                       ^^^ variable.other.property
name: x
expression: ssl
            ^^^ source
`,
    `
cache_rules:
  - expression: 'http.host eq "a"'
                 ^^^^^^^^^ variable.other.property
                              ^^^ string.quoted.double
  - expression: "http.host eq \\"a\\""
                 ^^^^^^^^^ variable.other.property
                              ^^^^^ string.quoted.double
---
spec:
  expression: ssl
              ^^^ source
`,
    `
cache_rules:
  - expression: >-
                ^^ keyword.control.flow.block-scalar
      ssl and (http.host eq "a"
      ^^^ variable.other.property

      or ip.src in {1.1.1.1
         ^^^^^^ variable.other.property
    action: block
    ^^^^^^ entity.name
`,
    `
spec:
  cache_rules:
    - expression: ssl
                  ^^^ source
  validations:
  - expression: |
      ssl
      ^^^ source
`,
    `
rules:
  # weir: cfrule
    ^^^^^^^^^^^^ comment.line.number-sign
  a: http.host
     ^^^^^^^^^ variable.other.property
  b: http.host
     ^^^^ source
  c: 'ssl' # weir: cfrule
      ^^^ variable.other.property
  # weir: lpfilter
  d: '{ "where": 1 }'
         ^^^^^ keyword.control
  e: ssl
  ^ entity.name
     ^^^ source
`,
    `
rules:
  # weir: cfrule
  a: |
     ^ keyword.control.flow.block-scalar
    ssl and (http.host eq "a"
    ^^^ variable.other.property

    or ip.src in {1.1.1.1
       ^^^^^^ variable.other.property
  b: |
  ^ entity.name
    ssl
    ^^^ source
  e: | # weir: cfrule
       ^^^^^^^^^^^^^^ comment.line.number-sign
    ssl
    ^^^ variable.other.property
  # weir: lpfilter
  c: >
    { "where": 1 }
       ^^^^^ keyword.control
d: ssl
^ entity.name
   ^^^ source
`,
    `
cache_rules:
  # expression: ssl
                ^^^ comment.line
  - expression: *alias
                 ^^^^^ meta.rules
`,
  ])("example %#", async (marked) => {
    checkScopes(await loadWithInjections(yaml), marked);
  });
});

describe("code blocks in Markdown", () => {
  test.each([
    `
\`\`\`cfrule value
^^^ punctuation.definition
   ^^^^^^ fenced_code.block.language
ssl and (http.host
^^^ variable.other.property
\`\`\`
^^^ punctuation.definition
text
^^^^ meta.paragraph
`,
    `
  ~~~~ wirefilter
       ^^^^^^^^^^ fenced_code.block.language
  ssl
  ^^^ variable.other.property
  ~~~~
  ^^^^ punctuation.definition
text
^^^^ meta.paragraph
`,
    `
\`\`\`lpfilter
{ "where": {
   ^^^^^ keyword.control
\`\`\`
\`\`\`lpjob
{ "dataset": "x"
   ^^^^^^^ keyword.control
\`\`\`
text
^^^^ meta.paragraph
`,
    `
\`\`\`cfrules
ssl
^^^ markup.raw
\`\`\`
`,
  ])("example %#", async (marked) => {
    checkScopes(await loadWithInjections(markdown), marked);
  });
});
