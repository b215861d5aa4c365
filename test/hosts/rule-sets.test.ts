import { describe, expect, test } from "vitest";
import { defaultContext, type FileContext, hostOfPath } from "../../server/src/languages.ts";

function found(path: string, text: string, context: Partial<FileContext> = {}) {
  const diagnostics = hostOfPath(path)
    ?.analyze(text, { ...defaultContext, ...context })
    .diagnostics();
  return (diagnostics ?? []).filter((it) =>
    ["unreachable-rule", "duplicate-rule"].includes(it.code),
  );
}

type Settings = Readonly<Record<string, unknown>>;

const custom = "http_request_firewall_custom";

function body(rules: readonly Settings[], phase = custom): string {
  return JSON.stringify({ phase, rules }, null, 1);
}

/** Each diagnostic as its code and the text of its range. */
function inBody(rules: readonly Settings[], phase = custom): string[] {
  const text = body(rules, phase);
  return found("set.json", text).map((it) => `${it.code} ${text.slice(it.start, it.end)}`);
}

const block = (expression: string, more: Settings = {}): Settings => ({
  action: "block",
  expression,
  ...more,
});
const log = (expression: string, more: Settings = {}): Settings => ({
  action: "log",
  expression,
  ...more,
});

const terraform = `resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_custom"
  rules {
    ref        = "admin"
    action     = "block"
    expression = "starts_with(http.request.uri.path, \\"/admin\\")"
  }
  rules {
    action     = "managed_challenge"
    expression = "http.request.uri.path eq \\"/admin/login\\""
  }
}
`;

describe("rules that together match every request", () => {
  const last = block('http.host eq "x"');
  test.each([
    [["ssl", "not ssl"]],
    [['all(http.request.headers["a"][*] eq "b")', 'any(http.request.headers["a"][*] ne "b")']],
    [["ssl or not ssl"]],
    [["cf.edge.server_port le 8080", "cf.edge.server_port gt 80"]],
    [["ssl", 'http.host contains "a"', "tcp.dstport le 80", "not ssl"]],
    [
      [
        'http.host contains "a" and ssl',
        'http.host contains "a" and not ssl',
        'not http.host contains "a"',
      ],
    ],
    [['lower(http.host) contains "a"', 'not lower(http.host) contains "a"']],
  ])("nothing is reached after %j", (rules) => {
    const all = inBody([...rules.map((it) => block(it)), last, log("true")]);
    expect(all.slice(-2)).toEqual([
      expect.stringContaining("unreachable-rule"),
      expect.stringContaining("unreachable-rule"),
    ]);
  });

  test.each([
    [["ssl", 'not ssl and http.host ne "b"']],
    [["tcp.dstport le 80", "tcp.dstport gt 81"]],
    [['ssl or http.host contains "a"']],
    [["ip.src in $a", "not ip.src in $a"]],
    [
      [
        'all(starts_with(http.request.headers["a"][*], "b"))',
        'any(not starts_with(http.request.headers["a"][*], "b"))',
      ],
    ],
  ])("something may be after %j", (rules) => {
    expect(inBody([...rules.map((it) => block(it)), last])).toEqual([]);
  });

  test("only those that are needed are reported", () => {
    const rules = ["ssl", 'http.host contains "a"', "not ssl"].map((it) => block(it));
    const text = body([...rules, last]);
    const [only, ...others] = found("set.json", text);
    expect(others).toEqual([]);
    expect(only?.message).toBe(
      "Never reached: together, the rule on line 6 and the rule on line 14 match everything this rule matches, and their actions end the evaluation.",
    );
  });

  test("rules that do not end the evaluation are no reason", () => {
    expect(inBody([log("ssl"), block("not ssl"), last])).toEqual([]);
    expect(inBody([block("ssl", { enabled: false }), block("not ssl"), last])).toEqual([]);
  });
});

