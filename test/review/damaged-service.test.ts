import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../support/long.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import {
  type Bodies,
  changes,
  damaged,
  damages,
  formats,
  isAnotherConfiguration,
  pathsIn,
} from "./parts.ts";

/** Of a service: what the credential may not read, and parts of its answers that are missing or not known, make no change look allowed, and no request open. */

const baseUrl = "http://127.0.0.1:8787/client/v4";
const env = { WEIR_API_TOKEN: "token-of-the-test", WEIR_BASE_URL: baseUrl };
const config = {
  defaultProfile: "p",
  profiles: { p: { baseUrl, zone: "0a1b", rulesTarget: "rulesets" } },
};
const refusal = { success: false, errors: [{ code: 10000, message: "Authentication error" }] };

type Fields = Readonly<Record<string, unknown>>;

const isOfAccount = (body: Fields) => body.account_id !== undefined;

/** Each rule of the service has an identifier. */
function withIds(rules: unknown): unknown {
  return Array.isArray(rules)
    ? rules.map((it, index) =>
        it !== null && typeof it === "object" ? { id: `r${index}`, ...it } : it,
      )
    : rules;
}

/** The answer of each path. */
function answersOf(bodies: Bodies): ReadonlyMap<string, unknown> {
  const all = bodies.map(([type, body], index) => [type, { id: `id${index}`, ...body }] as const);
  const rulesets = all
    .filter(([type]) => type === "cloudflare_ruleset")
    .map(([, it]) => it as Fields);
  const lists = all.filter(([type]) => type === "cloudflare_list").map(([, it]) => it as Fields);
  const listed = (of: readonly Fields[]) => of.map(({ rules: _, ...it }) => it);
  const scopes = [
    ["/zones/0a1b", rulesets.filter((it) => !isOfAccount(it))],
    ["/accounts/ac", rulesets.filter(isOfAccount)],
  ] as const;
  return new Map<string, unknown>([
    ["/zones/0a1b", { id: "0a1b", name: "example.com", account: { id: "ac" } }],
    ["/zones/0a1b/url_normalization", { type: "cloudflare", scope: "incoming" }],
    ...scopes.flatMap(([scope, of]) => [
      [`${scope}/rulesets`, listed(of)] as const,
      ...of.map(
        (it) => [`${scope}/rulesets/${it.id}`, { ...it, rules: withIds(it.rules) }] as const,
      ),
    ]),
    ["/accounts/ac/rules/lists", lists.map(({ items: _, ...it }) => it)],
    ...lists.map((it) => [`/accounts/ac/rules/lists/${it.id}/items`, it.items] as const),
  ]);
}

function serving(answers: ReadonlyMap<string, unknown>, isRefused: (path: string) => boolean) {
  return (input: Parameters<typeof fetch>[0]) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const path = pathname.replace("/client/v4", "");
    if (isRefused(path)) return Promise.resolve(Response.json(refusal, { status: 403 }));
    const isThere = answers.has(path);
    const answer = { success: isThere, errors: [], messages: [], result: answers.get(path) };
    return Promise.resolve(Response.json(answer, { status: isThere ? 200 : 404 }));
  };
}

const request = "GET https://shop.example.com/admin ip.src=192.0.2.1";
const text = formats.JSON?.[1] ?? (() => "");

async function said(before: Bodies, after: Bodies, isRefused = (_: string) => false) {
  using folder = new Folder({ "weir.json": JSON.stringify(config), "after.json": text(after) });
  const more = { env, fetch: serving(answersOf(before), isRefused) as typeof fetch };
  const forbid = ["--forbid", "block->allow"];
  const reviewed = await weir(folder, ["review", "--service", "after.json", ...forbid], "", more);
  const words = ["trace", "--service", "--request", request, "--format", "json"];
  const traced = await weir(folder, words, "", more);
  const kind = traced.status === 0 ? JSON.parse(traced.out).outcome.kind : "not certain";
  const shown = [reviewed.out, reviewed.err, traced.out, traced.err].join("\n");
  return { status: reviewed.status, kind, shown };
}

describe.each(Object.keys(changes))("%s", (change) => {
  const [before = [], after = []] = [true, false].map((it) => changes[change]?.(it) ?? []);
  const runs = { seed: 20_261_119, numRuns: times(5, 400) };

  test("the whole change is forbidden, and the request is blocked", async () => {
    const { status, kind, shown } = await said(before, after);
    expect([status, kind], shown).toEqual([1, "block"]);
  });

  test("no missing permission hides that", async () => {
    const paths = [...answersOf(before).keys()];
    const property = async (refused: readonly string[]) => {
      const { status, kind, shown } = await said(before, after, (it) => refused.includes(it));
      const where = `refused: ${refused.join(", ")}\n${shown}`;
      expect([1, 2], where).toContain(status);
      expect(["block", "not certain"], where).toContain(kind);
    };
    await fc.assert(fc.asyncProperty(fc.subarray(paths, { minLength: 1 }), property), runs);
  });

  test("no part that is missing in its answers hides that", async () => {
    const parts = pathsIn(before)
      .filter((it) => it.length > 2)
      .flatMap((path) => Object.keys(damages).map((damage) => ({ path, damage })))
      .filter((it) => !isAnotherConfiguration(it.path, it.damage));
    const property = async ({ path, damage }: (typeof parts)[number]) => {
      const { status, kind, shown } = await said(damaged(before, path, damage), after);
      const where = `${path.join(".")} is ${damage}\n${shown}`;
      expect([1, 2], where).toContain(status);
      expect(["block", "not certain"], where).toContain(kind);
    };
    await fc.assert(fc.asyncProperty(fc.constantFrom(...parts), property), runs);
  });
});
