import { describe, expect, test } from "vitest";
import { paintFor } from "../../server/src/cli/render/paint.ts";
import { renderReviewPretty } from "../../server/src/cli/render/review.ts";
import { renderReviewMarkdown } from "../../server/src/cli/render/review-markdown.ts";
import { readForbidden } from "../../server/src/core/configuration/forbidden.ts";
import {
  type Configuration,
  type ConfiguredRule,
  type ConfiguredRuleset,
  emptyConfiguration,
  type Gap,
  type Part,
  UnknownPart,
} from "../../server/src/core/configuration/model.ts";
import { defaultContext } from "../../server/src/languages.ts";
import {
  forbiddenIn,
  type Review,
  reviewRulesets,
  wholeReview,
} from "../../server/src/review/review.ts";
import { times } from "../support/long.ts";

const phase = "http_request_firewall_custom";
const host = (name: string) => `http.host eq "${name}.example"`;

function rule(ref: string, text: string, action = "block", more: Partial<ConfiguredRule> = {}) {
  const expression = { text, hasHoles: false };
  return { ref, action, parameters: {}, expression, enabled: true, ...more };
}

function entry(...rules: readonly ConfiguredRule[]): ConfiguredRuleset {
  return { level: "account", phase, kind: "root", rules };
}

function custom(...rules: readonly ConfiguredRule[]): ConfiguredRuleset {
  return { level: "account", phase, kind: "custom", id: "c", name: "custom", rules };
}

const deploy = (more: Partial<ConfiguredRule> = {}) =>
  rule("deploy", "true", "execute", { parameters: { id: "c" }, ...more });

type Given = Partial<Configuration> | readonly ConfiguredRuleset[];

function reviewOf(before: Given, after: Given): Review {
  const sideOf = (it: Given) => ({
    configuration: { ...emptyConfiguration, ...("length" in it ? { rulesets: it } : it) },
    context: defaultContext,
  });
  const [was, is] = [sideOf(before), sideOf(after)];
  const rulesets = reviewRulesets(was, is);
  return { version: 1, rulesets, jobs: [], ...wholeReview(was, is, rulesets) };
}

const pairsOf = ({ rulesets }: Review) =>
  rulesets.flatMap((it) => it.outcomes.map(({ from, to, proof }) => `${from} -> ${to}: ${proof}`));
const prettyOf = (review: Review) => renderReviewPretty(review, paintFor(false));
const markdownOf = (review: Review) => renderReviewMarkdown(review, [], false);
const rulesIn = ({ rulesets }: Review) =>
  rulesets.flatMap((it) =>
    it.rules.map(({ ref, change, withoutEffect }) => [ref, change, withoutEffect]),
  );

function violations(review: Review, text: string): readonly string[] {
  const read = readForbidden(text);
  if ("problem" in read) throw new Error(read.problem);
  return forbiddenIn(review, [read]);
}

describe("classes of forbidden outcomes", () => {
  const limited = (action: string, requests = 10) =>
    rule("a", host("a"), action, {
      ratelimit: { requests_per_period: requests, period: 60, characteristics: ["ip.src"] },
    });
  const skipping = rule("a", host("a"), "skip", { parameters: { phases: ["http_ratelimit"] } });
  const blocking = rule("a", host("a"));
  const logging = rule("a", host("a"), "log");
  const challenging = rule("a", host("a"), "js_challenge");

  test.each<[string, ConfiguredRule, ConfiguredRule, string, boolean]>([
    ["a block that is logged", blocking, logging, "block->allow", true],
    ["a limit instead of a block", blocking, limited("block"), "block->allow", false],
    ["a limit instead of a block", blocking, limited("block"), "block*->allow*", true],
    ["a limit that is gone", limited("block"), logging, "block*->allow*", true],
    ["a looser limit", limited("block"), limited("block", 1000), "block*->allow*", true],
    ["a limit that only logs", limited("log"), logging, "block*->allow*", false],
    ["a skip instead of a block", blocking, skipping, "block*->allow*", true],
    ["a challenge instead of a block", blocking, challenging, "block*->allow*", false],
    ["any challenge", challenging, logging, "challenge*->allow*", true],
    ["a limit that challenges", limited("managed_challenge"), logging, "challenge*->allow", true],
    ["a challenge by its word", challenging, logging, "challenge->allow", false],
  ])("%s", (_, before, after, forbidden, isRefused) => {
    const review = reviewOf([entry(before)], [entry(after)]);
    expect(violations(review, forbidden).length > 0).toBe(isRefused);
  });
});