describe("each host", () => {
  const message =
    "Never reached: 'admin' on line 6 matches everything this rule matches, and its action 'block' ends the evaluation.";

  test("Terraform blocks", () => {
    const [only, ...others] = found("main.tf", terraform);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      code: "unreachable-rule",
      severity: "warning",
      embedded: "cfrule",
      message,
    });
    expect(terraform.slice(only?.start, only?.end)).toContain("/admin/login");
    const [earlier] = only?.related ?? [];
    expect(terraform.slice(earlier?.start, earlier?.end)).toContain("starts_with");
  });

  test("Terraform lists of objects", () => {
    const list = terraform
      .replace("  rules {", "  rules = [{")
      .replace("  }\n  rules {", "  }, {")
      .replace("  }\n}", "  }]\n}");
    expect(found("main.tf", list).map((it) => it.message)).toEqual([message]);
  });

  test("Terraform in JSON", () => {
    const rules = [block("ssl", { ref: "all" }), log('ssl and http.host eq "a"')];
    const text = JSON.stringify({
      resource: { cloudflare_ruleset: { waf: { phase: custom, rules } } },
    });
    expect(found("main.tf.json", text).map((it) => it.message)).toEqual([
      "Never reached: 'all' on line 1 matches everything this rule matches, and its action 'block' ends the evaluation.",
    ]);
  });

  test("octorules", () => {
    const text = `waf_custom_rules:
  - description: Old  countries
    action: js_challenge
    expression: ip.src.country in {"T1" "XX"}
  - ref: tor
    action: block
    expression: ip.geoip.country eq "T1"
`;
    expect(found("rules.yaml", text).map((it) => it.message)).toEqual([
      "Never reached: 'Old countries' on line 4 matches everything this rule matches, and its action 'js_challenge' ends the evaluation.",
    ]);
  });

  test("a body of the API, and a rule without a name", () => {
    const text = body([log("ssl"), log("not not ssl")]);
    expect(found("set.json", text).map((it) => `${it.code}: ${it.message}`)).toEqual([
      "duplicate-rule: Duplicate of the rule on line 6: both match the same requests and have the same action 'log'. Remove one of them.",
    ]);
  });
});

describe("rules that are never reached", () => {
  test.each<[string, Settings[], number]>([
    ["the same text", [block("ssl"), block("ssl")], 1],
    ["a wider number", [block("cf.threat_score gt 10"), log("cf.threat_score gt 50")], 1],
    ["a wider network", [block("ip.src in {10.0.0.0/8}"), log("ip.src eq 10.1.2.3")], 1],
    ["always true", [block("true"), log('http.host eq "a"')], 1],
    ["one of several", [block("ssl or cf.client.bot"), log("cf.client.bot")], 1],
    [
      "the second of three",
      [log("ssl"), block('http.host eq "a"'), log('http.host eq "a" and ssl')],
      1,
    ],
    ["the same text with a list", [block("ip.src in $bad"), log("ip.src in $bad")], 1],
    [
      "a fixed redirect",
      [
        {
          action: "redirect",
          expression: "ssl",
          action_parameters: { from_value: { target_url: { value: "/" } } },
        },
        log('ssl and http.host eq "a"'),
      ],
      1,
    ],
    [
      "a skip of the rest",
      [
        { action: "skip", expression: "ssl", action_parameters: { ruleset: "current" } },
        block('ssl and http.host eq "a"'),
      ],
      1,
    ],
    ["a limit on a later one only", [block("ssl"), block("ssl", { ratelimit: { period: 10 } })], 1],
  ])("%s", (_, rules, count) => {
    expect(inBody(rules).filter((it) => it.startsWith("unreachable-rule"))).toHaveLength(count);
  });
});

