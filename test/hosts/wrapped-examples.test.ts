import { describe, expect, test } from "vitest";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { examplesOf } from "../../server/src/core/check.ts";
import { fixAll } from "../../server/src/core/fix-all.ts";
import {
  type AnyLanguage,
  defaultContext,
  type FileContext,
  hostOfPath,
} from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { isLong } from "../support/long.ts";
import { readMarks } from "../support/marks.ts";

/** Every example of every check in every kind of host string has the same problems, ranges and fixes. */

interface Wrapper {
  readonly path: string;
  readonly around: (inner: string) => string;
  /** Encodes a part of the text for the host. */
  readonly encode: (text: string) => string;
  /** Set if the text can have several lines, which start with this. */
  readonly indent?: string;
  /** The host has values instead of a text, so not every fix can be expressed. */
  readonly isData?: true;
}

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const template = (text: string) => text.replace(/[$%](?=\{)/g, "$&$&");
const quoted = (text: string) => template(text).replace(/["\\]/g, "\\$&");
const plain = (text: string) => text;

const filter = (value: string) =>
  `# before\nresource "cloudflare_filter" "f" {\n  expression = ${value}\n}\n# after\n`;
const ruleWrappers: Readonly<Record<string, Wrapper>> = {
  "a quoted string": { path: "a.tf", around: (it) => filter(`"${it}"`), encode: quoted },
  "<<EOT": {
    path: "a.tf",
    around: (it) => filter(`<<EOT\n${it}\nEOT`),
    encode: template,
    indent: "",
  },
  "<<-EOT": {
    path: "a.tofu",
    around: (it) => filter(`<<-EOT\n    ${it}\n  EOT`),
    encode: template,
    indent: "    ",
  },
  "a list of objects": {
    path: "a.tf",
    around: (it) =>
      `resource "cloudflare_ruleset" "r" {\n  rules = [{ action = var.a, expression = "${it}" }]\n}\n`,
    encode: quoted,
  },
  "a dynamic block": {
    path: "a.tf",
    around: (it) =>
      `resource "cloudflare_ruleset" "r" {\n  dynamic "rules" {\n    for_each = var.x\n    content {\n      expression = "${it}"\n    }\n  }\n}\n`,
    encode: quoted,
  },
  "a conditional": { path: "a.tf", around: (it) => filter(`var.a ? "${it}" : ""`), encode: quoted },
  "format()": {
    path: "a.tf",
    around: (it) => filter(`format("${it}")`),
    encode: (it) => quoted(it.replaceAll("%", "%%")),
  },
  "join()": { path: "a.tf", around: (it) => filter(`join(" or ", ["${it}"])`), encode: quoted },
  "a heredoc in a function": {
    path: "a.tf",
    around: (it) => filter(`trimspace(<<-EOT\n    ${it}\n  EOT\n  )`),
    encode: template,
    indent: "    ",
  },
  "merged lists": {
    path: "a.tf",
    around: (it) =>
      `resource "cloudflare_ruleset" "r" {\n  rules = concat(var.r, [for x in var.x : { action = x, "expression" : "${it}" }])\n}\n`,
    encode: quoted,
  },
  "a declared string": {
    path: "a.tf",
    around: (it) => `locals {\n  a = "${it}" # weir: cfrule\n}\n`,
    encode: quoted,
  },
  "Terraform's JSON": {
    path: "a.tf.json",
    around: (it) => `{ "resource": { "cloudflare_filter": { "f": { "expression": "${it}" } } } }`,
    encode: (it) => json(template(it)),
  },
  "a JSON body": {
    path: "a.json",
    around: (it) => `{ "phase": "", "rules": [ { "expression": "${it}" } ] }`,
    encode: json,
  },
  "YAML in double quotes": {
    path: "a.yaml",
    around: (it) => `a: # weir: cfrule\n  "${it}"\nb: c\n`,
    encode: json,
  },
  "YAML in single quotes": {
    path: "a.yml",
    around: (it) => `# weir: cfrule\na: '${it}' # b\n`,
    encode: (it) => it.replaceAll("'", "''"),
  },
  "YAML in braces": {
    path: "a.yaml",
    around: (it) => `x: &x {a: 1, b: '${it}'} # weir: cfrule\ny: *x\n`,
    encode: (it) => it.replaceAll("'", "''"),
  },
  "an anchor in YAML": {
    path: "a.yaml",
    around: (it) => `x: &x "${it}"\ny: *x # weir: cfrule\n`,
    encode: json,
  },
  "a YAML block": {
    path: "a.yaml",
    around: (it) => `# weir: cfrule\na: |\n  ${it}\nb: c\n`,
    encode: plain,
    indent: "  ",
  },
  "a YAML block without a line break": {
    path: "a.yaml",
    around: (it) => `# weir: cfrule\na: |-\n    ${it}\nb: c\n`,
    encode: plain,
    indent: "    ",
  },
  "a folded YAML block": {
    path: "a.yaml",
    around: (it) => `a: >- # weir: cfrule\n  ${it}\nb: c\n`,
    encode: plain,
  },
  "a code block": {
    path: "a.md",
    around: (it) => `# Text\n\n\`\`\`cfrule\n${it}\n\`\`\`\n`,
    encode: plain,
    indent: "",
  },
  "a code block in a list": {
    path: "a.md",
    around: (it) => `1. Text\n\n   ~~~cfrule\n   ${it}\n   ~~~\n\n2. More\n`,
    encode: plain,
    indent: "   ",
  },
  "a code block in a quote": {
    path: "a.md",
    around: (it) => `> \`\`\`wirefilter\n> ${it}\n> \`\`\`\n`,
    encode: plain,
    indent: "> ",
  },
};

const job = (value: string) =>
  `resource "cloudflare_logpush_job" "j" {\n  dataset = "http_requests"\n  destination_conf = "gs://logs/{DATE}"\n  filter = ${value}\n}\n`;
const filterWrappers: Readonly<Record<string, Wrapper>> = {
  "an escaped string": { path: "a.tf", around: (it) => job(`"${it}"`), encode: quoted },
  "<<-EOT": {
    path: "a.tf",
    around: (it) => job(`<<-EOT\n    ${it}\n  EOT`),
    encode: template,
    indent: "    ",
  },
  "Terraform's JSON": {
    path: "a.tf.json",
    around: (it) =>
      `{"resource":{"cloudflare_logpush_job":{"j":[{"dataset":"http_requests","destination_conf":"gs://logs/{DATE}","filter":"${it}"}]}}}`,
    encode: (it) => json(template(it)),
  },
  "a list of jobs": {
    path: "a.json",
    around: (it) =>
      `{"result":[{"dataset":"http_requests","destination_conf":"gs://logs/{DATE}","filter":"${it}"}]}`,
    encode: json,
  },
  "YAML in single quotes": {
    path: "a.yaml",
    around: (it) => `# weir: lpfilter\na: '${it}'\nb: c\n`,
    encode: (it) => it.replaceAll("'", "''"),
  },
  "a JSON body": {
    path: "a.json",
    around: (it) =>
      `{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}", "filter": "${it}" }`,
    encode: json,
  },
  jsonencode: {
    path: "a.tf",
    around: (it) => job(`jsonencode(${it})`),
    encode: template,
    indent: "",
    isData: true,
  },
  "a YAML block": {
    path: "a.yaml",
    around: (it) => `# weir: lpfilter\na: |\n  ${it}\nb: c\n`,
    encode: plain,
    indent: "  ",
  },
  "a code block": {
    path: "a.md",
    around: (it) => `\`\`\`lpfilter\n${it}\n\`\`\`\n`,
    encode: plain,
    indent: "",
  },
};

interface Example {
  readonly text: string;
  readonly context: FileContext;
}

/** The examples of all checks, with the context of a text in a host. */
function examplesIn(language: AnyLanguage, surroundings: Partial<FileContext>): Example[] {
  return language.checks.flatMap((check) =>
    examplesOf(check).map(({ text, context }) => ({
      text: readMarks(text).text.trim(),
      context: { ...defaultContext, ...(context as object), ...surroundings },
    })),
  );
}

const outside = { isPushed: false, files: undefined, hasFile: undefined } as const;
const ruleExamples = examplesIn(cfrule, outside);
const filterExamples = examplesIn(lpfilter, {
  ...outside,
  datasets: ["http_requests"],
  isForJobs: true,
});

function wrapped({ around, encode, indent = "" }: Wrapper, text: string): string {
  return around(
    text
      .split("\n")
      .map((line, index) => (index > 0 && line !== "" ? indent : "") + encode(line))
      .join("\n"),
  );
}

/** Whether the host can express exactly this text, so that results are comparable. */
function fits({ indent }: Wrapper, text: string): boolean {
  if (/[\r\t\0\ud800-\udfff\u0080-\uffff]/.test(text) || text === "") return false;
  if (indent === undefined) return !text.includes("\n") && !/ {2}/.test(text);
  return !/\n\s*\n|^\s|`{3}|weir-ignore|@|(?:^|\s)#/.test(text);
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

function checkExample(
  language: AnyLanguage,
  wrapper: Wrapper,
  { text, context }: Example,
): boolean {
  const isOwnComment = /^\s*(?:#|\/\/|\/\*)/m.test(text);
  if (!fits(wrapper, text) || (isOwnComment && wrapper.indent === undefined)) return false;
  if (wrapper.isData && !isJson(text)) return false;
  const host = hostOfPath(wrapper.path);
  if (!host) throw new Error(`No host for '${wrapper.path}'`);
  const source = wrapped(wrapper, text);
  const expected = language.analyze(text, context).diagnostics();
  const found = host
    .analyze(source, context)
    .diagnostics()
    .filter((it) => it.embedded === language.id);
  const shown = found.map((it) => `${it.code} ${source.slice(it.start, it.end)}`);
  const escaped = expected.map(({ code, start, end }) => {
    const lines = text.slice(start, end).split("\n");
    return `${code} ${lines.map(wrapper.encode).join(`\n${wrapper.indent ?? ""}`)}`;
  });
  expect(shown, source).toEqual(escaped);
  const fixed = fixAll(language, text, context, { style: true }).trimEnd();
  // Other bytes, such as the bytes of other lines, are compared too.
  const isSame = fits(wrapper, fixed) && fixed.split("\n").length === text.split("\n").length;
  if (isSame && !wrapper.isData)
    expect(fixAll(host, source, context, { style: true })).toBe(wrapped(wrapper, fixed));
  return true;
}

describe.each([
  ["rules", cfrule, ruleWrappers, ruleExamples, 20],
  ["filters", lpfilter, filterWrappers, filterExamples, 10],
] as const)("%s", (_, language, wrappers, examples, shortStep) => {
  test.each(Object.entries(wrappers))("%s", (name, wrapper) => {
    const step = isLong ? 4 : shortStep;
    const offset = Object.keys(wrappers).indexOf(name) % step;
    // Each wrapper is tested with other examples.
    const some = examples.filter((__, index) => index % step === offset);
    const checked = some.filter((it) => checkExample(language, wrapper, it));
    expect(checked.length).toBeGreaterThan(isLong ? 5 : 2);
  });
});
