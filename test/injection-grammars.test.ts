import { describe, test } from "vitest";
import { checkScopes, loadWithInjections } from "./support/scopes.ts";

/** Minimal grammars of other extensions, to test where ours begins and ends. */
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

/** As in VS Code, a value ends at the next key on the same level, with everything that started in it. */
const yaml = {
  scopeName: "source.yaml",
  patterns: [
    { begin: "^(?!\\G)", while: "^", patterns: [{ include: "#node" }] },
    { begin: "\\G(?!$)", while: "\\G", patterns: [{ include: "#node" }] },
  ],
  repository: {
    node: {
      patterns: [
        comment,
        { begin: "\\G( *)(?=\\w+:)", while: "\\G(?:\\1| *)", patterns: [{ include: "#pair" }] },
        {
          begin: "\\G( *)-",
          while: "\\G(?:\\1 (?!-)|(?!\\1 ) *)",
          patterns: [{ include: "#node" }],
        },
        { name: "string.unquoted.yaml", match: "[^\\s#-][^#]*" },
      ],
    },
    pair: {
      patterns: [
        comment,
        { name: "entity.name.yaml", match: "\\G\\w+" },
        { begin: ":", while: "\\G(?!\\w)", patterns: [{ include: "#node" }] },
      ],
    },
  },
};

/** Our grammar includes rules of this one by name. */
function json(suffix: string) {
  const include = (name: string) => ({ include: `#${name}` });
  return {
    scopeName: `source.json${suffix}`,
    patterns: [include("value")],
    repository: {
      value: {
        patterns: [
          { name: "constant.numeric.json", match: "\\d+" },
          {
            name: "string.quoted.double.json",
            begin: '"',
            end: '"',
            patterns: [include("escape")],
          },
          {
            begin: "\\[",
            end: "\\]",
            patterns: [include("value"), { match: "," }, include("bad")],
          },
          include("object"),
          include("comments"),
        ],
      },
      object: {
        name: `meta.structure.dictionary.json${suffix}`,
        begin: "\\{",
        end: "\\}",
        patterns: [
          include("objectkey"),
          include("comments"),
          { begin: ":", end: "(,)|(?=\\})", patterns: [include("value"), include("bad")] },
          include("bad"),
        ],
      },
      objectkey: {
        name: "string.json support.type.property-name.json",
        begin: '"',
        end: '"',
        patterns: [include("escape")],
      },
      escape: { name: "constant.character.escape.json", match: "\\\\." },
      comments: { name: "comment.line.json", match: "//.*$\\n?" },
      bad: { name: "invalid.illegal.json", match: "[^\\s,}\\]]" },
    },
  };
}

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
            ^^^ string.unquoted
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
              ^^^ string.unquoted
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
                  ^^^ string.unquoted
  validations:
  - expression: |
      ssl
      ^^^ string.unquoted
`,
    `
rules:
  # weir: cfrule
    ^^^^^^^^^^^^ comment.line.number-sign
  a: http.host
     ^^^^^^^^^ variable.other.property
  b: http.host
     ^^^^ string.unquoted
  c: 'ssl' # weir: cfrule
      ^^^ variable.other.property
  # weir: lpfilter
  d: '{ "where": 1 }'
         ^^^^^ keyword.control
  e: ssl
  ^ entity.name
     ^^^ string.unquoted
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
    ^^^ string.unquoted
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
   ^^^ string.unquoted
`,
    `
rules:
  a: ssl
     ^^^ string.unquoted
  # weir: cfrule
  ^^^^^^^^^^^^^^ comment.line.number-sign
  # The office.
  ^^^^^^^^^^^^^ comment.line.number-sign
  b: ssl
     ^^^ variable.other.property
  c: ssl
     ^^^ string.unquoted
  d:
    - e: ssl
      # weir: cfrule
      f: |
         ^ keyword.control.flow.block-scalar
        ssl
        ^^^ variable.other.property
      g: ssl
         ^^^ string.unquoted
    # weir: cfrule
    - h: 'ssl'
          ^^^ variable.other.property
    - ssl
      ^^^ string.unquoted
# weir: cfrule
i: "ssl"
    ^^^ variable.other.property
j: ssl
   ^^^ string.unquoted
`,
    `
cache_rules:
  - ref: ssl
         ^^^ string.unquoted
    # weir: cfrule
    note: ssl
          ^^^ variable.other.property
    action: ssl
            ^^^ string.unquoted
  - expression: ssl
                ^^^ variable.other.property
`,
    `
cache_rules:
  # expression: ssl
                ^^^ comment.line
  - expression: *alias
                 ^^^^^ string.unquoted
