import { describe, expect, test } from "vitest";
import type { Emulator } from "../../server/src/emulator/emulator.ts";
import type { Filter } from "../../server/src/emulator/state/state.ts";
import {
  all,
  type Client,
  refusal,
  rulesPath,
  start,
  zone_id,
} from "../support/programs/emulator.ts";

const login = 'http.request.uri.path eq "/login"';
const admin = 'http.request.uri.path eq "/admin"';
const inline = { action: "block", filter: { expression: login } };

interface Rule {
  readonly id: string;
  readonly filter: Filter;
}

/** The service accepts an array with the action as a string, which the client's own method does not send. */
async function createRules(client: Client, ...body: readonly object[]): Promise<Rule[]> {
  const answer = await client.post(rulesPath(), { body });
  return answer.result;
}

async function createFilter(client: Client, expression = login): Promise<string> {
  const [filter] = await all(client.filters.create({ zone_id, body: [{ expression }] }));
  return filter?.id ?? "";
}

async function counts(client: Client): Promise<string> {
  const filters = await all(client.filters.list({ zone_id }));
  const rules = await all(client.firewall.rules.list({ zone_id }));
  return `${filters.length} filters, ${rules.length} rules`;
}

describe("filters", () => {
  test("create, get, list, update, delete", async () => {
    const { client } = start();
    const { filters } = client;
    const body = [
      { expression: login, description: "The login" },
      { expression: admin, paused: true },
    ];
    const [first, second] = await all(filters.create({ zone_id, body }));
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      expression: login,
      paused: false,
      description: "The login",
    });
    expect(await filters.get(first?.id ?? "", { zone_id })).toEqual(first);
    expect(await all(filters.list({ zone_id }))).toEqual([first, second]);
    expect(await all(filters.list({ zone_id, description: "LOGIN" }))).toEqual([first]);
    expect(await all(filters.list({ zone_id, expression: "admin" }))).toEqual([second]);
    expect(await all(filters.list({ zone_id, paused: true }))).toEqual([second]);
    const changed = await filters.update(first?.id ?? "", { zone_id, expression: admin, ref: "a" });
    expect(changed).toEqual({ id: first?.id, expression: admin, paused: false, ref: "a" });
    expect(await filters.delete(first?.id ?? "", { zone_id })).toEqual({ id: first?.id });
    expect(await refusal(filters.get(first?.id ?? "", { zone_id }))).toMatch(/^404/);
    expect(await refusal(filters.delete("none", { zone_id }))).toBe("404\nUnknown filter 'none'.");
  });

  test("are changed together or not at all", async () => {
    const { client } = start();
    const { filters } = client;
    const one = await createFilter(client);
    const update = (...body: object[]) => all(filters.bulkUpdate({ zone_id, body }));
    expect(await refusal(filters.create({ zone_id, body: [{ expression: admin }, {}] }))).toBe(
      "400\n/1/expression: 'expression' is missing.",
    );
    expect(
      await refusal(update({ id: one, expression: admin }, { id: "none", expression: admin })),
    ).toBe("400\n/1/id: Unknown filter 'none'.");
    expect(await filters.get(one, { zone_id })).toMatchObject({ expression: login });
    expect(await update({ id: one, expression: admin })).toMatchObject([{ expression: admin }]);
    expect(await refusal(filters.create({ zone_id, body: [] }))).toMatch(/^400/);
    expect(await refusal(client.post(`/zones/${zone_id}/filters`, { body: {} }))).toBe(
      "400\nThe body must be an array of filters.",
    );
  });

  test("are deleted together; missing ones are skipped", async () => {
    const { client } = start();
    const [one, two] = [await createFilter(client), await createFilter(client, admin)];
    const { filters } = client;
    expect(await filters.bulkDelete({ zone_id, id: [] })).toEqual([]);
    expect(await filters.bulkDelete({ zone_id, id: [one, "none", two] })).toEqual([
      { id: one },
      { id: two },
    ]);
    expect(await counts(client)).toBe("0 filters, 0 rules");
  });

  test("stay while a rule uses them", async () => {
    const { client } = start();
    const id = await createFilter(client);
    const [rule] = await createRules(client, { action: "block", filter: { id } });
    await createRules(client, { action: "log", filter: { id } });
    const other = await createFilter(client, admin);
    const inUse = `400\nThe rule '${rule?.id}' uses the filter '${id}'. Delete the rule first.`;
    expect(await refusal(client.filters.delete(id, { zone_id }))).toContain(inUse);
    expect(await refusal(client.filters.bulkDelete({ zone_id, id: [other, id] }))).toContain(inUse);
    expect(await counts(client)).toBe("2 filters, 2 rules");
    for (const it of await all(client.firewall.rules.list({ zone_id })))
      await client.firewall.rules.delete(it.id ?? "", { zone_id });
    await client.filters.delete(id, { zone_id });
    expect(await counts(client)).toBe("1 filters, 0 rules");
  });

  test("are paginated", async () => {
    const { client } = start();
    const body = Array.from({ length: 12 }, (_, i) => ({ expression: login, ref: String(i) }));
    await client.filters.create({ zone_id, body });
    const second = await client.filters.list({ zone_id, page: 2, per_page: 5 });
    expect(second.result.map((it: Filter) => it.ref)).toEqual(["5", "6", "7", "8", "9"]);
    expect(second.result_info).toEqual({
      page: 2,
      per_page: 5,
      count: 5,
      total_count: 12,
      total_pages: 3,
    });
    expect(await all(client.filters.list({ zone_id, per_page: 5 }))).toHaveLength(12);
    expect(await refusal(client.filters.list({ zone_id, per_page: 1000 }))).toBe(
      "400\n'per_page' needs an integer from 5 to 100, found '1000'.",
    );
  });

  test("can be validated without being created", async () => {
    const { client } = start();
    const path = "/filters/validate-expr";
    expect(await client.post(path, { body: { expression: login } })).toMatchObject({
      success: true,
    });
    expect(await client.get(path, { query: { expression: login } })).toMatchObject({
      success: true,
    });
    expect(await refusal(client.post(path, { body: { expression: " " } }))).toBe(
      "400\nThe expression is empty.",
    );
  });

  test.each([
    ["no text", { expression: "" }, "/0/expression: The expression is empty."],
    [
      "a long text",
      { expression: `http.host eq "${"x".repeat(4096)}"` },
      "/0/expression: Expression is 4,111 characters; the limit is 4,096.",
    ],
    ["a number", { expression: 1 }, "/0/expression: 'expression' needs a string."],
    [
      "a word for a truth",
      { expression: login, paused: "no" },
      "/0/paused: 'paused' needs true or false, found 'no'.",
    ],
    [
      "a long description",
      { expression: login, description: "x".repeat(501) },
      "/0/description: 'description' needs a string of at most 500 characters.",
    ],
    ["a string", "text", "/0: Expected an object.\n/0/expression: 'expression' is missing."],
  ])("refuses %s", async (_, filter, expected) => {
    const { client } = start();
    const call = client.post(`/zones/${zone_id}/filters`, { body: [filter] });
    expect(await refusal(call)).toBe(`400\n${expected}`);
  });
});

