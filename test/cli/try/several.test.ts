import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { Random } from "../../conformance/random.ts";
import { Folder, weir } from "../../support/programs/cli.ts";

/** `--together` and `--base`: what several texts do to the same lines, and what a change does to them. */

const filter = (key: string, operator: string, value: string) =>
  JSON.stringify({ where: { key, operator, value } });
const errors = filter("EdgeResponseStatus", "geq", "500");
const logins = filter("ClientRequestPath", "startsWith", "/login");
const bots = filter("BotScore", "lt", "30");
const line = (status: number, path: string) =>
  JSON.stringify({ EdgeResponseStatus: status, ClientRequestPath: path });
const lines = [line(200, "/"), line(503, "/login"), line(500, "/a"), line(200, "/login/x")];
const text = lines.map((it) => `${it}\n`).join("");

async function answer(folder: Folder, ...args: string[]) {
  const { out, err, status } = await weir(folder, ["try", ...args, "--format", "json"]);
  if (out === "") throw new Error(err);
  return { ...JSON.parse(out), err, status };
}

function commit(folder: Folder): void {
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...words], {
      cwd: folder.path,
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "files");
}

describe("together", () => {
  test("lines that none, one and several keep, and pairs", async () => {
    const files = { "a.lpfilter": errors, "b.lpfilter": logins, "c.lpfilter": errors };
    using folder = new Folder({ ...files, "a.ndjson": text });
    const names = Object.keys(files);
    const { together, status } = await answer(folder, ...names, "--logs", "a.ndjson", "--together");
    expect(status).toBe(0);
    expect(together).toEqual({
      none: 1,
      one: 1,
      several: 2,
      pairs: [
        [0, 1, 1],
        [0, 2, 2],
        [1, 2, 1],
      ],
    });
    const shown = await weir(folder, ["try", ...names, "--logs", "a.ndjson", "--together"]);
    expect(shown.out).toContain(`together
  kept by none: 1 (25.0%), by one: 1 (25.0%), by several: 2 (50.0%) of 4 lines
  kept by both
               2  a.lpfilter and c.lpfilter
               1  a.lpfilter and b.lpfilter
               1  b.lpfilter and c.lpfilter
`);
  });

  test("undetermined lines are reported, and not guessed", async () => {
    using folder = new Folder({
      "a.lpfilter": errors,
      "b.lpfilter": logins,
      "c.lpfilter": bots,
      "a.ndjson": `${text}{"broken\n`,
    });
    const args = ["a.lpfilter", "b.lpfilter", "c.lpfilter", "--logs", "a.ndjson", "--together"];
    const { together } = await answer(folder, ...args);
    expect(together).toEqual({
      none: 0,
      one: 0,
      several: 1,
      undetermined: 3,
      pairs: [
        [0, 1, 1],
        [0, 2, 0, 2],
        [1, 2, 0, 2],
      ],
    });
    const { out } = await weir(folder, ["try", ...args]);
    expect(out).toContain("by several: 1 (25.0%) of 4 lines\n  undetermined: 3 lines\n");
    expect(out).toContain("0 to 2  a.lpfilter and c.lpfilter");
  });

  test("a job in a host file and its filter are one", async () => {
    const job = (name: string, where: string) => `resource "cloudflare_logpush_job" "${name}" {
  dataset = "http_requests"
  filter  = ${JSON.stringify(where)}
}
`;
    using folder = new Folder({
      "a.tf": job("a", errors) + job("b", logins),
      "a.ndjson": text,
    });
    const { together, results } = await answer(folder, "a.tf", "--logs", "a.ndjson", "--together");
    expect(results).toHaveLength(2);
    expect(together).toEqual({ none: 1, one: 2, several: 1, pairs: [[0, 1, 1]] });
  });

  test("a text that cannot be tried is left out", async () => {
    const files = { "a.lpfilter": "{", "b.lpfilter": logins, "c.lpfilter": errors };
    using folder = new Folder({ ...files, "a.ndjson": text });
    const names = Object.keys(files);
    const { together, status } = await answer(folder, ...names, "--logs", "a.ndjson", "--together");
    expect(status).toBe(1);
    expect(together).toEqual({ none: 1, one: 2, several: 1, pairs: [[1, 2, 1]] });
  });
});

