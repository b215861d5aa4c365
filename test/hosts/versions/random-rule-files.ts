import fc from "fast-check";

/** A file with rules in order, as it is written in any host. */
export interface RuleFile {
  readonly phase: string;
  readonly rules: readonly FileRule[];
  readonly list: string | undefined;
}

interface FileRule {
  readonly ref: string;
  readonly description: string;
  readonly action: string;
  readonly isEnabled: boolean;
  readonly expression: string;
  /** Above the expression, in hosts with comments. */
  readonly comment: string;
}

const condition = fc.constantFrom(
  'http.host eq "a"',
  'http.host eq "b"',
  'http.host in {"a" "b"}',
  'http.host contains "a"',
  'http.request.uri.path eq "/a"',
  'http.request.method == "GET"',
  "not ssl",
  "ssl",
  "ip.src in $lost",
  "http.hots eq 1",
  "cf.bot_management.score lt 30",
  "http.response.code eq 404 # status",
);

const expression = fc
  .tuple(fc.array(condition, { minLength: 1, maxLength: 3 }), fc.constantFrom(" and ", " or "))
  .map(([parts, join]) => parts.join(join));

const rule: fc.Arbitrary<FileRule> = fc.record({
  ref: fc.constantFrom("a", "b", "c", ""),
  description: fc.constantFrom("first", "second"),
  action: fc.constantFrom("block", "log", "skip", "managed_challenge", "blokc"),
  isEnabled: fc.constantFrom(true, true, true, false),
  expression,
  comment: fc.constantFrom(
    "",
    "",
    "about it",
    "weir-ignore unreachable-rule",
    "@match GET https://a/",
  ),
});

const phase = fc.constantFrom(
  "http_request_firewall_custom",
  "http_ratelimit",
  "http_response_headers_transform",
);

type Step = (file: RuleFile) => RuleFile;

const step: fc.Arbitrary<Step> = fc.oneof(
  rule.chain((it) => fc.nat().map((at) => (file: RuleFile) => withRules(file, at, 0, [it]))),
  fc.nat().map((at) => (file: RuleFile) => withRules(file, at, 1, [])),
  rule.chain((it) => fc.nat().map((at) => (file: RuleFile) => withRules(file, at, 1, [it]))),
  fc.tuple(fc.nat(), fc.nat()).map(([from, to]) => (file: RuleFile) => {
    const moved = file.rules[from % Math.max(1, file.rules.length)];
    return moved ? withRules(withRules(file, from, 1, []), to, 0, [moved]) : file;
  }),
  fc.record({ expression }).chain((it) => changed(it)),
  fc.constantFrom({ action: "log" }, { isEnabled: false }, { comment: "other" }).chain(changed),
  phase.map((it) => (file: RuleFile) => ({ ...file, phase: it })),
  fc.constantFrom("last", "other").map((list) => (file: RuleFile) => ({ ...file, list })),
);

function changed(part: Partial<FileRule>): fc.Arbitrary<Step> {
  return fc.nat().map((at) => (file: RuleFile) => {
    const it = file.rules[at % Math.max(1, file.rules.length)];
    return it ? withRules(file, at, 1, [{ ...it, ...part }]) : file;
  });
}

function withRules(
  file: RuleFile,
  at: number,
  removed: number,
  added: readonly FileRule[],
): RuleFile {
  const size = Math.max(1, file.rules.length + 1 - removed);
  return { ...file, rules: file.rules.toSpliced(at % size, removed, ...added) };
}

/** The versions of a file, each with one change. */
export const ruleFiles: fc.Arbitrary<readonly RuleFile[]> = fc
  .tuple(
    fc.record({
      phase,
      rules: fc.array(rule, { minLength: 2, maxLength: 8 }),
      list: fc.constantFrom(undefined, "lots"),
    }),
    fc.array(step, { minLength: 1, maxLength: 5 }),
  )
  .map(([first, steps]) => {
    const versions: RuleFile[] = [first];
    for (const it of steps) versions.push(it(versions.at(-1) ?? first));
    return versions;
  });

export function fileOf(path: string, file: RuleFile): string {
  if (path.endsWith(".tf")) return terraformOf(file);
  return path.endsWith(".yaml") ? yamlOf(file) : jsonOf(file);
}

function terraformOf({ phase, rules, list }: RuleFile): string {
  const written = rules.map((it) =>
    [
      "    {",
      `      ref = ${JSON.stringify(it.ref)}`,
      `      description = "${it.description}"`,
      `      action = "${it.action}"`,
      ...(it.isEnabled ? [] : ["      enabled = false"]),
      ...(it.comment === "" ? [] : [`      # ${it.comment}`]),
      `      expression = ${JSON.stringify(it.expression)}`,
      "    },",
    ].join("\n"),
  );
  const lists =
    list === undefined
      ? ""
      : `resource "cloudflare_list" "l" {\n  name = "${list}"\n  kind = "ip"\n}\n`;
  return `${lists}resource "cloudflare_ruleset" "r" {
  kind = "zone"
  phase = "${phase}"
  rules = [
${written.join("\n")}
  ]
}
`;
}

const keys: Readonly<Record<string, string>> = {
  http_request_firewall_custom: "waf_custom_rules",
  http_ratelimit: "rate_limiting_rules",
  http_response_headers_transform: "response_header_rules",
};

function yamlOf({ phase, rules }: RuleFile): string {
  const written = rules.map((it, index) =>
    [
      `  - ref: ${JSON.stringify(it.ref)}`,
      `    description: ${it.description}`,
      `    action: ${it.action}`,
      ...(it.isEnabled ? [] : ["    enabled: false"]),
      ...(it.comment === "" ? [] : [`    # ${it.comment}`]),
      index % 2 === 0
        ? `    expression: '${it.expression}'`
        : `    expression: >-\n      ${it.expression.replaceAll(" and ", "\n      and ")}`,
    ].join("\n"),
  );
  return `${keys[phase] ?? ""}:\n${written.join("\n")}\n`;
}

function jsonOf({ phase, rules }: RuleFile): string {
  const written = rules.map(({ isEnabled, comment: _, ...it }) => ({ ...it, enabled: isEnabled }));
  return JSON.stringify({ name: "r", kind: "zone", phase, rules: written }, undefined, 2);
}