describe("firewall rules, by two calls", () => {
  test("create, get, list, update, prioritize, delete", async () => {
    const { client } = start();
    const { rules } = client.firewall;
    const id = await createFilter(client);
    const [one, two] = await createRules(
      client,
      { action: "block", filter: { id }, description: "Login", priority: 5 },
      { action: "bypass", products: ["waf", "uaBlock"], filter: { id }, paused: true },
    );
    expect(one).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      action: "block",
      paused: false,
      priority: 5,
      description: "Login",
      filter: { id, expression: login, paused: false },
    });
    expect(await rules.get(one?.id ?? "", { zone_id })).toEqual(one);
    expect(await all(rules.list({ zone_id, action: "bypass" }))).toEqual([two]);
    expect(await all(rules.list({ zone_id, description: "log", paused: false }))).toEqual([one]);
    const body = { id: one?.id, action: "challenge", filter: { id } };
    const changed = { id: one?.id, action: "challenge", paused: false, priority: null };
    expect(await client.put(rulesPath(`/${one?.id}`), { body })).toMatchObject({ result: changed });
    expect(await client.put(rulesPath(), { body: [body] })).toMatchObject({ result: [changed] });
    expect(await client.patch(rulesPath(`/${one?.id}`), { body: { priority: 2 } })).toMatchObject({
      result: [{ ...changed, priority: 2 }],
    });
    expect(await client.patch(rulesPath(), { body: [{ id: two?.id, priority: 1 }] })).toMatchObject(
      { result: [{ id: two?.id, priority: 1, action: "bypass" }] },
    );
    expect(await rules.delete(one?.id ?? "", { zone_id })).toMatchObject({ id: one?.id });
    const gone = rules.bulkDelete({ zone_id }, { query: { id: [two?.id, "none"] } });
    expect((await gone).result).toEqual([{ id: two?.id }]);
    expect(await counts(client)).toBe("1 filters, 0 rules");
    expect(await refusal(rules.get(one?.id ?? "", { zone_id }))).toMatch(/^404/);
  });

  test("the client's own create sends one object with another action, which is refused", async () => {
    const { client } = start();
    const call = client.firewall.rules.create({
      zone_id,
      action: { mode: "challenge" },
      filter: { expression: login },
    });
    expect(await refusal(call)).toBe("400\nThe body must be an array of rules.");
  });

  test("a filter of another zone is not found", async () => {
    const { client } = start({ zones: [{ id: zone_id }, { id: "other" }] });
    const [filter] = await all(
      client.filters.create({ zone_id: "other", body: [{ expression: login }] }),
    );
    const call = createRules(client, { action: "block", filter: { id: filter?.id } });
    expect(await refusal(call)).toBe(
      `400\n/0/filter/id: Unknown filter '${filter?.id}' in this zone.`,
    );
  });

  test("bulk changes of rules are atomic, and limited to 25", async () => {
    const { client } = start();
    const id = await createFilter(client);
    const [rule] = await createRules(client, { action: "block", filter: { id } });
    const change = (count: number, more: object = {}) =>
      client.put(rulesPath(), {
        body: [
          ...Array(count).fill({ id: rule?.id, action: "log", filter: { id } }),
          ...("id" in more ? [more] : []),
        ],
      });
    expect(await refusal(change(26))).toBe("400\nAt most 25 rules can be changed per request.");
    expect(await refusal(change(2))).toBe(`400\n/1/id: Duplicate rule '${rule?.id}'.`);
    expect(await refusal(change(1, { id: "none", action: "log", filter: { id } }))).toBe(
      "400\n/1/id: Unknown rule 'none'.",
    );
    expect(await client.firewall.rules.get(rule?.id ?? "", { zone_id })).toMatchObject({
      action: "block",
    });
  });

  test("over the quota no rule is created", async () => {
    const { client } = start({ settings: { ruleQuota: 1 } });
    const id = await createFilter(client);
    await createRules(client, { action: "block", filter: { id } });
    expect(await refusal(createRules(client, { action: "block", filter: { id } }))).toBe(
      "403\nThis zone is limited to 1 rule.",
    );
    expect(await counts(client)).toBe("1 filters, 1 rules");
  });

  test("the retirement on the public host can be emulated", async () => {
    const { client, emulator } = start();
    emulator.configure({ firewallRulesGone: true });
    expect(await refusal(client.firewall.rules.list({ zone_id }))).toMatch(/^410/);
    expect(await refusal(createRules(client, inline))).toMatch(/^410/);
    await createFilter(client);
  });
});