describe("causes", () => {
  const [a, b, c] = [rule("a", host("a")), rule("b", host("b")), rule("c", host("c"))];
  const again = rule("again", `${host("a")} and ssl`);

  test("each rule with the effect is reported, and only what has none is folded", () => {
    const review = reviewOf([entry(a, b, c, again)], [entry()]);
    expect(review.rulesets[0]?.outcomes).toMatchObject([{ because: ["a", "b", "c"] }]);
    const [shown, folded] = markdownOf(review).split("<details>");
    expect(shown).toContain("because of **a**, **b**, **c**: block → allow");
    expect(shown).toContain("- removed **c**");
    expect(folded).toContain("1 change without effect on outcomes, 0 rules unchanged");
    expect(folded).toContain("again");
  });

  test("of ten rules, the number and the first three", () => {
    const many = Array.from({ length: 10 }, (_, it) => rule(`r${it}`, host(`h${it}`)));
    const review = reviewOf([entry(...many)], [entry()]);
    expect(prettyOf(review)).toContain("because of 10 rules: 'r0', 'r1', 'r2', …");
    expect(review.rulesets[0]?.outcomes[0]?.because).toHaveLength(10);
  });

  test("a rule that is known only after apply is never folded", () => {
    const later = rule("later", "", "block", { expression: new UnknownPart("known after apply") });
    const review = reviewOf([entry(a)], [entry(a, later)]);
    expect(rulesIn(review)).toEqual([
      ["a", "unchanged", undefined],
      ["later", "added", undefined],
    ]);
    expect(markdownOf(review)).not.toContain("<details>");
  });

  test("requests with a kind of change that is listed are not said to be the only ones", () => {
    expect(prettyOf(reviewOf([entry(a)], [entry()]))).toContain("no other kind of change (proved)");
    expect(
      prettyOf(reviewOf([entry(a)], [entry(rule("a", `(${host("a")})  or ${host("a")} and ssl`))])),
    ).toContain("proved");
  });
});

test("undecided outcomes are told apart by all that they have", () => {
  const marks = rule("marks", "http.host in $unknown", "skip", {
    parameters: { phases: ["http_ratelimit"] },
  });
  expect(pairsOf(reviewOf([entry(marks, rule("a", host("a")))], [entry(marks)]))).toEqual([
    "block -> allow: unknown",
    "block -> allow skipping http_ratelimit: unknown",
  ]);
});

describe("executed rulesets", () => {
  const inner = custom(rule("inner", host("a")));

  test.each([
    ["added", [entry(), inner], [entry(deploy()), inner], "allow -> block"],
    ["removed", [entry(deploy()), inner], [entry(), inner], "block -> allow"],
    [
      "disabled",
      [entry(deploy()), inner],
      [entry(deploy({ enabled: false })), inner],
      "block -> allow",
    ],
  ] as const)(
    "an execution that is %s changes what is executed there",
    (_, before, after, pair) => {
      const review = reviewOf(before, after);
      expect(pairsOf(review)).toEqual([`${pair}: witness`]);
      expect(review.rulesets).toHaveLength(1);
      expect(rulesIn(review)).toEqual([["deploy", expect.any(String), undefined]]);
      expect(review.rulesets[0]?.outcomes[0]?.because).toEqual(
        expect.arrayContaining(["deploy", "inner"]),
      );
      expect(violations(review, "block->allow")).toHaveLength(pair === "block -> allow" ? 1 : 0);
    },
  );

  test("no requests arrive where nothing executes a ruleset, if that was read", () => {
    const review = reviewOf([entry(), inner], [entry(), custom()]);
    expect(review.rulesets[1]).toMatchObject({ noRequests: true, outcomes: [], rest: "proved" });
    expect(prettyOf(review)).toContain(
      "no requests arrive here, because no rule executes this ruleset (proved)",
    );
    for (const known of [[], [entry(deploy({ parameters: { id: new UnknownPart("var.id") } }))]])
      expect(pairsOf(reviewOf([...known, inner], [...known, custom()]))).toContain(
        "block -> allow: witness",
      );
  });

  test("a ruleset that is executed and not read on one side may do anything", () => {
    const review = reviewOf([entry(deploy()), inner], [entry(deploy())]);
    expect(pairsOf(review).every((it) => it.endsWith(": unknown"))).toBe(true);
    expect(violations(review, "block->allow")).not.toEqual([]);
  });

  test("rules that are not given and no longer run may have blocked", () => {
    const review = reviewOf([entry(deploy({ parameters: { id: "m" } }))], [entry()]);
    expect(violations(review, "block->allow")).toEqual([expect.stringContaining("Not excluded")]);
    expect(violations(review, "allow->block")).toEqual([]);
  });
});

