// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are written like this.
import { describe, expect, test } from "vitest";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { analyze, checkAccept, checkComplete, completionsAt } from "../../support/check.ts";

const all = "eq, ne, contains, in, matches, wildcard, strict wildcard, gt, ge, lt, le";
const numeric = "eq, ne, in, gt, ge, lt, le, bitwise_and";
const addresses = "eq, ne, in, gt, ge, lt, le";
const logicalOperators = "and, or, xor";
const managed = "$cf.anonymizer, $cf.botnetcc, $cf.malware, $cf.open_proxies, $cf.vpn";

describe("offers operators for the type of the left side", () => {
  const rows: [marked: string, labels: string][] = [
    [`http.host <|>`, all],
    [`http.host con<|>`, all],
    [`http.host e<|>q "a"`, all],
    [`http.host strict wi<|>`, all],
    [`ip.src <|>`, addresses],
    [`tcp.dstport <|>`, numeric],
    [`len(http.host) <|>`, numeric],
    [`no.such.field <|>`, `${all}, bitwise_and`],
    [`any(http.request.headers.names[*] <|>)`, all],
    [`http.request.headers["a"][0] <|>`, all],
    [`(ssl and (http.host <|>`, all],
    [`ssl http.host <|>`, all],
    [`http.host not <|>`, all],
    [`ssl and ip.src not i<|>`, addresses],
    [`http.host not =<|>`, ""],
    [`http.host =<|>`, "eq"],
    [`http.host ><|>`, "gt, ge"],
    [`lower(http.host <|>)`, ""],
    [`# @value\nlower(http.host) <|>`, ""],
  ];
  test.each(rows)("%s", (marked, labels) => checkComplete(cfrule, marked, labels));
});

describe("offers logical operators after a complete condition", () => {
  const rows: [marked: string, labels: string][] = [
    [`ssl <|>`, logicalOperators],
    [`ssl a<|>`, logicalOperators],
    [`ssl &<|>`, "and"],
    [`http.host eq "a" <|>`, logicalOperators],
    [`http.host eq "a"<|>`, logicalOperators],
    [`(ssl) <|>`, logicalOperators],
    [`not ssl <|>`, logicalOperators],
    [`ip.src in $a <|>`, logicalOperators],
    [`ip.src in {192.0.2.1} <|> ssl`, logicalOperators],
    [`starts_with(http.host, "a") <|>`, logicalOperators],
    [`any(http.request.headers.names[*] eq "a") <|>`, logicalOperators],
    [`any((http.request.headers.names[*] eq "a" <|>`, logicalOperators],
    [`any(http.request.headers.names[*] eq "a" <|>`, ""],
    [`http.host eq foo <|>`, logicalOperators],
  ];
  test.each(rows)("%s", (marked, labels) => checkComplete(cfrule, marked, labels));
});

describe("finds what is typed after a complete condition, and joins it", () => {
  test.each([
    ["ssl http.ho<|>", "http.host", "ssl and http.host"],
    ['http.host eq "a" ssl<|>', "ssl", 'http.host eq "a" and ssl'],
    ['http.host eq "a"ip.sr<|>', "ip.src", 'http.host eq "a" and ip.src'],
    ["(ssl http.ho<|>)", "http.host", "(ssl and http.host)"],
  ])("%s", (marked, label, after) => checkAccept(cfrule, marked, label, after));

  test("an editor asks again when something is typed", () => {
    const asksAgain = (marked: string) =>
      completionsAt(cfrule, marked).some((it) => it.isSoughtByLength);
    expect(["ssl <|>", "ssl h<|>"].map(asksAgain)).toEqual([true, false]);
  });
});

