import { describe, expect, test } from "vitest";
import { languageOfPath } from "../../server/src/languages.ts";
import { plainContext } from "../../server/src/try/subject.ts";
import { RuleSets } from "../../server/src/workspace/configuration/rule-sets.ts";
import { type LockEntry, writeLock } from "../../server/src/workspace/lock/lock.ts";
import { Workspace } from "../../server/src/workspace/workspace.ts";

type Files = Readonly<Record<string, string>>;
type Entries = Readonly<Record<string, Partial<LockEntry>>>;

const origin = "http://127.0.0.1:8787";
const rulesets = { baseUrl: `${origin}/client/v4`, zone: "z", rulesTarget: "rulesets" };
const firewall = { ...rulesets, rulesTarget: "firewall-rules" };

interface Setup {
  readonly profiles?: Readonly<Record<string, object>>;
  readonly lock?: string;
  readonly severity?: Readonly<Record<string, string>>;
}

/** The diagnostics about rule sets in a folder, as `code file < earlier file`. */
function found(rules: Files, setup: Setup = {}): string[] {
  return Object.keys(rules).flatMap((name) =>
    diagnosticsIn(name, rules, setup).map((it) => {
      const earlier = it.related?.map(({ file }) => file?.path.slice("/w/".length)).join("+");
      return `${it.code} ${name} < ${earlier}`;
    }),
  );
}

function analysisOf(name: string, rules: Files, setup: Setup) {
  const path = `/w/${name}`;
  const context = contextOf(path, rules, setup);
  return languageOfPath(path)?.analyze(rules[name] ?? "", context);
}

function contextOf(path: string, rules: Files, { profiles, lock, severity }: Setup) {
  const config = { profiles: profiles ?? { local: rulesets }, severity };
  const all: Files = { "weir.json": JSON.stringify(config), ...rules };
  const files: Files = lock === undefined ? all : { ...all, "weir.lock.json": lock };
  const read = (path: string) => files[path.slice("/w/".length)];
  const workspace = new Workspace(read, {
    jobsBelow: () => undefined,
    leadsToFile: () => false,
    today: () => "2026-11-15",
    ruleSet: (path) => ruleSets.around(path),
  });
  const ruleSets = new RuleSets(workspace, {
    read,
    pathOf: (folder, it) => `${folder}/${it}`,
    nameOf: (folder, path) => path.slice(folder.length + 1),
    rulesBelow: () => Object.keys(rules).filter((it) => !it.startsWith("..")),
  });
  return workspace.contextFor(path);
}

function diagnosticsIn(name: string, rules: Files, setup: Setup) {
  const all = analysisOf(name, rules, setup)?.diagnostics() ?? [];
  return all.filter((it) => ["unreachable-rule", "duplicate-rule"].includes(it.code));
}

/** A lock file in which each file has the rule `id-<name>` of one ruleset, which has an order. */
function locked(names: string, order = names, entries: Entries = {}): string {
  const files = [...names].map((it) => [
    `${it}.cfrule`,
    {
      local: {
        origin,
        zone: "z",
        target: "rulesets",
        ruleset: "set",
        rule: `id-${it}`,
        state: "done",
        ...entries[it],
      } satisfies LockEntry,
    },
  ]);
  return writeLock(Object.fromEntries(files), { set: [...order].map((it) => `id-${it}`) });
}

function rule(action: string, expression: string, ...directives: string[]): string {
  return [`# @action ${action}`, ...directives.map((it) => `# @${it}`), expression, ""].join("\n");
}

const wide = "ssl";
const narrow = 'ssl and http.host eq "a"';
const block = (...directives: string[]) => rule("block", wide, ...directives);
const late = (...directives: string[]) => rule("log", narrow, ...directives);
const pair = { "a.cfrule": late(), "b.cfrule": block() };
const isLate = ["unreachable-rule a.cfrule < b.cfrule"];

test("a pulled folder is checked in the order of the ruleset", () => {
  expect(found(pair, { lock: locked("ab", "ba") })).toEqual(isLate);
  expect(found(pair, { lock: locked("ab", "ab") })).toEqual([]);
});