describe("what does not exist", () => {
  test.each([
    rule("a", host("a"), "bllog"),
    rule("a", host("a"), "constructor"),
    rule("a", host("a"), "block", { parameters: { respnse: { status_code: 403 } } }),
    rule("a", host("a"), "skip", { parameters: { ruleset: new UnknownPart("var.x") } }),
  ])("the effect of $action is not known", (fresh) => {
    const review = reviewOf([entry(rule("a", host("a")))], [entry(fresh)]);
    expect(pairsOf(review)).toContain("block -> unknown: unknown");
    expect(violations(review, "block->allow")).toContainEqual(
      expect.stringMatching(/^Not excluded.*block → unknown/),
    );
  });

  test("a phase", () => {
    const ruleset = { ...entry(rule("a", host("a"))), phase: "http_request_nowhere" };
    expect(reviewOf([ruleset], [ruleset]).rulesets[0]).toMatchObject({
      rest: "unknown",
      unknownBecause: ["http_request_nowhere (unknown phase)"],
    });
  });

  test("parameters that tools write as empty ones are not set", () => {
    const empty = rule("a", host("a"), "block", { parameters: { headers: [], uri: {} } });
    expect(reviewOf([entry(rule("a", host("a")))], [entry(empty)])).toMatchObject({
      rest: "proved",
    });
  });
});

const limit = (more: Readonly<Record<string, Part>>) =>
  rule("a", host("a"), "block", {
    ratelimit: { requests_per_period: 10, period: 60, characteristics: ["ip.src"], ...more },
  });

test.each([
  [limit({}), limit({ counting_expression: host("b") })],
  [
    limit({ counting_expression: `${"x".repeat(300)}1` }),
    limit({ counting_expression: `${"x".repeat(300)}2` }),
  ],
  [
    rule("a", host("a"), "execute", {
      parameters: { id: "m", overrides: { rules: [{ id: "1", action: "log" }] } },
    }),
    rule("a", host("a"), "execute", {
      parameters: { id: "m", overrides: { rules: [{ id: "2", action: "log" }] } },
    }),
  ],
])("both sides of an arrow differ: %#", (before, after) => {
  const review = reviewOf([entry(before)], [entry(after)]);
  for (const text of [prettyOf(review), markdownOf(review)]) {
    const arrows = [
      ...text.matchAll(/(?:; |: {2}|^ {2}|\*\*: )([^;:|\n]+) → ([^;:|\n]+?)(?: {3}|\.?$)/gm),
    ];
    expect(arrows).not.toEqual([]);
    for (const [, from, to] of arrows) expect(from).not.toBe(to);
  }
});

test("rules in files of their own are the same by their path", () => {
  const file = (path: string, text: string): ConfiguredRule => {
    const { ref: _, ...rest } = rule("", text);
    return { ...rest, place: { path, start: 0, end: 1 } };
  };
  const review = reviewOf(
    [entry(file("rules/a.cfrule", host("a")), file("rules/b.cfrule", host("b")))],
    [entry(file("rules/b.cfrule", host("c")), file("rules/a.cfrule", host("a")))],
  );
  expect(review.rulesets[0]?.rules.map((it) => it.change)).not.toContain("added");
});

test("what is forgotten by Terraform stays as it is", () => {
  const before = entry(rule("a", host("a")));
  const review = reviewOf([before], [{ ...before, isForgotten: true }]);
  expect(pairsOf(review)).toEqual([]);
  expect(prettyOf(review)).toContain("leaves Terraform, stays on the service");
});

