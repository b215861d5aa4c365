import { describe, expect, test } from "vitest";
import type { Ruleset } from "../../server/src/emulator/state/state.ts";
import { all, type Client, refusal, start, zone_id } from "../support/programs/emulator.ts";

const phase = "http_request_firewall_custom";
const expression = 'http.host eq "shop.example.com"';
const block = { action: "block" as const, expression };

/** A zone with an entry point of the given rules, which the service calls `a`, `b`, … by their `ref`. */
async function zoneWith(...refs: readonly string[]) {
  const { client, emulator } = start();
  const rules = refs.map((ref) => ({ ...block, ref }));
  const ruleset = (await client.rulesets.phases.update(phase, { zone_id, rules })) as Ruleset;
  const idOf = (ref: string) => ruleset.rules.find((it) => it.ref === ref)?.id ?? "";
  return { client, emulator, ruleset_id: ruleset.id, idOf };
}

async function order(client: Client): Promise<string> {
  const { rules }: Ruleset = await client.rulesets.phases.get(phase, { zone_id });
  return rules.map((it) => it.ref).join(" ");
}

describe("rulesets", () => {
  test("a zone has no entry point until one is put there", async () => {
    const { client } = start();
    const { rulesets } = client;
    expect(await refusal(rulesets.phases.get(phase, { zone_id }))).toBe(
      `404\nUnknown phase entry point '${phase}'.`,
    );
    const created = await rulesets.phases.update(phase, { zone_id, rules: [block] });
    const rule = { action: "block", expression, enabled: true, version: "1" };
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: "default",
      description: "",
      kind: "zone",
      phase,
      version: "1",
      last_updated: "2026-01-01T00:00:00.000Z",
      rules: [
        {
          ...rule,
          id: expect.stringMatching(/^[0-9a-f]{32}$/),
          ref: expect.any(String),
          last_updated: "2026-01-01T00:00:00.000Z",
        },
      ],
    });
    const { rules, ...about } = created as Ruleset;
    expect(rules[0]?.ref).toBe(rules[0]?.id);
    expect(await rulesets.phases.get(phase, { zone_id })).toEqual(created);
    expect(await rulesets.get(about.id, { zone_id })).toEqual(created);
    expect(await all(rulesets.list({ zone_id }))).toEqual([about]);
  });

  test("can be created, replaced and deleted", async () => {
    const { client } = start();
    const { rulesets } = client;
    const params = { zone_id, kind: "zone" as const, phase, name: "Mine" } as const;
    const created = (await rulesets.create({ ...params, rules: [block] })) as Ruleset;
    expect(created).toMatchObject({ name: "Mine", version: "1" });
    expect(await refusal(rulesets.create(params))).toMatch(
      /^400\n\/phase: Phase '\w+' already has an entry point/,
    );
    const kept = created.rules[0]?.id ?? "";
    const rules = [block, { ...block, id: kept, action: "log" as const }] as const;
    const replaced = (await rulesets.update(created.id, { zone_id, rules: [...rules] })) as Ruleset;
    expect(replaced).toMatchObject({
      name: "Mine",
      version: "2",
      rules: [{ version: "1" }, { id: kept, version: "2", action: "log" }],
    });
    const foreign = [{ ...block, id: "none" }];
    expect(await refusal(rulesets.update(created.id, { zone_id, rules: foreign }))).toBe(
      "400\n/rules/0/id: Unknown rule 'none'.",
    );
    await rulesets.delete(created.id, { zone_id, dry_run: true });
    expect(await rulesets.get(created.id, { zone_id })).toEqual(replaced);
    await rulesets.delete(created.id, { zone_id });
    expect(await refusal(rulesets.get(created.id, { zone_id }))).toMatch(/^404/);
  });

  test("add, change, delete a rule; every change is a version", async () => {
    const { client, ruleset_id, idOf } = await zoneWith("a");
    const { rules } = client.rulesets;
    const added = await rules.create(ruleset_id, { zone_id, ...block, ref: "b", description: "B" });
    expect(added).toMatchObject({
      version: "2",
      rules: [{ ref: "a" }, { ref: "b", description: "B" }],
    });
    const id = (added as Ruleset).rules[1]?.id ?? "";
    const edited = await rules.edit(id, { ruleset_id, zone_id, action: "log", expression });
    expect(edited).toMatchObject({
      version: "3",
      rules: [{}, { id, action: "log", version: "2" }],
    });
    expect((edited as Ruleset).rules[1]).not.toHaveProperty("description");
    expect(await rules.delete(idOf("a"), { ruleset_id, zone_id })).toMatchObject({
      version: "4",
      rules: [{ id }],
    });
    expect(await refusal(rules.delete(idOf("a"), { ruleset_id, zone_id }))).toMatch(/^404/);
    expect(await refusal(rules.create("none", { zone_id, ...block }))).toBe(
      "404\nUnknown ruleset 'none'.",
    );
  });

  test.each([
    ["c", { before: "a" }, "c a b"],
    ["c", { before: "" }, "c a b"],
    ["a", { after: "b" }, "b a c"],
    ["a", { after: "" }, "b c a"],
    ["a", { index: 2 }, "b a c"],
    ["c", { index: 1 }, "c a b"],
    ["a", { index: 99 }, "b c a"],
  ])("moves %s to %o", async (ref, position, expected) => {
    const { client, ruleset_id, idOf } = await zoneWith("a", "b", "c");
    const [name, value] = Object.entries(position)[0] ?? [];
    const place = { [name ?? ""]: typeof value === "string" && value !== "" ? idOf(value) : value };
    const params = { ruleset_id, zone_id, position: place };
    await client.rulesets.rules.edit(idOf(ref), params);
    expect(await order(client)).toBe(expected);
  });

  test("inserts a new rule at the requested position", async () => {
    const { client, ruleset_id, idOf } = await zoneWith("a", "b");
    const add = (ref: string, position: object) =>
      client.rulesets.rules.create(ruleset_id, { zone_id, ...block, ref, position });
    await add("x", { before: idOf("b") });
    await add("y", { index: 1 });
    expect(await order(client)).toBe("y a x b");
    expect(await refusal(add("z", { after: "none" }))).toBe(
      "400\n/position/after: Unknown rule 'none'.",
    );
    expect(await refusal(add("z", { index: 0 }))).toBe(
      "400\n/position/index: 'index' starts at 1.",
    );
    expect(await refusal(add("z", { index: 1, after: "" }))).toMatch(/^400\n\/position: /);
  });

  test("a dry run validates everything and stores nothing", async () => {
    const { client, emulator, ruleset_id, idOf } = await zoneWith("a");
    const { rulesets } = client;
    const before = JSON.stringify(
      [...emulator.state.scopes.values()].map((it) => [...it.rulesets]),
    );
    const { nextId } = emulator.state;
    const dry = { zone_id, dry_run: true };
    const same = { ruleset_id, ...dry };
    expect(await rulesets.rules.create(ruleset_id, { ...dry, ...block })).toBeNull();
    expect(await rulesets.rules.edit(idOf("a"), { ...same, ...block })).toBeNull();
    expect(await rulesets.rules.delete(idOf("a"), same)).toBeNull();
    expect(await rulesets.phases.update(phase, { ...dry, rules: [] })).toBeNull();
    const wrong = { ...dry, action: "block" as const, expression: "" };
    expect(await refusal(rulesets.rules.create(ruleset_id, wrong))).toMatch(/^400/);
    emulator.configure({ ruleQuota: 1 });
    expect(await refusal(rulesets.rules.create(ruleset_id, { ...dry, ...block }))).toMatch(/^403/);
    expect(JSON.stringify([...emulator.state.scopes.values()].map((it) => [...it.rulesets]))).toBe(
      before,
    );
    expect(emulator.state.nextId).toBe(nextId);
  });

  test("the quota and the plan hold here too", async () => {
    const { client, emulator, ruleset_id } = await zoneWith("a");
    emulator.configure({ ruleQuota: 1, unavailable: ["log"] });
    const { rulesets } = client;
    expect(await refusal(rulesets.rules.create(ruleset_id, { zone_id, ...block }))).toBe(
      "403\nThis zone is limited to 1 rule.",
    );
    const rules = [{ action: "log" as const, expression }];
    expect(await refusal(rulesets.phases.update(phase, { zone_id, rules }))).toBe(
      "403\n/rules/0/action: The action 'log' is not available to this zone.",
    );
  });

  test("other phases have entry points of their own", async () => {
    const { client } = start();
    const { phases } = client.rulesets;
    expect(await refusal(phases.get("http_ratelimit", { zone_id }))).toMatch(/^404/);
    await phases.update("http_ratelimit", { zone_id, rules: [] });
    expect(await phases.get("http_ratelimit", { zone_id })).toMatchObject({ kind: "zone" });
    expect(await refusal(phases.get(phase, { zone_id }))).toMatch(/^404/);
    expect(await refusal(phases.update("http_request_redirect", { zone_id, rules: [] }))).toBe(
      "400\nPhase 'http_request_redirect' has no entry point in this zone.",
    );
  });

  const skip = (action_parameters: object) => ({ action: "skip", expression, action_parameters });
  test.each<[string, object, string | undefined]>([
    [
      "bypass",
      { action: "bypass", expression },
      "/action: 'action' needs 'block', 'managed_challenge', 'js_challenge', 'challenge', 'log', 'skip', 'execute', found 'bypass'.",
    ],
    ["no expression", { action: "block" }, "/expression: 'expression' is missing."],
    [
      "a long expression",
      { action: "block", expression: "x".repeat(4097) },
      "/expression: Expression is 4,097 characters; the limit is 4,096.",
    ],
    [
      "a skip of nothing",
      { action: "skip", expression },
      "/action_parameters: 'action_parameters' is missing.",
    ],
    [
      "an empty skip",
      skip({}),
      "/action_parameters: Action 'skip' needs 'ruleset', 'phases', 'products' or another target.",
    ],
    ["a skip of this ruleset", skip({ ruleset: "current" }), undefined],
    ["a skip of products", skip({ phase: "current", products: ["waf", "hot"] }), undefined],
    ["a skip of phases", skip({ phases: ["http_ratelimit"] }), undefined],
    ["a skip of rules", skip({ rules: { abc: ["def"] } }), undefined],
    [
      "a phase alone",
      skip({ phase: "current" }),
      "/action_parameters/phase: 'phase' can only be combined with 'products'.",
    ],
    [
      "two that exclude each other",
      skip({ ruleset: "current", rulesets: ["a"] }),
      "/action_parameters/rulesets: 'rulesets' cannot be combined with 'ruleset'.",
    ],
    [
      "an unknown product",
      skip({ products: ["WAF"] }),
      "/action_parameters/products: 'products' needs an array, each item 'zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel', 'rateLimit', 'waf'.",
    ],
    [
      "an answer of one's own",
      {
        ...block,
        action_parameters: {
          response: { status_code: 403, content: "No", content_type: "text/plain" },
        },
      },
      undefined,
    ],
    [
      "half an answer",
      { ...block, action_parameters: { response: { status_code: 200, content: "No" } } },
      "/action_parameters/response/status_code: 'status_code' needs a number from 400 to 499.\n/action_parameters/response/content_type: 'content_type' is missing.",
    ],
    [
      "a rate limit among custom rules",
      { ...block, ratelimit: { characteristics: ["ip.src"], period: 10 } },
      "/ratelimit: Phase 'http_request_firewall_custom' has no 'ratelimit'. Use phase 'http_ratelimit'.",
    ],
  ])("validates %s", async (_, body, expected) => {
    const { client, ruleset_id } = await zoneWith();
    const call = client.post(`/zones/${zone_id}/rulesets/${ruleset_id}/rules`, { body });
    if (expected === undefined) expect(await call).toMatchObject({ result: { rules: [body] } });
    else expect(await refusal(call)).toBe(`400\n${expected}`);
  });
});