describe("firewall rules, by one call with the filter inside", () => {
  const other = { action: "log", filter: { expression: admin } };

  test("1: both are created, and the rule includes its new filter", async () => {
    const { client } = start();
    const answer = await client.post(rulesPath(), { body: [inline] });
    const filter = { id: expect.any(String), expression: login, paused: false };
    expect(answer).toEqual({
      result: [{ id: expect.any(String), paused: false, action: "block", priority: null, filter }],
      success: true,
      errors: [],
      messages: [],
    });
    expect(await counts(client)).toBe("1 filters, 1 rules");
  });

  test.each([
    [
      "the filter",
      { action: "block", filter: { expression: "" } },
      "/1/filter/expression: The expression is empty.",
    ],
    [
      "the rule",
      { action: "deny", filter: { expression: login } },
      /^\/1\/action: 'action' needs .*, found 'deny'\.$/,
    ],
    [
      "the action's shape",
      { action: { mode: "ban" }, filter: { expression: login } },
      /^\/1\/action: /,
    ],
    ["a filter that is missing", { action: "block" }, "/1/filter: 'filter' is missing."],
    [
      "products without bypass",
      { ...inline, products: ["waf"] },
      "/1/products: 'products' requires action 'bypass'.",
    ],
    [
      "both sides",
      { action: "deny", filter: { expression: "" } },
      /^\/1\/action: .*\n\/1\/filter\/expression: /,
    ],
  ])(
    "2: nothing is created when %s is invalid, and 6: the invalid part is named",
    async (_, rule, expected) => {
      const { client, emulator } = start();
      const [status, ...lines] = (await refusal(createRules(client, other, rule))).split("\n");
      expect(status).toBe("400");
      if (typeof expected === "string") expect(lines).toEqual([expected]);
      else expect(lines.join("\n")).toMatch(expected);
      expect(await counts(client)).toBe("0 filters, 0 rules");
      expect(emulator.state.nextId).toBe(1);
    },
  );

  test("2: an invalid rule is reported before an exceeded quota", async () => {
    const { client } = start({ settings: { ruleQuota: 0 } });
    expect(await refusal(createRules(client, inline, { ...inline, action: "" }))).toMatch(/^400/);
    expect(await counts(client)).toBe("0 filters, 0 rules");
  });

  const leaveFilter: readonly [string, (emulator: Emulator) => void, string][] = [
    ["3: a full quota", (it) => it.configure({ ruleQuota: 0 }), "This zone is limited to 0 rules."],
    [
      "4: an unavailable feature",
      (it) => it.configure({ unavailable: ["block"] }),
      "/0/action: The action 'block' is not available to this zone.",
    ],
  ];
  test.each(leaveFilter)(
    "%s stops the rule and leaves the filter, for the other sequence",
    async (_, hinder, expected) => {
      const { client, emulator } = start();
      hinder(emulator);
      expect(await refusal(createRules(client, inline))).toBe(`403\n${expected}`);
      expect(await counts(client)).toBe("1 filters, 0 rules");
      emulator.configure({ ruleQuota: 10, unavailable: [] });
      const [left] = await all(client.filters.list({ zone_id }));
      const [rule] = await createRules(client, { action: "block", filter: { id: left?.id } });
      expect(rule?.filter.expression).toBe(login);
      expect(await counts(client)).toBe("1 filters, 1 rules");
    },
  );

  test("5: PUT and DELETE of the rule leave the filter as it is", async () => {
    const { client } = start();
    const [rule] = await createRules(client, inline);
    const { id, filter } = rule ?? { id: "", filter: { id: "" } };
    const put = (sent: object) =>
      client.put(rulesPath(`/${id}`), { body: { id, action: "log", filter: sent } });
    expect(await put({ id: filter.id, expression: admin, paused: true })).toMatchObject({
      result: { action: "log", filter: { id: filter.id, expression: login, paused: false } },
    });
    expect(await refusal(put({ expression: admin }))).toBe(
      "400\n/filter/id: 'filter' needs the 'id' of a filter.",
    );
    await client.delete(rulesPath(`/${id}`), { query: { delete_filter_if_unused: true } });
    expect(await counts(client)).toBe("1 filters, 0 rules");
    expect(await client.filters.get(filter.id, { zone_id })).toMatchObject({ expression: login });
  });

  test("an unavailable action cannot be changed to either", async () => {
    const { client } = start({ settings: { unavailable: ["log"] } });
    const [rule] = await createRules(client, inline);
    const body = { id: rule?.id, action: "log", filter: { id: rule?.filter.id } };
    expect(await refusal(client.put(rulesPath(`/${rule?.id}`), { body }))).toMatch(
      /^403\n\/action: /,
    );
    expect(await refusal(client.put(rulesPath(), { body: [body] }))).toMatch(/^403\n\/0\/action: /);
  });
});

test("the same seed gives the same identifiers, another seed others", async () => {
  const ids = await Promise.all(
    [1, 1, 2].map(async (seed) => (await createRules(start({ seed }).client, inline))[0]?.id),
  );
  expect(ids[0]).toBe(ids[1]);
  expect(ids[0]).not.toBe(ids[2]);
  const { emulator, client } = start();
  for (let i = 0; i < 50; i++) await createFilter(client);
  expect(emulator.state.scopes.get(`zones/${zone_id}`)?.filters.size).toBe(50);
});