describe("base", () => {
  test("lines gained and lost, with values of both", async () => {
    using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": text });
    commit(folder);
    folder.write("a.lpfilter", logins);
    const args = ["a.lpfilter", "--logs", "a.ndjson", "--base", "HEAD"];
    const { results, status } = await answer(folder, ...args, "--by", "ClientRequestPath");
    expect(status).toBe(0);
    const size = (...of: number[]) => of.reduce((sum, it) => sum + (lines[it]?.length ?? 0) + 1, 0);
    expect(results).toMatchObject([
      {
        kept: 2,
        gained: 1,
        lost: 1,
        base: { kept: 2, keptBytes: size(1, 2), undetermined: 0 },
        by: { ClientRequestPath: { gained: [["/login/x", 1]], lost: [["/a", 1]] } },
      },
    ]);
    expect(results[0]).not.toHaveProperty("gainedAtMost");
    const { out } = await weir(folder, ["try", ...args]);
    expect(out).toContain("  gains 1 line, loses 1 line; before: 50.0%, 2 lines, 108 B\n");
    const gained = await weir(folder, ["try", ...args, "--print", "gained"]);
    expect(gained.out).toBe(`${lines[3]}\n`);
    const lost = await weir(folder, ["try", ...args, "--print", "lost"]);
    expect(lost.out).toBe(`${lines[2]}\n`);
    expect(lost.err).toContain("loses 1 line");
  });

  test("a line that is undetermined in one version may be gained or lost", async () => {
    using folder = new Folder({ "a.lpfilter": bots, "a.ndjson": text });
    commit(folder);
    folder.write("a.lpfilter", errors);
    const args = ["a.lpfilter", "--logs", "a.ndjson", "--base", "HEAD"];
    const { results } = await answer(folder, ...args);
    expect(results).toMatchObject([
      {
        gained: 0,
        gainedAtMost: 2,
        lost: 0,
        lostAtMost: 2,
        base: { kept: 0, undetermined: 4, missed: ["BotScore"] },
      },
    ]);
    const { out } = await weir(folder, ["try", ...args]);
    expect(out).toContain("gains 0 to 2 lines, loses 0 to 2 lines; before: 0–100%, 0 to 4 lines");
    expect(out).toContain("undetermined: missing in the logs: BotScore");
  });

  test("a job follows the filter file of the commit", async () => {
    const job = '{ "dataset": "http_requests", "filter": "a.lpfilter" }';
    using folder = new Folder({ "a.lpjob": job, "a.lpfilter": errors, "a.ndjson": text });
    commit(folder);
    folder.write("a.lpfilter", logins);
    const { results } = await answer(folder, "a.lpjob", "--logs", "a.ndjson", "--base", "HEAD");
    expect(results).toMatchObject([{ kept: 2, gained: 1, lost: 1, base: { kept: 2, pushed: 2 } }]);
  });

  test("rules of a set are matched by their refs; new ones only gain, removed ones only lose", async () => {
    const rule = (ref: string, expression: string) =>
      `  rules {\n    ref = "${ref}"\n    action = "block"\n    expression = ${JSON.stringify(expression)}\n  }\n`;
    const set = (...rules: string[]) =>
      `resource "cloudflare_ruleset" "a" {\n  phase = "http_request_firewall_custom"\n${rules.join("")}}\n`;
    const path = (of: string) => `http.request.uri.path eq "${of}"`;
    using folder = new Folder({
      "a.tf": set(rule("one", path("/")), rule("two", path("/login")), rule("old", path("/a"))),
      "a.ndjson": text,
    });
    commit(folder);
    folder.write(
      "a.tf",
      set(
        rule("new", `http.request.uri.path contains "/a"`),
        rule("two", path("/login/x")),
        rule("one", path("/")),
      ),
    );
    const { results } = await answer(folder, "a.tf", "--logs", "a.ndjson", "--base", "HEAD");
    expect(results).toMatchObject([
      { name: "new", kept: 1, gained: 1, lost: 0, base: null, acts: 1 },
      { name: "two", kept: 1, gained: 1, lost: 1, base: { kept: 1 }, acts: 1 },
      { name: "one", kept: 1, gained: 0, lost: 0, base: { kept: 1 }, acts: 1 },
      { name: "old", removed: true, gained: 0, lost: 1, base: { kept: 1 } },
    ]);
    const { out } = await weir(folder, ["try", "a.tf", "--logs", "a.ndjson", "--base", "HEAD"]);
    expect(out).toContain("  gains 1 line, loses 0 lines; new\n");
    expect(out).toContain("  no line changes; before: 25.0%, 1 line");
    expect(out).toContain("a.tf\n  removed: old; loses 1 line; before: 25.0%, 1 line");
  });

  test("a file that the commit does not have is new", async () => {
    using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": text });
    commit(folder);
    folder.write("b.lpfilter", logins);
    const files = ["a.lpfilter", "b.lpfilter"];
    const { results } = await answer(folder, ...files, "--logs", "a.ndjson", "--base", "HEAD");
    expect(results).toMatchObject([
      { gained: 0, lost: 0, base: { kept: 2 } },
      { gained: 2, lost: 0, base: null },
    ]);
  });

  test("an earlier version that cannot be tried is reported", async () => {
    using folder = new Folder({ "a.lpfilter": "{", "a.ndjson": text });
    commit(folder);
    folder.write("a.lpfilter", errors);
    const { results } = await answer(folder, "a.lpfilter", "--logs", "a.ndjson", "--base", "HEAD");
    expect(results[0]).toMatchObject({ kept: 2, base: { error: expect.any(String) } });
    expect(results[0]).not.toHaveProperty("gained");
  });
});

