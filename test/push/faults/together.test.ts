import { describe, expect, test } from "vitest";
import type { Result } from "../../../server/src/push/plan/plan.ts";
import { push } from "../../../server/src/push/push.ts";
import { isLong } from "../../support/long.ts";
import { Harness, type HarnessOptions } from "../harness.ts";
import { filter, job, rule, secret } from "./sequences.ts";

/** Two people who push from their own clones, in every order of their requests. */

/** How often one may go on before the other: what goes wrong does so after few. The long suite has every order. */
const mostTurns = isLong ? Number.POSITIVE_INFINITY : 2;

/** Runs both until each waits for its next request, and lets the chosen one go on. */
class Turns {
  private readonly waiting = new Map<Harness, { request: string; go: () => void }>();
  private running = 0;
  private notify = () => {};
  private last: Harness | undefined;
  private turns = 0;
  /** The choices made; only where the order matters. */
  readonly made: boolean[] = [];

  constructor(
    private readonly both: readonly [Harness, Harness],
    private readonly wanted: readonly boolean[],
  ) {
    for (const h of both)
      h.count(
        (_number, request) =>
          new Promise((go) => {
            this.waiting.set(h, { request, go });
            this.running--;
            this.notify();
          }),
      );
  }

  async run(act: (h: Harness) => Promise<Result>): Promise<Result[]> {
    this.running = this.both.length;
    const results = this.both.map((h) =>
      act(h).finally(() => {
        this.running--;
        this.notify();
      }),
    );
    for (;;) {
      while (this.running > 0)
        await new Promise<void>((resolve) => {
          this.notify = resolve;
        });
      const next = this.choose();
      if (!next) return Promise.all(results);
      this.running++;
      const { go } = this.waiting.get(next) ?? {};
      this.waiting.delete(next);
      go?.();
    }
  }

  /** Two reads see the same, whichever comes first. */
  private choose(): Harness | undefined {
    const [first, second] = this.both.filter((it) => this.waiting.has(it));
    if (!first || !second) return first;
    const requests = [first, second].map((it) => this.waiting.get(it)?.request ?? "");
    if (requests.every((it) => it.startsWith("GET"))) return first;
    if (this.turns === mostTurns) return this.last;
    const isSecond = this.wanted[this.made.length] ?? false;
    this.made.push(isSecond);
    const next = isSecond ? second : first;
    if (next !== this.last) this.turns++;
    this.last = next;
    return next;
  }
}

/** The next sequence of choices, depth first; undefined after the last. */
function after(made: readonly boolean[]): boolean[] | undefined {
  const last = made.lastIndexOf(false);
  return last === -1 ? undefined : [...made.slice(0, last), true];
}

async function inEveryOrder(
  [a, b]: readonly [Harness, Harness],
  act: (h: Harness) => Promise<Result>,
  check: (results: Result[], order: string) => Promise<void> | void,
): Promise<number> {
  const rewind = [b.rewinder(), a.rewinder()];
  let orders = 0;
  for (let wanted: boolean[] | undefined = []; wanted; orders++) {
    for (const it of rewind) it();
    // Both use the emulator of the first.
    const turns: Turns = new Turns([a, b], wanted);
    const results = await turns.run(act);
    for (const h of [a, b]) h.count(() => {});
    await check(results, turns.made.map(Number).join(""));
    wanted = after(turns.made);
  }
  return orders;
}

const admin = 'http.request.uri.path contains "/admin"';
const env = { LOGS_KEY: secret };
const jobFiles = { "shop.lpjob": job(), "shop.lpfilter": filter("a.example") };

interface Case extends HarnessOptions {
  readonly name: string;
  readonly path: string;
  readonly inline?: true;
}

const cases: readonly Case[] = [
  { name: "a job", path: "shop.lpjob", files: jobFiles, env },
  { name: "a firewall rule", path: "a.cfrule", files: { "a.cfrule": rule(admin) } },
  { name: "an inline rule", path: "a.cfrule", files: { "a.cfrule": rule(admin) }, inline: true },
  {
    name: "a rule of a ruleset",
    path: "a.cfrule",
    rulesTarget: "rulesets",
    files: { "a.cfrule": rule(admin) },
  },
  {
    name: "the first rule of a ruleset, by position",
    path: "a.cfrule",
    rulesTarget: "rulesets",
    files: { "a.cfrule": rule(admin, "block", "# @position first\n") },
  },
];

function resources({ zone, rulesetRules }: Harness): string {
  return `${zone.jobs.size} ${zone.filters.size} ${zone.rules.size} ${rulesetRules.length}`;
}