describe("offers values", () => {
  const rows: [marked: string, labels: string][] = [
    [`url_decode(http.request.uri.query, "<|>")`, '"r", "u"'],
    [`url_decode(http.request.uri.query, "r<|>`, '"r", "u"'],
    [`http.host eq substring("<|>`, ""],
    [`cf.zone.plan eq <|>`, "ENT"],
    [`cf.zone.plan eq "<|>"`, "ENT"],
    [`cf.zone.plan in {<|>`, "ENT"],
    [`cf.zone.plan in {"ENT" <|>}`, ""],
    [`cf.zone.plan in <|>`, "{ }, $office_ips, ENT"],
    [`cf.waf.score.class in {"attack" "<|>"}`, "likely_attack, likely_clean, clean"],
    [`http.host eq <|>`, '"…"'],
    [`http.host matches <|>`, 'r"…", "…"'],
    [`http.host wildcard <|>`, '"*…*"'],
    [`tcp.dstport eq <|>`, ""],
    [`ip.src eq <|>`, ""],
    [`ip.src in <|>`, `{ }, $office_ips, ${managed}`],
    [`ip.src in $<|>`, `$office_ips, ${managed}`],
    [`ip.src in $of<|>fice and ssl`, `$office_ips, ${managed}`],
    [`http.host in $<|>`, "$office_ips"],
    [`http.host eq "<|>`, ""],
    [`http.host matches "<|>"`, ""],
    [`encode_base64(http.host, <|>)`, '"u", "p"'],
  ];
  const context = { lists: ["office_ips"] };
  test.each(rows)("%s", (marked, labels) => {
    const found = completionsAt(cfrule, marked, context).filter((it) => it.kind !== "field");
    const plain = found.filter((it) => it.kind !== "function").map((it) => it.label);
    expect(plain.join(", ")).toBe(labels);
  });

  test("lists that fit, with known kinds first", () => {
    const lists = ["any", "bad_hosts", "office_ips"];
    const context = { lists, listKinds: { bad_hosts: "hostname", office_ips: "ip" } };
    checkComplete(cfrule, `http.host in $<|>`, "$bad_hosts, $any", context);
    checkComplete(cfrule, `ip.src in $<|>`, `$office_ips, $any, ${managed}`, context);
    const [first] = completionsAt(cfrule, `http.host in $<|>`, context);
    expect(first).toMatchObject({ detail: "list of hostnames" });
    expect(first?.documentation?.()).toContain("list of hostnames");
  });

  test("with their meaning as filter text", () => {
    const found = completionsAt(cfrule, `ip.src.country eq "<|>"`);
    const item = found.find((it) => it.label === "PT");
    expect(item).toMatchObject({ detail: "Portugal", filterText: "PT Portugal" });
  });
});

describe("offers indexes", () => {
  const rows: [marked: string, labels: string][] = [
    [`http.request.headers["a"]<|>`, "[0], [*]"],
    [`http.request.headers["a"] <|>`, "[0], [*]"],
    [`http.request.headers <|>`, '["…"]'],
    [`http.request.headers\n  <|>`, ""],
    [`http.request.headers # why\n  <|>`, ""],
    [`http.request.headers.names[<|>`, "0, *"],
    [`http.request.cookies[<|>]`, '"…", *'],
    [`lower(http.request.headers.names[*])<|>`, "[0], [*]"],
    [`http.host[<|>`, ""],
  ];
  test.each(rows)("%s", (marked, labels) => checkComplete(cfrule, marked, labels));

  test("and header names", () => {
    const labels = completionsAt(cfrule, `any(http.request.headers["<|>"][*] eq "a")`).map(
      (it) => it.label,
    );
    expect(labels).toContain("user-agent");
    expect(labels.every((it) => it === it.toLowerCase())).toBe(true);
  });
});

describe("offers names at the start of an expression", () => {
  const labelsAt = (marked: string, context = {}) =>
    completionsAt(cfrule, marked, context).map((it) => it.label);

  test.each([
    `<|>`,
    `ht<|>`,
    `ssl and <|>`,
    `(<|>`,
    `not <|>`,
    `ssl and !<|>`,
    `ssl or (h<|>) and`,
  ])("%s", (marked) => {
    const labels = labelsAt(marked);
    expect(labels).toEqual(expect.arrayContaining(["http.host", "ssl", "any", "lower", "not"]));
    expect(labels).not.toContain("and");
    expect(labels).not.toContain("regex_replace");
    expect(labels.includes("true")).toBe(marked === "<|>" || marked === "ht<|>");
  });

  test("deprecated fields come after the others", () => {
    const items = completionsAt(cfrule, `<|>`);
    const at = (label: string) => items.findIndex((it) => it.label === label);
    expect(at("ip.geoip.country")).toBeGreaterThan(at("cf.zone.name"));
    expect(items[at("ip.geoip.country")]?.deprecated).toBe(true);
  });

  test("names that are unavailable in the phase or plan come last, with the reason", () => {
    const detail = (marked: string, label: string) =>
      completionsAt(cfrule, marked).find((it) => it.label === label)?.detail;
    const phase = "# @phase http_request_transform\n<|>";
    expect(detail(phase, "http.response.code")).toBe("Integer, not in this phase");
    expect(detail("# @plan free\n<|>", "http.request.cookies")).toBe(
      "Map<Array<String>>, requires the Pro plan or above",
    );
  });

  test("fields of the workspace are offered", () => {
    const extraFields = { rules: { "cf.brand.new": "String" } };
    expect(labelsAt("<|>", { extraFields })).toContain("cf.brand.new");
  });

  test("arguments have the type of the parameter", () => {
    const labels = labelsAt("lower(<|>");
    expect(labels).toEqual(expect.arrayContaining(["http.host", "http.request.headers.names"]));
    expect(labels).not.toContain("ip.src");
    expect(labels).not.toContain("ssl");
    expect(labelsAt("bit_slice(<|>")).toEqual(["icmp", "ip", "tcp", "udp"]);
    expect(labelsAt("cidr(<|>, 24, 64)")).toEqual(expect.arrayContaining(["ip.src"]));
    expect(labelsAt("cidr(<|>, 24, 64)")).not.toContain("http.host");
  });

  test("any(…) offers only collections", () => {
    const labels = labelsAt("any(<|>");
    expect(labels).toContain("http.request.headers");
    expect(labels).not.toContain("http.host");
    expect(labels).not.toContain("any");
  });

  test("a value expression has additional functions", () => {
    expect(labelsAt("# @value\n<|>")).toEqual(expect.arrayContaining(["regex_replace", "uuidv4"]));
    expect(labelsAt("# @value\n<|>")).not.toContain("not");
  });
});