describe("nothing is claimed about", () => {
  test.each<[string, Settings[]]>([
    ["a narrower rule before a wider one", [block('http.host eq "a" and ssl'), block("ssl")]],
    ["rules that overlap", [block('http.host in {"a" "b"}'), block('http.host in {"b" "c"}')]],
    ["an action that continues", [log("ssl"), block('ssl and http.host eq "a"')]],
    ["a disabled earlier rule", [block("ssl", { enabled: false }), block("ssl")]],
    ["a disabled later rule", [block("ssl"), block("ssl", { enabled: false })]],
    ["an unknown state", [block("ssl", { enabled: "maybe" }), block("ssl")]],
    ["a rate limit", [block("ssl", { ratelimit: { period: 10 } }), block("ssl")]],
    [
      "leaked credentials",
      [block("ssl", { exposed_credential_check: { username_expression: "ssl" } }), block("ssl")],
    ],
    ["different lists", [block("ip.src in $a"), block("ip.src in $b")]],
    ["a list and a value", [block("ip.src in $a"), block("ip.src eq 192.0.2.1")]],
    ["a rule with errors", [block("ssl"), block("ssl and")]],
    ["a rule that matches nothing", [block("ssl"), block("ssl and not ssl")]],
    ["other letter case", [block('http.host eq "a"'), block('lower(http.host) eq "a"')]],
    ["an unknown action", [{ action: "stop", expression: "ssl" }, block("ssl")]],
    [
      "a skip of something else",
      [
        { action: "skip", expression: "ssl", action_parameters: { products: ["waf"] } },
        block("ssl"),
      ],
    ],
    [
      "a redirect by a list",
      [
        { action: "redirect", expression: "ssl", action_parameters: { from_list: { name: "l" } } },
        block("ssl"),
      ],
    ],
  ])("%s", (_, rules) => {
    expect(inBody(rules)).toEqual([]);
  });

  test("the items of a list in the settings, which may be examples", () => {
    const text = body([block("ip.src in $bad"), block("ip.src eq 192.0.2.1")]);
    expect(found("set.json", text, { listItems: { bad: ["192.0.2.1"] } })).toEqual([]);
  });

  test("a phase of rate limits", () => {
    expect(inBody([block("ssl"), block("ssl", { x: 1 })], "http_ratelimit")).toEqual([]);
  });

  test("rules of other rulesets", () => {
    const sets = [custom, "http_request_firewall_managed"].map((it) => body([block("ssl")], it));
    expect(found("sets.json", `{"result":[${sets.join()}]}`)).toEqual([]);
    const same = body([block("ssl"), block("cf.client.bot")]);
    expect(found("sets.json", `{"result":[${same},${same}]}`)).toEqual([]);
    const other = terraform.replace(
      "  }\n  rules {",
      '  }\n}\nresource "cloudflare_ruleset" "b" {\n  rules {',
    );
    expect(found("main.tf", other)).toEqual([]);
  });

  test.each([
    [
      "interpolation",
      'starts_with(http.request.uri.path, \\"/admin\\")',
      'starts_with(http.request.uri.path, \\"${var.path}\\")',
    ],
    [
      "a state from a variable",
      '    action     = "block"',
      '    action     = "block"\n    enabled    = var.on',
    ],
    ["an action from a variable", '"block"', "var.action"],
    [
      "a generated rule",
      '  rules {\n    ref        = "admin"',
      '  dynamic "rules" {\n    for_each = var.x\n    content {\n    ref        = "admin"',
    ],
  ])("Terraform: %s", (_, before, after) => {
    const text = terraform.replace(before, after);
    expect(text).not.toBe(terraform);
    const closed = after.includes("dynamic")
      ? text.replace("  }\n  rules {", "  }\n  }\n  rules {")
      : text;
    expect(found("main.tf", closed)).toEqual([]);
  });

  test("Terraform: conditional and merged rules", () => {
    const rule = '{ action = "block", expression = "ssl" }';
    const set = (first: string) =>
      `resource "cloudflare_ruleset" "a" {\n  phase = "${custom}"\n  rules = [${first}, ${rule}]\n}\n`;
    expect(found("main.tf", set(rule))).toHaveLength(1);
    expect(
      found("main.tf", set(`merge({ action = "block" }, { expression = "ssl" })`)),
    ).toHaveLength(1);
    expect(found("main.tf", set(`merge(local.base, ${rule})`))).toEqual([]);
    expect(found("main.tf", set(`var.on ? ${rule} : null`))).toEqual([]);
    for (const text of ['try(var.a, "ssl")', 'coalesce(var.a, "ssl")', 'var.on ? var.a : "ssl"']) {
      expect(found("main.tf", set(`{ action = "block", expression = ${text} }`))).toEqual([]);
    }
  });

  test("YAML: rules inside templates", () => {
    const rules = (first: string, last: string) =>
      `# weir: template\nwaf_custom_rules:\n${first}  - { action: block, expression: ssl }\n${last}  - { action: block, expression: ssl }\n`;
    expect(found("a.yaml", rules("", ""))).toHaveLength(1);
    expect(found("a.yaml", rules("{{- if .a }}\n", "{{- end }}\n"))).toEqual([]);
    expect(found("a.yaml", rules("{% if a %}\n", "{% endif %}\n"))).toEqual([]);
  });
});