test("no private character is printed", () => {
  const hole = (text: string) => ({
    expression: { text: `http.host eq "${text}\ufdd0"`, hasHoles: true },
  });
  const block = (it: string) =>
    rule("", "", "redirect", {
      ...hole(it),
      ref: undefined,
      parameters: { from_value: { target_url: `https://${it}\ufdd0` } },
    });
  const review = reviewOf([entry(block("a"))], [entry(block("b"))]);
  for (const text of [JSON.stringify(review), prettyOf(review), markdownOf(review)]) {
    expect(text).toContain("b…");
    expect(text).not.toMatch(/[\ufdd0-\ufdef]/);
  }
});

test("a value that is hidden may be another one on each side", () => {
  const secret = rule("a", host("a"), "block", {
    parameters: { response: new UnknownPart("(sensitive)") },
  });
  expect(pairsOf(reviewOf([entry(secret)], [entry(secret)]))).toEqual([
    expect.stringMatching(/: unknown$/),
  ]);
});

describe("gaps", () => {
  const gap = (mayChange: Gap["mayChange"], content?: string): Gap => ({
    what: "waf.yaml",
    why: "syntax error",
    mayChange,
    content,
  });
  const listed = rule("a", "ip.src in $office");
  const [one, other] = [rule("b", host("a")), rule("b", host("b"))];

  test.each<[string, Gap, boolean, boolean]>([
    // Whether a gap matters if it is on one side, or on both with other changes.
    ["everything", gap("everything", "x"), true, true],
    ["other products", gap("other products", "x"), false, false],
    ["a used list", gap({ list: "office" }, "x"), true, false],
    ["any list", gap({ list: "*" }, "x"), true, false],
    ["another list", gap({ list: "homes" }, "x"), false, false],
    ["the phase", gap({ phase }, "x"), true, true],
    ["the phase at another level", gap({ phase, level: "zone" }, "x"), false, false],
    ["another phase", gap({ phase: "http_ratelimit" }, "x"), false, false],
  ])("%s", (_, it, onOneSide, withChanges) => {
    const rulesets = [entry(listed, one)];
    const of = (was: readonly Gap[], is: readonly Gap[], after = rulesets) =>
      reviewOf({ rulesets, gaps: was }, { rulesets: after, gaps: is });
    const unclear = of([], [it]);
    expect(unclear.rulesets[0]?.rest).toBe(onOneSide ? "unknown" : "proved");
    expect(unclear.notExamined).toContain("waf.yaml (syntax error)");
    // The rules that use a list were read, or are a gap of their own.
    const isUnused = !onOneSide && typeof it.mayChange === "object" && "list" in it.mayChange;
    expect(unclear.rest).toBe(isUnused ? "proved" : "unknown");
    expect(violations(unclear, "block->allow")).toEqual(
      isUnused ? [] : [expect.stringContaining("waf.yaml (syntax error)")],
    );
    expect(markdownOf(unclear).includes("Nothing changes for requests")).toBe(isUnused);
    // Parts that are certainly the same change nothing.
    expect(of([it], [it])).toMatchObject({ rest: "proved", rulesets: [{ rest: "proved" }] });
    const same = { ...it, content: undefined };
    expect(of([same], [same]).rest).toBe(isUnused ? "proved" : "unknown");
    const changed = of([it], [it], [entry(listed, other)]);
    expect(changed.rulesets[0]?.rest).toBe(withChanges ? "unknown" : "proved");
    expect(changed.rulesets[0]?.unknownBecause).toEqual(
      withChanges ? ["waf.yaml (syntax error)"] : undefined,
    );
  });

  test("no sentence claims a proof, and nothing is folded", () => {
    const after = { rulesets: [entry(one)], gaps: [gap("everything")] };
    for (const before of [
      { rulesets: [entry(one)] },
      { rulesets: [entry(one, rule("c", `${host("a")} and ssl`))] },
    ])
      for (const text of [prettyOf(reviewOf(before, after)), markdownOf(reviewOf(before, after))]) {
        expect(text).toContain("waf.yaml (syntax error)");
        expect(text).not.toMatch(/proved|without effect|Nothing changes for/);
      }
  });

  test("without any ruleset, what was not read may change anything", () => {
    expect(violations(reviewOf({}, { gaps: [gap("everything")] }), "*->allow")).toEqual([
      "Not excluded, forbidden by '*->allow': waf.yaml (syntax error).",
    ]);
  });

  test("lists that no file has, and those whose items are not known", () => {
    const rulesets = [entry(listed, rule("q", 'http.host eq "$quoted"'))];
    expect(reviewOf({ rulesets }, { rulesets })).toMatchObject({
      rest: "proved",
      notExamined: ["items of $office (not in these files)"],
    });
    const lists = [{ name: "office" }];
    expect(reviewOf({ rulesets, lists }, { rulesets, lists }).rest).toBe("unknown");
  });
});