test.each([
  [["a.lpfilter", "--together"], "'--together' needs at least two filters, jobs or rules."],
  [["a.lpfilter", "--print", "lost"], "'--print lost' needs '--base COMMIT'."],
  [["a.lpfilter", "--base", "none"], "Cannot read 'a.lpfilter' in 'none'"],
])("weir try %j", async (args, message) => {
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": text });
  commit(folder);
  const { err, status } = await weir(folder, ["try", ...args, "--logs", "a.ndjson"]);
  expect(status).toBe(2);
  expect(err).toContain(message);
});

/** Another evaluation, which shares nothing with ours: predicates beside their conditions, and tables of three values. */
type Truth = boolean | undefined;
type Line = Readonly<Record<string, string | number>>;

interface Text {
  readonly where: unknown;
  holds(line: Line, isKnown: (field: string) => boolean): Truth;
}

function randomText(random: Random, depth: number): Text {
  if (depth > 0 && random.chance(0.5)) {
    const parts = random.several(2, 3, () => randomText(random, depth - 1));
    const isAnd = random.chance(0.5);
    return {
      where: { [isAnd ? "and" : "or"]: parts.map((it) => it.where) },
      holds: (line, isKnown) => {
        const all = parts.map((it) => it.holds(line, isKnown));
        if (all.includes(!isAnd)) return !isAnd;
        return all.includes(undefined) ? undefined : isAnd;
      },
    };
  }
  const [key, operator, value, holds] = random.pick(conditions);
  return {
    where: { key, operator, value },
    holds: (line, isKnown) => (isKnown(key) ? holds(line[key]) : undefined),
  };
}

const conditions: readonly [string, string, string, (value: unknown) => boolean][] = [
  ["EdgeResponseStatus", "geq", "500", (it) => Number(it ?? 0) >= 500],
  ["EdgeResponseStatus", "lt", "400", (it) => Number(it ?? 0) < 400],
  ["EdgeResponseStatus", "eq", "403", (it) => Number(it ?? 0) === 403],
  ["ClientRequestPath", "startsWith", "/a", (it) => String(it ?? "")[1] === "a"],
  ["ClientRequestPath", "!contains", "b", (it) => !String(it ?? "").includes("b")],
  ["ClientCountry", "eq", "de", (it) => it === "de"],
  ["BotScore", "lt", "30", (it) => Number(it ?? 0) < 30],
];