test("messages name the file, and a reference or a description", () => {
  const message = (...directives: string[]) => {
    const files = { ...pair, "b.cfrule": block(...directives) };
    return diagnosticsIn("a.cfrule", files, { lock: locked("ab", "ba") })[0]?.message;
  };
  const rest = "matches everything this rule matches, and its action 'block' ends the evaluation.";
  expect(message()).toBe(`Never reached: the rule in 'b.cfrule' ${rest}`);
  expect(message("description All TLS")).toBe(`Never reached: 'All TLS' in 'b.cfrule' ${rest}`);
  expect(message("description All TLS", "ref tls")).toBe(
    `Never reached: 'tls' in 'b.cfrule' ${rest}`,
  );
});

test("spans are those of the expressions", () => {
  const files = { ...pair, "b.cfrule": `# a comment\n${block()}` };
  const [only] = diagnosticsIn("a.cfrule", files, { lock: locked("ab", "ba") });
  expect(pair["a.cfrule"].slice(only?.start, only?.end)).toBe(narrow);
  const [earlier] = only?.related ?? [];
  expect(earlier?.file?.text.slice(earlier.start, earlier.end)).toBe(wide);
});

test("duplicates, and several rules together", () => {
  const files = {
    "a.cfrule": rule("log", "ssl"),
    "b.cfrule": rule("log", "not not ssl"),
    "c.cfrule": rule("block", 'http.host eq "x"'),
    "d.cfrule": rule("block", 'http.host eq "y"'),
    "e.cfrule": rule("js_challenge", 'http.host in {"x" "y"}'),
  };
  expect(found(files, { lock: locked("abcde") })).toEqual([
    "duplicate-rule b.cfrule < a.cfrule",
    "unreachable-rule e.cfrule < c.cfrule+d.cfrule",
  ]);
});

describe("a rule ends the evaluation", () => {
  test.each<[string, string, Partial<LockEntry>?]>([
    ["a challenge", rule("managed_challenge", wide)],
    ["a skip of the rest", rule("skip", wide, "skip ruleset=current")],
    ["a skip of the rest, as JSON", rule("skip", wide, 'skip {"ruleset": "current"}')],
    ["a block with a custom response", block(), { extra: ["action_parameters.response"] }],
    [
      "a redirect to a fixed target",
      rule("redirect", wide),
      { extra: ["action_parameters.from_value"] },
    ],
  ])("%s", (_, earlier, entry = {}) => {
    const lock = locked("ab", "ba", { b: entry });
    expect(found({ ...pair, "b.cfrule": earlier }, { lock })).toEqual(isLate);
  });
});