`,
  ])("example %#", async (marked) => {
    checkScopes(await loadWithInjections(yaml), marked);
  });
});

describe.each(["", ".comments"])("rules in source.json%s", (suffix) => {
  test.each([
    `
{
  "phase": "http_request_firewall_custom",
  ^^^^^^^ support.type.property-name
  "rules": [
    { "action": "block", "expression": "ssl and (http.host eq \\"a\\"", "ref": "x" },
       ^^^^^^ support.type.property-name
                  ^^^^^ string.quoted.double
                         ^^^^^^^^^^^^ support.type.property-name
                                       ^ punctuation.definition.string.begin
                                        ^^^ variable.other.property
                                                                   ^ punctuation.definition.string.end
                                                                      ^^^ support.type.property-name
                                                                             ^ string.quoted.double
    {
      "expression":
        "http.host eq \\"\\\\\\"\\u0061\\" or x matches r\\"\\\\d\\"",
         ^^^^^^^^^ variable.other.property
                        ^^^^^^^^^^ constant.character.escape
                                                  ^^^^^^^^ string.quoted.raw
      "ratelimit": { "counting_expression": "ssl" }
                                             ^^^ variable.other.property
    }
  ],
  "name": "ssl"
   ^^^^ support.type.property-name
           ^^^ string.quoted.double
}
`,
    `
{
  "result": {
    "rules": [
      { "expression": "true", "action_parameters": { "expression": "http.host" } },
                       ^^^^ constant.language
                                                                    ^^^^^^^^^ variable.other.property
      { "expression": "(false)" },
                        ^^^^^ constant.language
      { "expression": "true story" },
                       ^^^^ string.quoted.double
      { "expression": "request.http.host" },
                       ^^^^^^^^^^^^^^^^^ string.quoted.double
      { "expression": "ssl" },
                       ^^^ variable.other.property
      { "expression": "(not ssl) or true" },
                            ^^^ variable.other.property
      { "expression": "ssl certificate" },
                       ^^^ string.quoted.double
      { "expression": "ssl.certificate" }
                       ^^^ string.quoted.double
    ],
    "phase": "http_request_firewall_custom"
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ string.quoted.double
  },
  "success": 1
   ^^^^^^^ support.type.property-name
             ^ constant.numeric
}
`,
    `
[
  { "phase": "other", "rules": [{ "expression": "http.host" }] },
                                                 ^^^^^^^^^ string.quoted.double
  { "expression": "http.host" },
                   ^^^^^^^^^ string.quoted.double
  { "a": { "b": { "rules": [{ "expression": "http.host" }] } } },
                                             ^^^^^^^^^ string.quoted.double
  { "filter": "ssl" },
               ^^^ string.quoted.double
  { "filter": "{\\"where\\":{\\"key\\":\\"RayID\\"}}", "name": "x" }
                  ^^^^^ keyword.control
                                   ^^^^^^^^^ string.quoted.double
                                                           ^ string.quoted.double
]
`,
    `
{
  "resource": {
    "cloudflare_ruleset": { "a": { "rules": [{ "expression": "ssl" }] } },
                                                              ^^^ variable.other.property
    "cloudflare_load_balancer": { "a": { "rules": [{ "condition": "ip.src eq \${var.ip}" }] } },
                                                                   ^^^^^^ variable.other.property
                                                                             ^^^^^^^^^ meta.interpolation
    "cloudflare_logpush_job": [{ "a": { "filter": "{\\"where\\":5}" } }],
                                                      ^^^^^ keyword.control
    "google_iam": { "a": { "expression": "http.host" } }
                                          ^^^^^^^^^ string.quoted.double
  }
}
`,
    `
{
  // weir: cfrule
  ^^^^^^^^^^^^^^^ comment.line.double-slash
  // The office.
  ^^^^^^^^^^^^^^ comment.line
  "a": "ssl",
        ^^^ variable.other.property
  "b": "ssl",
   ^ support.type.property-name
        ^^^ string.quoted.double
  "c": "ssl", // weir: cfrule value
        ^^^ variable.other.property
              ^^^^^^^^^^^^^^^^^^^^^ comment.line
  "d": [
    // weir: cfrule
    "ssl",
     ^^^ variable.other.property
    "ssl"
     ^^^ string.quoted.double
  ],
  // weir: lpfilter
  "e": "{ \\"where\\": 1 }"
            ^^^^^ keyword.control
}
{ "a": "ssl" }
   ^ support.type.property-name
        ^^^ string.quoted.double
`,
  ])("example %#", async (marked) => {
    checkScopes(await loadWithInjections(json(suffix), json("")), marked);
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