test("random filters on random lines, against another evaluation", {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < 8; round++) {
    const random = new Random(round);
    const pick = <T>(...of: T[]): T => random.pick(of);
    const some = (fields: readonly string[]): Line =>
      Object.fromEntries(
        Object.entries({
          EdgeResponseStatus: pick(200, 403, 404, 500, 503),
          ClientRequestPath: pick("/a", "/ab", "/b", "/"),
          ClientCountry: pick("de", "fr"),
          BotScore: random.below(100),
        }).filter(([name]) => fields.includes(name) && random.below(10) > 0),
      );
    const all = ["EdgeResponseStatus", "ClientRequestPath", "ClientCountry", "BotScore"];
    const files = [all, all.slice(0, 3), all.slice(1)].map((fields) =>
      Array.from({ length: 60 }, () => some(fields)),
    );
    const make = () => randomText(random, 2);
    const [now, before] = [
      [make(), make(), make()],
      [make(), make(), make()],
    ];
    const written = (texts: readonly Text[]) =>
      texts.map(({ where }, index) => [`${index}.lpfilter`, JSON.stringify({ where })] as const);
    using folder = new Folder(Object.fromEntries(written(before)));
    commit(folder);
    for (const [path, content] of written(now)) folder.write(path, content);
    files.forEach((of, index) => {
      folder.write(`logs/${index}.ndjson`, of.map((it) => `${JSON.stringify(it)}\n`).join(""));
    });
    const names = now.map((_, index) => `${index}.lpfilter`);
    const options = ["--together", "--base", "HEAD", "--by", "ClientCountry"];
    const { together, results } = await answer(folder, ...names, "--logs", "logs", ...options);
    const outcomes = files.flatMap((of) => {
      const known = new Set(of.flatMap(Object.keys));
      const isKnown = (field: string) => known.has(field);
      const on = (texts: readonly Text[], at: Line) => texts.map((it) => it.holds(at, isKnown));
      return of.map((at) => ({ line: at, now: on(now, at), before: on(before, at) }));
    });
    const count = (is: (it: (typeof outcomes)[number]) => boolean) => outcomes.filter(is).length;
    const kept = (it: { readonly now: Truth[] }) => it.now.filter((truth) => truth).length;
    const open = (it: { readonly now: Truth[] }) => it.now.includes(undefined);
    expect(together).toMatchObject({
      none: count((it) => kept(it) === 0 && !open(it)),
      one: count((it) => kept(it) === 1 && !open(it)),
      several: count((it) => kept(it) > 1),
    });
    expect(together.undetermined ?? 0).toBe(count((it) => kept(it) < 2 && open(it)));
    for (const [i, j, least, most = least] of together.pairs) {
      expect(least).toBe(count((it) => it.now[i] === true && it.now[j] === true));
      expect(most).toBe(count((it) => it.now[i] !== false && it.now[j] !== false));
    }
    now.forEach((_, i) => {
      const { gained, lost, gainedAtMost = gained, lostAtMost = lost, by } = results[i];
      const is = (a: Truth, b: Truth) => (it: (typeof outcomes)[number]) =>
        it.now[i] === a && it.before[i] === b;
      expect(gained).toBe(count(is(true, false)));
      expect(lost).toBe(count(is(false, true)));
      expect(gainedAtMost).toBe(count((it) => it.now[i] !== false && it.before[i] !== true));
      expect(lostAtMost).toBe(count((it) => it.now[i] !== true && it.before[i] !== false));
      const { gained: values = [] } = by.ClientCountry ?? {};
      for (const [value, found] of values)
        expect(found).toBe(
          count((it) => is(true, false)(it) && (it.line.ClientCountry ?? "") === value),
        );
    });
  }
});

test("a version in a commit has the values of its own Terraform files", async () => {
  const rule = `resource "cloudflare_ruleset" "a" {\n  rules = [{ ref = "x", expression = "\${local.hosts}", action = "block" }]\n}\n`;
  const locals = (host: string) => `locals {\n  hosts = "http.host eq \\"${host}\\""\n}\n`;
  const hosts = ["a", "b", "b"].map((it) => `${JSON.stringify({ ClientRequestHost: it })}\n`);
  using folder = new Folder({
    "a.tf": rule,
    "locals.tf": locals("a"),
    "a.ndjson": hosts.join(""),
  });
  commit(folder);
  folder.write("locals.tf", locals("b"));
  const { results } = await answer(folder, "a.tf", "--logs", "a.ndjson", "--base", "HEAD");
  expect(results[0]).toMatchObject({ gained: 2, lost: 1 });
});
