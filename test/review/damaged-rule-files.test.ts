import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../support/long.ts";
import { Folder, weir } from "../support/programs/cli.ts";

/**
 * A change of rule files opens what was blocked, and a request is blocked. No line that is missing, empty or not readable makes the change
 * look allowed, the request look open, or a test pass that expects that.
 */

type Lines = readonly string[];
type Files = Readonly<Record<string, Lines>>;

const phase = "# @phase http_request_firewall_custom";
const admin: Lines = [
  ...["# Admins only", "# @ref admin", "# @action block", "# @position first", phase],
  ...["# @paused false", 'http.host eq "shop.example.com"'],
  'and starts_with(http.request.uri.path, "/admin")',
];
const office: Lines = [
  ...["# @ref office", "# @action skip", "# @skip ruleset=current", "# @before admin", phase],
  "ip.src in $office",
];
const bots: Lines = ["# @ref bots", "# @action log", "# @after admin", "ssl"];
const before: Files = { "office.cfrule": office, "admin.cfrule": admin, "bots.cfrule": bots };

const changes: Readonly<Record<string, Files>> = {
  "a rule that is removed": { "office.cfrule": office, "bots.cfrule": bots },
  "a rule that only logs": {
    ...before,
    "admin.cfrule": admin.map((it) => it.replace("block", "log")),
  },
};

const damages: Readonly<Record<string, (line: string) => string | undefined>> = {
  missing: () => undefined,
  empty: (line) => line.replace(/^(# @\w+).*|^(?!#).*/, "$1"),
  "without its name": (line) => line.replace(/^# @\w+/, "# @"),
  "another value": (line) => line.replace(/^(# @\w+).*/, "$1 other"),
  "cut off": (line) => line.slice(0, -Math.ceil(line.length / 3)),
  "not closed": (line) => line.replace(/^(# @\w+).*|(?<=^[^#].*)$/, '$1 {"ruleset": "current'),
  repeated: (line) => `${line}\n${line.replace(/(?<=^# @\w+).*/, "")}`,
};

/** A rule that is paused, a skip for all, or an expression that is shorter and valid is another rule. */
function isAnotherRule(line: string, damage: string): boolean {
  const isExpression = !line.startsWith("#");
  if (isExpression) return !["not closed", "cut off"].includes(damage) || line === "ssl";
  return line.includes("@paused") && ["empty", "repeated", "cut off"].includes(damage);
}

const config = JSON.stringify({
  lists: { office: { kind: "ip", items: ["203.0.113.7"] } },
  profiles: { p: { zone: "0a1b0a1b0a1b0a1b0a1b0a1b0a1b0a1b", rulesTarget: "rulesets" } },
});

const request = "GET https://shop.example.com/admin ip.src=192.0.2.1";
const isOpen = `rules: [before]
tests:
  - request: GET https://shop.example.com/admin
    set: { ip.src: 192.0.2.1 }
    expect: { outcome: origin }
`;

async function said(was: Files, is: Files) {
  const filesOf = (side: string, files: Files) =>
    Object.entries(files).map(([name, lines]) => [`${side}/${name}`, `${lines.join("\n")}\n`]);
  using folder = new Folder({
    ...Object.fromEntries([...filesOf("before", was), ...filesOf("after", is)]),
    "weir.json": config,
    "a.trace.yaml": isOpen,
  });
  const forbid = ["--forbid", "block->allow"];
  const reviewed = await weir(folder, ["review", "before", "after", ...forbid]);
  const words = ["trace", "before", "--request", request, "--format", "json"];
  const traced = await weir(folder, words);
  const tested = await weir(folder, ["test", "a.trace.yaml"]);
  const kind = traced.status === 0 ? JSON.parse(traced.out).outcome.kind : "not certain";
  const all = [reviewed, traced, tested];
  return {
    ...{ status: reviewed.status, kind, tested: tested.status },
    shown: all.map((it) => it.out + it.err).join("\n"),
  };
}

function damaged(files: Files, name: string, at: number, damage: string): Files {
  const lines = files[name] ?? [];
  const line = damages[damage]?.(lines[at] ?? "");
  const kept = [
    ...lines.slice(0, at),
    ...(line === undefined ? [] : [line]),
    ...lines.slice(at + 1),
  ];
  return { ...files, [name]: kept };
}

test.each(Object.entries(changes))("%s", async (_, after) => {
  const whole = await said(before, after);
  expect([whole.status, whole.kind, whole.tested], whole.shown).toEqual([1, "block", 1]);
  const parts = [before, after].flatMap((files, side) =>
    Object.entries(files).flatMap(([name, lines]) =>
      lines.flatMap((line, at) =>
        Object.keys(damages)
          .filter((damage) => !isAnotherRule(line, damage))
          .map((damage) => ({ side, name, at, damage })),
      ),
    ),
  );
  const property = async ({ side, name, at, damage }: (typeof parts)[number]) => {
    const less = damaged(side === 0 ? before : after, name, at, damage);
    const { status, kind, tested, shown } = await (side === 0
      ? said(less, after)
      : said(before, less));
    const where = `side ${side}: ${JSON.stringify(less[name])}\n${shown}`;
    expect([1, 2], where).toContain(status);
    expect(["block", "not certain"], where).toContain(kind);
    expect([1, 2], where).toContain(tested);
  };
  const runs = { seed: 20_261_119, numRuns: times(25, 1_000) };
  await fc.assert(fc.asyncProperty(fc.constantFrom(...parts), property), runs);
});