describe("rules of other phases", () => {
  const limit = { characteristics: ["cf.colo.id", "ip.src"], period: 60, requests_per_period: 9 };
  const rewrite = { expression, action: "rewrite" };
  const cases: readonly [string, string, object, string | undefined][] = [
    ["a rate limit", "http_ratelimit", { ...block, ratelimit: limit }, undefined],
    ["none", "http_ratelimit", block, "/rules/0/ratelimit: 'ratelimit' is missing."],
    [
      "an empty one",
      "http_ratelimit",
      { ...block, ratelimit: {} },
      "/rules/0/ratelimit/characteristics: 'characteristics' is missing.\n/rules/0/ratelimit/period: 'period' is missing.\n/rules/0/ratelimit: 'ratelimit' needs 'requests_per_period' or 'score_per_period'.",
    ],
    [
      "of nobody",
      "http_ratelimit",
      { ...block, ratelimit: { ...limit, characteristics: [] } },
      "/rules/0/ratelimit/characteristics: 'characteristics' needs at least one item.",
    ],
    [
      "of another period",
      "http_ratelimit",
      { ...block, ratelimit: { ...limit, period: 7 } },
      "/rules/0/ratelimit/period: 'period' needs 10, 60, 120, 300, 600, 3600.",
    ],
    [
      "that counts an unknown field",
      "http_ratelimit",
      { ...block, ratelimit: { ...limit, counting_expression: "http.hots eq 1" } },
      "/rules/0/ratelimit/counting_expression: Unknown field 'http.hots'.",
    ],
    [
      "an unknown action",
      "http_request_transform",
      { ...rewrite, action: "rewirte" },
      "/rules/0/action: Unknown action 'rewirte'.",
    ],
    [
      "an action of another phase",
      "http_request_transform",
      block,
      "/rules/0/action: Phase 'http_request_transform' has no action 'block'. Use 'rewrite'.",
    ],
    [
      "a rate limit in another phase",
      "http_request_transform",
      { ...rewrite, ratelimit: limit },
      "/rules/0/ratelimit: Phase 'http_request_transform' has no 'ratelimit'. Use phase 'http_ratelimit'.",
    ],
    [
      "no expression",
      "http_ratelimit",
      { action: "block", ratelimit: limit },
      "/rules/0/expression: 'expression' is missing.",
    ],
  ];

  test.each(cases)("%s in %s", async (_, name, rule, expected) => {
    const { client } = start();
    const path = `/zones/${zone_id}/rulesets/phases/${name}/entrypoint`;
    const call = client.put(path, { body: { rules: [rule] } });
    if (expected === undefined) expect(await call).toMatchObject({ result: { rules: [rule] } });
    else expect(await refusal(call)).toContain(`400\n${expected}`);
  });

  test("two rules of a ruleset with one ref are refused, also after a change", async () => {
    const { client, ruleset_id, idOf } = await zoneWith("a", "b");
    const path = `/zones/${zone_id}/rulesets/${ruleset_id}/rules`;
    const refused = "400\n/ref: Another rule of the ruleset has the ref 'a'.";
    const body = { ...block, ref: "a" };
    expect(await refusal(client.post(path, { body }))).toBe(refused);
    expect(await refusal(client.patch(`${path}/${idOf("b")}`, { body }))).toBe(refused);
    expect(await client.patch(`${path}/${idOf("a")}`, { body })).toBeDefined();
    const rules = [body, body];
    expect(
      await refusal(client.put(`/zones/${zone_id}/rulesets/${ruleset_id}`, { body: { rules } })),
    ).toBe("400\n/rules/1/ref: Another rule of the ruleset has the ref 'a'.");
  });
});