describe("nothing is claimed about", () => {
  test.each<[string, Files, Entries?]>([
    ["a paused earlier rule", { "b.cfrule": block("paused") }],
    ["a paused later rule", { "a.cfrule": late("paused true") }],
    ["an invalid flag", { "b.cfrule": block("paused maybe") }],
    ["a rule without an action", { "b.cfrule": "ssl" }],
    ["an unknown action", { "b.cfrule": rule("stop", wide) }],
    ["an action of the other target", { "b.cfrule": rule("allow", wide) }],
    ["a skip of something else", { "b.cfrule": rule("skip", wide, "products waf") }],
    ["a rule with errors", { "b.cfrule": rule("block", "ssl and") }],
    ["a value expression", { "b.cfrule": rule("block", "lower(http.host)", "value") }],
    ["a list", { "b.cfrule": rule("block", "ip.src in $bad or ssl") }],
    ["another phase", { "b.cfrule": block("phase http_ratelimit") }],
    ["an unknown phase", { "b.cfrule": block("phase x"), "a.cfrule": late("phase x") }],
    [
      "a phase of rate limits",
      { "b.cfrule": block("phase http_ratelimit"), "a.cfrule": late("phase http_ratelimit") },
    ],
    ["a rule that is limited on the service", {}, { b: { extra: ["ratelimit"] } }],
    ["leaked credentials", {}, { b: { extra: ["exposed_credential_check"] } }],
    [
      "a redirect by a list",
      { "b.cfrule": rule("redirect", wide) },
      { b: { extra: ["action_parameters.from_list"] } },
    ],
    ["another zone", {}, { b: { zone: "y" } }],
    ["another host", {}, { b: { origin: "https://api.example" } }],
    ["another target", {}, { b: { target: "firewall-rules" } }],
    ["another ruleset", {}, { b: { ruleset: "other" } }],
    ["a push that was interrupted", {}, { b: { state: "updating-rule" } }],
    [
      "a narrower rule before",
      { "a.cfrule": rule("log", wide), "b.cfrule": rule("block", narrow) },
    ],
  ])("%s", (_, files, entries = {}) => {
    expect(found({ ...pair, ...files }, { lock: locked("ab", "ba", entries) })).toEqual([]);
  });

  test("duplicates with settings that are not in the file", () => {
    const files = { "a.cfrule": rule("log", wide), "b.cfrule": rule("log", wide) };
    expect(found(files, { lock: locked("ab") })).toHaveLength(1);
    expect(found(files, { lock: locked("ab", "ab", { b: { extra: ["logging"] } }) })).toEqual([]);
  });

  test("a damaged lock file, or one without orders", () => {
    expect(found(pair, { lock: "{" })).toEqual([]);
    expect(found(pair, { lock: locked("ab", "ba").replace("id-b", "other") })).toEqual([]);
    const { order: _order, ...rest } = JSON.parse(locked("ab", "ba"));
    expect(found(pair, { lock: JSON.stringify(rest) })).toEqual([]);
  });

  test("files outside the folder, which a lock file may name", () => {
    const lock = locked("ab", "ba").replace('"b.cfrule"', '"../w/b.cfrule"');
    const files = { "a.cfrule": late() };
    expect(found({ ...files, "../w/b.cfrule": block() }, { lock })).toEqual([]);
  });

  test("folders without a profile", () => {
    expect(found(pair, { lock: locked("ab", "ba"), profiles: {} })).toEqual([]);
  });
});

test("severities and comments", () => {
  const lock = locked("ab", "ba");
  expect(found(pair, { lock, severity: { "unreachable-rule": "off" } })).toEqual([]);
  const [only] = diagnosticsIn("a.cfrule", pair, {
    lock,
    severity: { "unreachable-rule": "error" },
  });
  expect(only?.severity).toBe("error");
  const ignored = late("").replace(narrow, `# weir-ignore unreachable-rule\n${narrow}`);
  expect(found({ ...pair, "a.cfrule": ignored }, { lock })).toEqual([]);
});

test("a context without functions can be sent to another thread", () => {
  const context = contextOf("/w/a.cfrule", pair, { lock: locked("ab", "ba") });
  expect(context.ruleSet).toBeDefined();
  expect(structuredClone(plainContext(context)).severity).toEqual({});
});

describe("with several profiles", () => {
  const profiles = { local: rulesets, live: { zone: "z2", rulesTarget: "rulesets" } };

  test("the files of each are compared, and new files are not", () => {
    expect(found(pair, { lock: locked("ab", "ba"), profiles })).toEqual(isLate);
    const fresh = { ...pair, "c.cfrule": rule("log", narrow) };
    expect(found(fresh, { lock: locked("b"), profiles })).toEqual([]);
  });
});