describe("duplicates", () => {
  const settings = (value: string, expression = "ssl"): Settings => ({
    action: "set_config",
    expression,
    action_parameters: { security_level: value, bic: true },
  });

  test.each<[string, Settings[]]>([
    [
      "another order of conditions",
      [log('ssl and http.host eq "a"'), log('http.host in {"a"} and ssl')],
    ],
    ["other names and IDs", [log("ssl", { ref: "a", id: "1" }), log("ssl", { ref: "b", id: "2" })]],
    ["not next to each other", [log("ssl"), block("cf.client.bot"), log("ssl")]],
    [
      "the same parameters in another order",
      [
        settings("high"),
        {
          action: "set_config",
          expression: "ssl",
          action_parameters: { bic: true, security_level: "high" },
        },
      ],
    ],
  ])("%s", (_, rules) => {
    expect(inBody(rules).map((it) => it.split(" ")[0])).toEqual(["duplicate-rule"]);
  });

  test.each<[string, Settings[]]>([
    ["other parameters", [settings("high"), settings("low")]],
    ["another action", [log("ssl"), block("ssl")]],
    ["a narrower rule", [log("ssl"), log('ssl and http.host eq "a"')]],
    [
      "a rule that changes it between",
      [settings("high"), settings("low", "cf.client.bot"), settings("high")],
    ],
    [
      "scores, which add up",
      [0, 1].map(() => ({
        action: "score",
        expression: "ssl",
        action_parameters: { increment: 5 },
      })),
    ],
    [
      "headers, which are added",
      [0, 1].map(() => ({
        action: "rewrite",
        expression: "ssl",
        action_parameters: { headers: { a: { operation: "add", value: "b" } } },
      })),
    ],
    ["a disabled one", [log("ssl", { enabled: false }), log("ssl")]],
  ])("not: %s", (_, rules) => {
    expect(inBody(rules)).toEqual([]);
  });
});

test("severities, and comments of the host", () => {
  const off = { severity: { "unreachable-rule": "off" } } as const;
  expect(found("main.tf", terraform, off)).toEqual([]);
  const error = { severity: { "unreachable-rule": "error" } } as const;
  expect(found("main.tf", terraform, error).map((it) => it.severity)).toEqual(["error"]);
  const at = terraform.lastIndexOf("    expression");
  const comment = "    # weir-ignore unreachable-rule\n";
  expect(found("main.tf", terraform.slice(0, at) + comment + terraform.slice(at))).toEqual([]);
  expect(found("main.tf", terraform, { brief: true })).toEqual([]);
});

test("rules with the same effect are found in sequence", () => {
  const all = Array.from({ length: 3 }, () => log("ssl"));
  expect(inBody(all)).toHaveLength(2);
});

test("among a thousand rules, repeated ones are found", () => {
  const rules = Array.from({ length: 1000 }, (_, i) => block(`http.host eq "${i % 999}.example"`));
  expect(inBody(rules)).toHaveLength(1);
});

describe("several earlier rules together", () => {
  const host = (operator: string) => `http.host ${operator}`;

  test.each([
    [[block(host('eq "a"')), block(host('eq "b"')), log(host('in {"a" "b"}'))]],
    [
      [
        block("cf.edge.server_port lt 443"),
        block("cf.edge.server_port ge 443"),
        log("cf.edge.server_port ne 80"),
      ],
    ],
    [
      [
        block(host('contains "x"')),
        block(host('eq "c"')),
        block(host('eq "b"')),
        log(host('in {"b" "ax"}')),
      ],
    ],
  ])("%j", (rules) => {
    const last = rules[rules.length - 1]?.expression;
    expect(inBody(rules)).toEqual([`unreachable-rule ${JSON.stringify(last)}`]);
  });

  test("are reported, as far as they are needed", () => {
    const [only] = found(
      "set.json",
      body([
        block(host('eq "a"'), { ref: "first" }),
        block(host('eq "c"'), { ref: "other" }),
        block(host('eq "b"'), { ref: "second" }),
        log(host('in {"a" "b"}')),
      ]),
    );
    expect(only?.message).toMatch(
      /^Never reached: together, 'first' on line \d+ and 'second' on line \d+ match everything this rule matches, and their actions end the evaluation\.$/,
    );
    expect(only?.related).toHaveLength(2);
  });

  test("leave something open", () => {
    expect(
      inBody([block(host('eq "a"')), block(host('eq "b"')), log(host('in {"a" "b" "c"}'))]),
    ).toEqual([]);
  });
});