test.each([
  [
    times(30, 60),
    (it: number) => `http.request.uri.path matches "^/p${it}/[a-f0-9]{8,40}/(x|y)?z$"`,
  ],
  [
    times(60, 200),
    (it: number) => `lower(http.user_agent) matches "(union|select)${it}.{0,20}from"`,
  ],
])("%i rules with regexes are reviewed with little work", (count, textOf) => {
  const rules = (shift: number) =>
    Array.from({ length: count }, (_, it) =>
      rule(`r${it}`, textOf(it + shift * (it % 3)), it % 2 === 0 ? "block" : "managed_challenge"),
    );
  const leaving = rules(7).map((it) => ({
    ...it,
    action: "skip",
    parameters: { ruleset: "current" },
  }));
  const work = 500_000;
  const sideOf = (rulesets: readonly ConfiguredRuleset[]) => ({
    configuration: { ...emptyConfiguration, rulesets },
    context: defaultContext,
  });
  const [before, after] = [sideOf([entry(...rules(0))]), sideOf([entry(...rules(7))])];
  const [plain] = reviewRulesets(before, after, work);
  expect(plain?.outcomes).not.toEqual([]);
  const inside = sideOf([entry(deploy()), custom(...leaving)]);
  const [executed] = reviewRulesets(sideOf([entry(deploy()), custom()]), inside, work);
  expect(executed?.outcomes).toEqual([]);
});

test("of very many regexes, some are not read: the rules with them are the same if their texts are", () => {
  const rules = Array.from({ length: 60 }, (_, it) =>
    rule(`r${it}`, `http.request.uri.path matches "^/${it}/${"(a|b)+".repeat(200)}$"`, "block"),
  );
  const last = { ...rules[59], action: "log" } as (typeof rules)[number];
  const after = [...rules.slice(0, -1), last];
  const [whole] = reviewOf(
    { rulesets: [entry(...rules)] },
    { rulesets: [entry(...after)] },
  ).rulesets;
  expect(whole?.outcomes).toMatchObject([
    { from: "block", to: "allow", proof: "unknown", because: expect.arrayContaining(["r59"]) },
  ]);
  const changed = whole?.rules.filter((it) => it.change !== "unchanged");
  expect(changed?.map((it) => it.ref)).toEqual(["r59"]);
});

test("a rule that moves has an effect, also if another one beside it is disabled", () => {
  const leave = rule("leave", "ssl", "skip", { parameters: { phase: "current" } });
  const mark = rule("mark", host("a"), "skip", { parameters: { phases: ["http_ratelimit"] } });
  const last = rule("last", host("a"), "block");
  const rulesets = [entry(leave, mark, last)];
  const [found] = reviewOf(
    { rulesets },
    { rulesets: [entry({ ...mark, enabled: false }, last, leave)] },
  ).rulesets;
  expect(found?.outcomes).toContainEqual(expect.objectContaining({ from: "allow", to: "block" }));
  expect(found?.rules.filter((it) => it.change === "moved")).toMatchObject([
    { ref: "last", detail: "moved before 'leave'" },
  ]);
});

test("another rule than the one that changed has to answer for a visitor to see no difference", () => {
  const page = (content: string) =>
    rule("a", host("a"), "block", {
      parameters: { response: { status_code: 403, content_type: "text/html", content } },
    });
  const [outcome] = reviewOf([entry(page("x"))], [entry(page("y"))]).rulesets[0]?.outcomes ?? [];
  expect(outcome).toMatchObject({ proof: "witness", because: ["a"] });
  expect(outcome?.note).toBeUndefined();
});