describe("offers directives", () => {
  const rows: [marked: string, labels: string][] = [
    [
      `# @<|>`,
      "@action, @products, @skip, @description, @priority, @before, @after, @position, @paused, @ref, @phase, @plan, @value, @match, @no-match",
    ],
    [
      `# @action block\n# @<|>`,
      "@products, @skip, @description, @priority, @before, @after, @position, @paused, @ref, @phase, @plan, @value, @match, @no-match",
    ],
    [`# weir<|>`, "weir-ignore, weir-ignore-file"],
    [`# @paused <|>`, "true, false"],
    [`# @plan bus<|>\nssl`, "free, pro, business, enterprise"],
    [`# @products waf, bic, <|>`, "zoneLockdown, uaBlock, hot, securityLevel, rateLimit"],
    [`ssl # @<|>`, ""],
    [`# some <|>prose`, ""],
  ];
  test.each(rows)("%s", (marked, labels) => checkComplete(cfrule, marked, labels));

  test("actions, phases and codes", () => {
    const first = (marked: string) => completionsAt(cfrule, marked)[0]?.label;
    expect(first(`# @action <|>`)).toBe("block");
    expect(first(`# @phase <|>`)).toBe("ddos_l4");
    expect(first(`ssl # weir-ignore <|>`)).toBe(cfrule.checks[0]?.code);
  });

  test.each([
    ["ip.src.country=<|>", 'ip.src.country eq "DE"', "DE"],
    ["http.host=a ip.src.country=D<|>", 'ip.src.country in {"FR" "DE"}', "FR"],
    ['ip.src.country="<|>', 'ip.src.country eq "DE"', "DE"],
    ["ip.src=<|>", "not ip.src in {192.0.2.1 198.51.100.0/24}", "192.0.2.1"],
    ["cf.bot_management.score=<|>", "cf.bot_management.score lt 0x1e", "30"],
    ['http.request.headers["x-a"]=<|>', 'http.request.headers["x-a"][0] eq "1"', "1"],
    ["ssl=<|>", 'http.host eq "a"', "true"],
    ["http.request.method=<|>", "ssl", "GET"],
  ])("the values of an example, those of the rule first: %s", (line, rule, expected) => {
    const found = completionsAt(cfrule, `# @match GET https://a/ ${line}\n${rule}`);
    expect(found[0]?.label).toBe(expected);
    expect(new Set(found.map((it) => it.label)).size).toBe(found.length);
  });

  test.each(["no.such=<|>", "ip.src.country=DE <|>x=", 'http.host="a b<|>'])(
    "no values in an example: %s",
    (line) => {
      const found = completionsAt(
        cfrule,
        `# @match GET https://a/ ${line}\nip.src.country eq "FR"`,
      );
      expect(found.map((it) => it.label)).not.toContain("FR");
    },
  );
});

