import type { Configuration, ConfiguredRule } from "../../server/src/core/configuration/model.ts";
import { emptyConfiguration } from "../../server/src/core/configuration/model.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { reviewRulesets } from "../../server/src/review/review.ts";
import type { RulesetReview } from "../../server/src/review/types.ts";
import { randomOf, World } from "../review/world.ts";
import { boundRow, ms, type Row, timeOf } from "./measure.ts";

/** The maximum time of a review in milliseconds, of up to 500 rules. */
const bound = 1_000;

/** Reviews of large rulesets. */
export async function reviewRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, size, review, most } of [...largeChanges(), ...regexChanges()]) {
    const times: number[] = [];
    for (let i = 0; i < 3; i++) times.push(await timeOf(review));
    const allowed = most ?? bound * Math.max(1, size / 500);
    rows.push(boundRow(`weir review, ${name}`, Math.min(...times), allowed, ms));
  }
  return rows;
}

type Rules = readonly ConfiguredRule[];

interface LargeChange {
  readonly name: string;
  readonly size: number;
  /** The maximum time, if it is another one. */
  readonly most?: number;
  readonly review: () => RulesetReview;
}

export function largeChanges(): readonly LargeChange[] {
  const many = ordinaryRules(1_000);
  const some = many.slice(0, 200);
  const cases: readonly (readonly [name: string, before: Rules, after: Rules])[] = [
    ["200 rules, 10 changed", some, edited(some, (it) => it % 20 === 7)],
    ["200 rules, 10 skips changed", some, edited(some, (it) => it % 20 === 9)],
    ["1,000 rules, one changed", many, edited(many, (it) => it === 517)],
    ["thirty rules into five", ...refactored()],
  ];
  return cases.map(([name, before, after]) => changeOf(name, before, after));
}

/** Of 200 rules, 60 have regexes. */
export function regexChanges(): readonly LargeChange[] {
  const random = randomOf(3);
  const world = new World(random);
  const before = ordinaryRules(200).map((it, index) =>
    index % 10 < 3 ? rule(`regex-${index}`, regexIn(world), actionOf(index)) : it,
  );
  const all = before.map((it) => (it.ref?.startsWith("regex") ? reworded(it, world) : it));
  const one = before.map((it, index) => (index === 110 ? (all[index] ?? it) : it));
  return [
    { ...changeOf("200 rules, one of 60 regexes changed at random", before, one), most: 1_000 },
    { ...changeOf("200 rules, 60 regexes changed at random", before, all), most: 1_000 },
  ];
}

function changeOf(name: string, before: Rules, after: Rules): LargeChange {
  const review = () => {
    const [found] = reviewRulesets(sideOf(before), sideOf(after));
    if (!found) throw new Error("A ruleset has a review.");
    return found;
  };
  return { name, size: before.length, review };
}

function actionOf(index: number): string {
  return index % 4 === 3 ? "managed_challenge" : "block";
}

function reworded(it: ConfiguredRule, world: World): ConfiguredRule {
  return { ...it, expression: { text: regexIn(world), hasHoles: false } };
}

function regexIn(world: World): string {
  const word = () =>
    `${world.one(["admin", "login", "union", "wp", "api", "env"])}${world.one("0123456789".split(""))}`;
  const pieces = [
    word,
    () => `(${word()}|${word()})`,
    () => "[a-f0-9]{4,20}",
    () => ".*",
    () => "(x|y)?",
  ];
  const more = Array.from({ length: 3 }, () => world.one(pieces)());
  const regex = [word(), ...more].join("");
  const field = world.one(["http.request.uri.path", "lower(http.user_agent)", "http.host"]);
  return `${field} matches "${world.one(["", "^/"])}${regex}${world.one(["", "$"])}"`;
}

function sideOf(rules: Rules) {
  const configuration: Configuration = {
    ...emptyConfiguration,
    rulesets: [{ level: "zone", phase: "http_request_firewall_custom", kind: "zone", rules }],
  };
  return { configuration, context: defaultContext };
}

function rule(ref: string, text: string, action: string, parameters = {}): ConfiguredRule {
  return { ref, expression: { text, hasHoles: false }, action, parameters, enabled: true };
}

type Make = (index: number) => ConfiguredRule;

/** As people have them, in turn. */
const kinds: readonly Make[] = [
  (it) =>
    rule(`admin-${it}`, `http.host eq "h${it}.example.com" and ${startsWith("/admin")}`, "block"),
  (it) => rule(`paths-${it}`, `http.request.uri.path in {"/a${it}" "/b${it}"}`, "block"),
  (it) =>
    rule(
      `country-${it}`,
      `ip.src.country in {"DE" "FR" "US"} and http.host eq "c${it}.example.com" and not ip.src in {198.51.100.${it % 256}}`,
      "managed_challenge",
    ),
  (it) => rule(`network-${it}`, `ip.src in {10.${it >> 8}.${it & 255}.0/24}`, "block"),
  (it) =>
    rule(
      `bots-${it}`,
      `cf.bot_management.score lt 30 and ${startsWith(`/bots/${it}/`)}`,
      "js_challenge",
    ),
  (it) =>
    rule(
      `agents-${it}`,
      `lower(http.user_agent) contains "bot${it}" or http.user_agent contains "Scanner/${it}"`,
      "block",
    ),
  (it) => rule(`words-${it}`, `http.request.uri.query contains "union${it}"`, "log"),
  (it) =>
    rule(
      `methods-${it}`,
      `http.request.method in {"PUT" "DELETE"} and http.host in {"m${it}.example.com" "n${it}.example.com"}`,
      "block",
    ),
  (it) =>
    rule(
      `login-${it}`,
      `http.request.method eq "POST" and ${startsWith("/login")} and ip.src.asnum in {${64_500 + it} ${65_000 + it}}`,
      "managed_challenge",
    ),
  (it) =>
    rule(
      `partners-${it}`,
      `ip.src in {203.0.113.${it % 256} 192.0.2.${it % 256}} and http.host eq "p${it}.example.com"`,
      "skip",
      it % 20 === 9 ? { ruleset: "current" } : { phases: ["http_ratelimit"] },
    ),
];

function startsWith(path: string): string {
  return `starts_with(http.request.uri.path, "${path}")`;
}

function ordinaryRules(count: number): Rules {
  return Array.from({ length: count }, (_, index) => (kinds[index % kinds.length] as Make)(index));
}

/** Each of them matches another host, too. */
function edited(rules: Rules, isEdited: (index: number) => boolean): Rules {
  return rules.map((it, index) => {
    if (!isEdited(index) || !("text" in it.expression)) return it;
    const text = `(${it.expression.text}) or http.host eq "new${index}.example.com"`;
    return { ...it, expression: { text, hasHoles: false } };
  });
}

/** A rule for each of thirty hosts, and one for all of them. */
function refactored(): readonly [Rules, Rules] {
  const hosts = Array.from({ length: 30 }, (_, it) => `h${it}.example.com`);
  const paths = ["/admin", "/internal", "/debug", "/metrics", "/env"];
  const groups = paths.map((path, at) => ({ path, hosts: hosts.slice(6 * at, 6 * at + 6) }));
  const before = groups.flatMap(({ path, hosts }) =>
    hosts.map((it) => rule(it, `http.host eq "${it}" and ${startsWith(path)}`, "block")),
  );
  const after = groups.map(({ path, hosts }) => {
    const set = hosts.map((it) => `"${it}"`).join(" ");
    return rule(path, `http.host in {${set}} and ${startsWith(path)}`, "block");
  });
  return [before, after];
}