function idOf(h: Harness, path: string): unknown {
  const { job: id, rule: ruleId } = h.entry(path) ?? {};
  return id ?? ruleId;
}

describe.each(cases)("two people create $name", ({ path, inline, ...options }) => {
  test.each(isLong ? ["alone", "beside another"] : ["beside another"])(
    "once, in every order: %s",
    async (beside) => {
      using a = new Harness(options);
      using b = new Harness({ ...options, emulator: a.emulator });
      if (beside === "beside another") {
        const other = path.endsWith(".lpjob")
          ? job({ name: "other", filter: undefined })
          : rule("ssl");
        const name = `other.${path.split(".")[1]}`;
        a.write(name, other);
        await a.push(name);
        a.forget(name);
      }
      const before = a
        .snapshot()
        .split("\n")
        .filter((it) => it !== "");
      const expected: string[] = [];
      {
        const rewind = a.rewinder();
        await a.push(path);
        expected.push(resources(a));
        rewind();
      }
      const orders = await inEveryOrder(
        [a, b],
        (h) => push(path, h.session(), { inline }),
        async (results, order) => {
          expect(resources(a), order).toBe(expected[0]);
          const now = a.snapshot().split("\n");
          for (const it of before) expect(now, order).toContain(it);
          expect(results.map((it) => it.outcome).sort(), order).toEqual(["created", "unchanged"]);
          expect(
            results.some((it) =>
              /was created elsewhere|already exists|No changes/.test(it.message),
            ),
          ).toBe(true);
          expect(idOf(a, path), order).toBe(idOf(b, path));
          if (!isLong && !/^0*$/.test(order)) return;
          for (const h of [a, b]) expect((await h.push(path)).outcome, order).toBe("unchanged");
        },
      );
      expect(orders).toBeGreaterThan(5);
    },
  );

  test("and the rest is kept if their settings differ", async () => {
    using a = new Harness(options);
    using b = new Harness({ ...options, emulator: a.emulator });
    const text = options.files?.[path] ?? "";
    b.write(
      path,
      path.endsWith(".lpjob")
        ? job({ output_options: { field_names: ["RayID"] } })
        : text.replace("# @action block\n", "# @action block\n# @description Mine\n"),
    );
    await inEveryOrder(
      [a, b],
      (h) => push(path, h.session(), { inline }),
      (results, order) => {
        const { zone, rulesetRules } = a;
        expect(zone.jobs.size, order).toBeLessThan(2);
        // The one call creates both.
        if (!inline) expect(zone.filters.size, order).toBeLessThan(2);
        const created = results.filter((it) => it.outcome === "created").length;
        expect(zone.jobs.size + zone.rules.size + rulesetRules.length, order).toBe(created);
        for (const { outcome, message } of results)
          if (outcome === "failed")
            expect(message, order).toMatch(/with other settings|already exists|has changed/);
      },
    );
  });
});

test("two people replace a job once, in every order", async () => {
  const options = { files: { "shop.lpjob": job({ filter: undefined }) }, env };
  using a = new Harness(options);
  using b = new Harness({ ...options, emulator: a.emulator });
  await a.push("shop.lpjob");
  await b.push("shop.lpjob");
  for (const h of [a, b])
    h.write("shop.lpjob", job({ filter: undefined, dataset: "firewall_events" }));
  const orders = await inEveryOrder(
    [a, b],
    (h) => h.push("shop.lpjob"),
    (results, order) => {
      for (const it of results) expect(it.outcome, order).toMatch(/^(updated|unchanged)$/);
      expect(
        [...a.zone.jobs.values()].map((it) => it.dataset),
        order,
      ).toEqual(["firewall_events"]);
      expect(idOf(a, "shop.lpjob"), order).toBe(idOf(b, "shop.lpjob"));
    },
  );
  expect(orders).toBeGreaterThan(5);
});

test.each(cases)(
  "$name that another person creates during a run is not created again",
  async (it) => {
    const { path, ...options } = it;
    using a = new Harness({ ...options, files: { ...options.files, "z.cfrule": rule("ssl") } });
    using b = new Harness({ ...options, emulator: a.emulator });
    const session = a.session();
    // Every collection has been read.
    await session.service.jobs.list({ zone_id: session.place.zone ?? "" });
    await push("z.cfrule", session, {});
    await b.push(path);
    const before = a.snapshot();
    expect(await push(path, session, { inline: it.inline })).toMatchObject({
      outcome: "unchanged",
    });
    expect(a.snapshot()).toBe(before);
  },
);