describe("accepting an offer keeps the text valid", () => {
  const rows: [marked: string, label: string, after: string][] = [
    [`http.ho<|>x eq "a"`, "http.host", `http.host eq "a"`],
    [`lo<|>`, "lower", "lower(${1})"],
    [`lo<|>wer(http.host) eq "a"`, "lower", `lower(http.host) eq "a"`],
    [`starts<|>`, "starts_with", 'starts_with(${1}, "${2}")'],
    [`<|>`, "any", 'any(${1} ${2} "${3}")'],
    [`any(<|>)`, "http.request.headers", 'any(http.request.headers["${1}"][*])'],
    [`any(<|>)`, "lower", "any(lower(${1})[*])"],
    [`any(<|>)`, "starts_with", 'any(starts_with(${1}, "${2}"))'],
    [`http.host e<|>`, "eq", `http.host eq`],
    [`http.host =<|> "a"`, "eq", `http.host eq "a"`],
    [`http.request.headers["a"][0]<|>`, "eq", `http.request.headers["a"][0] eq`],
    [`(ssl)<|>`, "and", `(ssl) and`],
    [`ssl and ip.src not i<|>`, "in", `ssl and not ip.src in`],
    [`http.host strict wi<|>`, "strict wildcard", `http.host strict wildcard`],
    [`cf.zone.plan eq <|>`, "ENT", `cf.zone.plan eq "ENT"`],
    [`cf.zone.plan eq "E<|>X" and ssl`, "ENT", `cf.zone.plan eq "ENT" and ssl`],
    [
      `cf.zone.plan eq "E<|> and http.host eq "b"`,
      "ENT",
      `cf.zone.plan eq "ENT" and http.host eq "b"`,
    ],
    [`cf.zone.plan in <|>`, "ENT", `cf.zone.plan in {"ENT"}`],
    [`ip.src in <|>`, "$cf.vpn", `ip.src in $cf.vpn`],
    [`ip.src in $cf.<|>x and ssl`, "$cf.vpn", `ip.src in $cf.vpn and ssl`],
    [`http.request.headers[<|>`, "host", `http.request.headers["host"]`],
    [`http.request.headers["<|>"]`, "host", `http.request.headers["host"]`],
    [`http.request.headers["ho<|>st"][0] eq "a"`, "host", `http.request.headers["host"][0] eq "a"`],
    [`http.request.headers<|>`, '["…"]', 'http.request.headers["${1}"]'],
    [`http.request.headers.names <|>`, "[*]", `http.request.headers.names[*]`],
    [`has_key(http.request.headers, "<|>")`, "host", `has_key(http.request.headers, "host")`],
    [`has_key(http.request.headers, <|>)`, "host", `has_key(http.request.headers, "host")`],
    [`has_key(http.request.headers, "ho<|>`, "host", `has_key(http.request.headers, "host"`],
    [`url_decode(http.host, "<|>") eq "a"`, '"r"', `url_decode(http.host, "r") eq "a"`],
    [`# @act<|>\nssl`, "@action", "# @action ${1}\nssl"],
    [`# @action bl<|>og\nssl`, "block", "# @action block\nssl"],
    [
      `# @match GET / http.host=<|>\nhttp.host eq "a b"`,
      "a b",
      `# @match GET / http.host="a b"\nhttp.host eq "a b"`,
    ],
    [
      `# @match GET / http.host="a<|>"\nhttp.host eq "a b"`,
      "a b",
      `# @match GET / http.host="a b"\nhttp.host eq "a b"`,
    ],
  ];
  test.each(rows)("%s with %s", (marked, label, after) => {
    checkAccept(cfrule, marked, label, after);
  });
});

test("offers nothing inside other strings or after a constant", () => {
  checkComplete(cfrule, `lower("<|>")`, "");
  checkComplete(cfrule, `true <|>`, "");
  checkComplete(cfrule, `concat("a" <|>)`, "");
});

describe("templates", () => {
  const templates = (marked: string): string =>
    completionsAt(cfrule, marked)
      .filter((it) => it.kind === "snippet")
      .map((it) => it.label)
      .join(", ");

  test.each([
    ["an empty file", `<|>`, "path prefix, user agent, header, rule, value expression"],
    ["a first word", `ru<|>`, "path prefix, user agent, header, rule, value expression"],
    ["a file with a directive", `# @action log\n<|>`, "path prefix, user agent, header"],
    ["a file with an expression", `<|>\nssl`, "path prefix, user agent, header"],
    ["behind 'and'", `ssl and <|>`, "path prefix, user agent, header"],
    ["in a group", `ssl and (not <|>)`, "path prefix, user agent, header"],
    ["a phase without requests", `# @phase magic_transit\n<|>`, ""],
    ["in any(…)", `any(<|>)`, ""],
    ["in a value expression", `# @value\n<|>`, ""],
    ["behind a field", `http.host <|>`, ""],
  ])("%s", (_, marked, labels) => expect(templates(marked)).toBe(labels));

  test("have no diagnostics when filled in", () => {
    const words = ["", "block", "Logins", "ssl"];
    for (const { label, edit } of completionsAt(cfrule, "<|>").filter(
      (it) => it.kind === "snippet",
    )) {
      const text = edit.newText.replace(/\$\{(\d)\}/g, (_, number: number) => words[number] ?? "");
      const filled = text.replace(", Logins)", ", http.request.uri.path)");
      expect([label, analyze(cfrule, filled).diagnostics()]).toEqual([label, []]);
    }
  });

  test("an editor without multi-line edits gets no expression inside a comment", () => {
    const rule = completionsAt(cfrule, "ru<|>").find((it) => it.label === "rule");
    expect(rule?.plain?.edit).toEqual({ start: 0, end: 2, newText: "# @action ${1}" });
  });
});