describe("files that were not pushed yet", () => {
  const fresh = (...directives: string[]) => ({ "a.cfrule": late(...directives) });

  test.each<[string, Files, string]>([
    ["are added last", fresh(), "b"],
    ["after another rule", fresh("after b.cfrule"), "b"],
    [
      "after another rule, by its reference",
      { ...fresh("after x"), "b.cfrule": block("ref x") },
      "b",
    ],
    ["after another rule, by its ID", fresh("after id-b"), "b"],
    ["last", fresh("position last"), "b"],
    ["behind a file before it", { ...fresh(), "b.cfrule": block("before a.cfrule") }, ""],
    ["behind the first", { ...fresh(), "b.cfrule": block("position first") }, ""],
    ["by number", { ...fresh("position 3"), "b.cfrule": block("position 2") }, ""],
    ["last, after any number", { ...fresh("position last"), "b.cfrule": block("position 9") }, ""],
    [
      "through a rule between",
      { ...fresh("after c"), "c.cfrule": rule("log", "cf.client.bot", "after b") },
      "",
    ],
  ])("%s", (_, files, names) => {
    expect(found({ ...pair, ...files }, { lock: locked(names) })).toEqual(isLate);
  });

  test.each<[string, Files, string, string?]>([
    ["without an order", pair, ""],
    ["before another rule", fresh("before b"), "b"],
    ["with an invalid position", fresh("position middle"), "b"],
    ["with two positions", fresh("position last", "after b"), "b"],
    ["with an unknown reference", fresh("after nothing"), "b"],
    ["both first", { ...fresh("position 1"), "b.cfrule": block("position first") }, ""],
    ["the same number", { ...fresh("position 2"), "b.cfrule": block("position 2") }, ""],
    ["in a cycle", { ...fresh("after b"), "b.cfrule": block("after a") }, ""],
    ["that may be a rule without a file", fresh(), "b", "bx"],
    [
      "behind a cycle",
      {
        ...fresh("after b"),
        "b.cfrule": block("after c"),
        "c.cfrule": rule("log", "cf.client.bot", "after b"),
      },
      "",
    ],
  ])("nothing is claimed about files %s", (_, files, names, order = names) => {
    expect(found({ ...pair, ...files }, { lock: locked(names, order) })).toEqual([]);
  });

  test("a pulled rule that is to be moved", () => {
    const lock = locked("ab", "ab");
    expect(found({ ...pair, "a.cfrule": late("after b") }, { lock })).toEqual(isLate);
    expect(found({ ...pair, "b.cfrule": block("position first") }, { lock })).toEqual(isLate);
    const back = { ...pair, "a.cfrule": late("before b") };
    expect(found(back, { lock: locked("ab", "ba") })).toEqual([]);
  });
});

describe("firewall rules run by priority", () => {
  const profiles = { local: firewall };
  const entries = { a: { target: "firewall-rules" }, b: { target: "firewall-rules" } } as const;
  const lock = locked("ab", "", entries);

  test.each<[string, Files]>([
    ["numbers", { "a.cfrule": late("priority 2"), "b.cfrule": block("priority 1") }],
    ["none runs last", { "a.cfrule": late(), "b.cfrule": block("priority 9") }],
    ["allow", { "a.cfrule": late(), "b.cfrule": rule("allow", wide, "priority 9") }],
  ])("%s", (_, files) => {
    expect(found(files, { profiles, lock })).toEqual(isLate);
    expect(found(files, { profiles })).toEqual(isLate);
  });

  test.each<[string, Files, Partial<LockEntry>?]>([
    ["equal priorities", { "a.cfrule": late("priority 1"), "b.cfrule": block("priority 1") }],
    ["no priorities", pair],
    ["a later one", { "a.cfrule": late("priority 1"), "b.cfrule": block("priority 2") }],
    ["an invalid one", { "a.cfrule": late("priority x"), "b.cfrule": block("priority 2") }],
    ["a bypass", { "a.cfrule": late(), "b.cfrule": rule("bypass", wide, "priority 1") }],
    [
      "a paused filter",
      { "a.cfrule": late(), "b.cfrule": block("priority 1") },
      { extra: ["filter.paused"] },
    ],
  ])("nothing is claimed about %s", (_, files, b = {}) => {
    const lock = locked("ab", "", { ...entries, b: { ...entries.b, ...b } });
    expect(found(files, { profiles, lock })).toEqual([]);
  });
});

describe("hover", () => {
  function hover(lock: string): string | undefined {
    const files = {
      "a.cfrule": rule("log", 'starts_with(http.request.uri.path, "/a")'),
      "b.cfrule": rule("block", 'http.request.uri.path eq "/a"'),
    };
    const at = files["a.cfrule"].indexOf("starts_with") + 1;
    return analysisOf("a.cfrule", files, { lock })?.hover(at)?.markdown;
  }

  test("shows a request that reaches the rule", () => {
    expect(hover(locked("ab", "ba"))).toMatch(/\n\n---\n\nReaches this rule, for example: `GET /);
  });

  test("shows none if another rule may be before it", () => {
    expect(hover(locked("ab", "ab"))).not.toContain("Reaches");
    expect(hover(locked("ab", "bxa"))).not.toContain("Reaches");
  });
});