describe("hover of a rule", () => {
  function hover(rules: readonly Settings[], at: string): string | undefined {
    const text = body(rules);
    return hostOfPath("set.json")
      ?.analyze(text, defaultContext)
      .hover(text.lastIndexOf(at) + 1)?.markdown;
  }
  const host = (name: string) => `http.host eq "${name}"`;

  test("shows a request that reaches it", () => {
    const later = 'starts_with(http.request.uri.path, "/a")';
    const rules = [block('http.request.uri.path eq "/a"'), log(later)];
    expect(hover(rules, "starts_with")).toMatch(
      /\n\n---\n\nReaches this rule, for example: `GET https:\/\/example\.com\/a[^`]+`$/,
    );
  });

  test("shows nothing for a rule that is never reached, or the first one", () => {
    const rules = [block('http.host contains "a"'), log(host("ab"))];
    for (const at of ["http.host eq", "http.host contains"])
      expect(hover(rules, at)).not.toContain("Reaches this rule");
  });

  test("shows nothing if an earlier rule is not completely known", () => {
    expect(hover([block("ip.src in $office"), log(host("a"))], "http.host")).not.toContain(
      "Reaches this rule",
    );
    const open = { action: "execute", expression: "true" };
    expect(hover([block(host("b")), open, log(host("a"))], "http.host")).not.toContain(
      "Reaches this rule",
    );
    const disabled = block("true", { enabled: false });
    expect(hover([disabled, block(host("b")), log(host("a"))], "http.host")).toContain(
      "`GET https://a/`",
    );
  });
});

describe("what 'true' does depends on the rule around it", () => {
  const said = (path: string, text: string) =>
    hostOfPath(path)
      ?.analyze(text, defaultContext)
      .diagnostics()
      .filter((it) => it.code === "always-matches")
      .map((it) => `${it.severity} ${it.message.replace("'true' matches every request", "")}`);
  const stops = "warning , so 'block' stops all traffic that reaches this rule.";
  const counts = "info , so all of them count towards the rate limit.";
  const checks = "info , so all of them are checked for leaked credentials.";

  test.each<[Settings, string, string]>([
    [block("true"), custom, stops],
    [block("true", { enabled: true }), custom, stops],
    [block("true", { enabled: false }), custom, "info ."],
    [block("true", { ratelimit: { period: 60 } }), custom, counts],
    [block("true"), "http_ratelimit", counts],
    [block("true", { exposed_credential_check: { username_expression: "ssl" } }), custom, checks],
    [log("true"), custom, "info ."],
    [
      { ...block("true"), action: "js_challenge" },
      custom,
      "warning , so 'js_challenge' applies to all traffic that reaches this rule.",
    ],
  ])("%j in %s", (rule, phase, expected) => {
    expect(said("set.json", body([rule], phase))).toEqual([expected]);
  });

  test("in Terraform and YAML", () => {
    const rule = (more: string) =>
      `resource "cloudflare_ruleset" "a" {\n  phase = "${custom}"\n  rules {\n    action = "block"\n    expression = "true"\n    ${more}\n  }\n}\n`;
    expect(said("a.tf", rule(""))).toEqual([stops]);
    expect(said("a.tf", rule("ratelimit {\n      period = 60\n    }"))).toEqual([counts]);
    expect(
      said("a.tf", rule('exposed_credential_check {\n      username_expression = "ssl"\n    }')),
    ).toEqual([checks]);
    expect(said("a.tf", rule("enabled = var.on"))).toEqual(["info ."]);
    const yaml = (list: string) => `${list}:\n  - expression: "true"\n    action: block\n`;
    expect(said("a.yaml", yaml("waf_custom_rules"))).toEqual([stops]);
    expect(said("a.yaml", yaml("rate_limiting_rules"))).toEqual([counts]);
  });
});
