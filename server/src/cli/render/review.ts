import { phaseSteps } from "../../languages.ts";
import {
  blamedText,
  brokenPolicies,
  type JobReview,
  type OutcomeReview,
  outcomesText,
  type Review,
  type RuleChange,
  type RuleReview,
  type RulesetReview,
  restText,
  rulesetText,
  unchangedText,
} from "../../review/review.ts";
import { printable } from "../../text/printable.ts";
import { cutTo } from "../../text/shorten.ts";
import { listOf, thousands } from "../../text/wording.ts";
import type { Paint } from "./paint.ts";
import { engineText } from "./try.ts";

const signs: Readonly<Record<RuleChange, string>> = {
  added: "+",
  removed: "-",
  changed: "~",
  moved: "↕",
  unchanged: " ",
};

const longest = 160;

export function renderReviewPretty(review: Review, paint: Paint): string {
  const shown = review.rulesets.filter(isChanged);
  const lines = review.logs?.lines;
  const jobs = review.jobs.filter((it) => it.change !== "unchanged");
  const text = [
    ...brokenPolicies(review.policies).map((it) => paint.red(printable(it))),
    ...shown.flatMap((it) => rulesetLines(it, paint, lines)),
    ...jobs.map((it) => printable(jobText(it))),
    ...quietLines(review),
    ...(review.engine ? [paint.dim(engineText(review.engine))] : []),
  ];
  return `${text.join("\n")}\n`;
}

export function isChanged(ruleset: RulesetReview): boolean {
  const { rules, outcomes } = ruleset;
  return (
    outcomes.length > 0 ||
    rulesetText(ruleset).length > 0 ||
    rules.some((it) => it.change !== "unchanged")
  );
}

/** The parts that need no attention, and the parts that were not examined. */
export function quietLines({ rulesets, jobs, notExamined, logs }: Review): readonly string[] {
  const sameJobs = jobs.filter((it) => it.change === "unchanged").length;
  const noise = rulesets.reduce((sum, it) => sum + it.noise, 0);
  return [
    ...unchangedText(rulesets.filter((it) => !isChanged(it))).map(printable),
    ...(sameJobs > 0
      ? [`${counted(sameJobs, "job or filter", "jobs and filters")} unchanged`]
      : []),
    ...(noise > 0
      ? [`${counted(noise, "rule")} written in another way: IDs, formatting or equal meanings`]
      : []),
    ...(logs && logs.unreadable > 0
      ? [`${counted(logs.unreadable, "line")} of the logs cannot be read`]
      : []),
    ...(notExamined.length > 0 ? [printable(`not examined: ${notExamined.join(", ")}`)] : []),
  ];
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}

export function titleOf({ phase, level, zone, name, environments }: RulesetReview): string {
  const title = phaseSteps.find((it) => it.phase === phase)?.title ?? phase;
  const where = [
    zone === undefined ? level : `${level} ${zone}`,
    ...(name === "" ? [] : [name]),
    ...(environments ? [`in ${listOf(environments, "and")}`] : []),
  ];
  return `${title} (${where.join(", ")})`;
}

export function countsOf({ rules }: RulesetReview): string {
  const parts = (["changed", "added", "removed", "moved", "unchanged"] as const).flatMap((it) => {
    const count = rules.filter(({ change }) => change === it).length;
    return count === 0 ? [] : [`${thousands(count)} ${it}`];
  });
  return parts.join(", ");
}

function rulesetLines(
  ruleset: RulesetReview,
  paint: Paint,
  lines: number | undefined,
): readonly string[] {
  const changed = ruleset.rules.filter((it) => it.change !== "unchanged");
  const width = Math.min(30, Math.max(0, ...changed.map((it) => nameOf(it).length)));
  return [
    `${paint.bold(printable(titleOf(ruleset)))}   ${countsOf(ruleset)}`,
    ...rulesetText(ruleset).map((it) => `  ${it}`),
    ...changed.map((it) => ruleLine(it, width, paint)),
    ...ruleset.outcomes.flatMap((it) => [outcomeLine(it, paint, lines), ...valueLines(it, paint)]),
    `  ${printable(restText(ruleset))}`,
    ...undeterminedTexts(ruleset).map((it) => `  ${paint.yellow(printable(it))}`),
  ];
}

export function nameOf({ ref, description, id, expression }: RuleReview): string {
  return [ref, description, id, expression].find((it) => it !== undefined && it !== "") ?? "a rule";
}

export function aboutOf({ detail, expression }: RuleReview): string {
  return detail ?? expression ?? "";
}

function ruleLine(rule: RuleReview, width: number, paint: Paint): string {
  const { change, action = "" } = rule;
  const color = { added: paint.green, removed: paint.red, changed: paint.yellow } as const;
  const sign = (color[change as keyof typeof color] ?? paint.cyan)(signs[change]);
  const name = printable(cutTo(nameOf(rule), 30)).padEnd(width);
  const about = printable(cutTo(aboutOf(rule), longest));
  const place = placeOf(rule);
  return `  ${sign} ${name}  ${printable(action).padEnd(17)}  ${about}${place === "" ? "" : `  ${paint.dim(printable(place))}`}`;
}

export function placeOf({ source }: RuleReview): string {
  if (!source) return "";
  const { path, range, address } = source;
  if (address !== undefined) return address;
  return range ? `${path}:${range.start.line + 1}` : path;
}

function outcomeLine(
  { from, to, witness, proof, because, note, lines }: OutcomeReview,
  paint: Paint,
  all: number | undefined,
): string {
  const pair = paint.bold(printable(outcomesText({ from, to }, 60)));
  const blamed = blamedText({ because }, (it) => `'${cutTo(it, 40)}'`);
  const count = lines === undefined ? "" : `   ${shareText(lines, all)}`;
  const more = note === undefined ? "" : ` (${note})`;
  if (proof !== "witness") {
    const shown = witness ? `, such as ${requestText(witness)}${more}` : "";
    const why = because.length > 0 ? `, because of ${blamed}` : "";
    return `  ${pair}${count}   ${paint.yellow("cannot be excluded")}${printable(`${shown}${why}`)}`;
  }
  const example = witness ? `such as ${requestText(witness)}${more}   ` : "";
  return `  ${pair}${count}   ${printable(example)}${paint.dim(printable(`because of ${blamed}`))}`;
}

/** How many requests of the logs. */
export function shareText(lines: number, all: number | undefined): string {
  if (all === undefined) return thousands(lines);
  const percent = (100 * lines) / Math.max(1, all);
  const shown = lines === 0 || percent >= 0.01 ? Number(percent.toPrecision(2)) : "< 0.01";
  return `${thousands(lines)} of ${thousands(all)}${lines === 0 ? "" : ` (${shown}%)`}`;
}

/** The most frequent values of the fields that decide. */
export function valueTexts({ values = {} }: OutcomeReview): readonly string[] {
  return Object.entries(values).map(([field, all]) => {
    const shown = all.map(([it, count]) => `${cutTo(String(it), 60)} (${thousands(count)})`);
    return `${field}: ${shown.join(", ")}`;
  });
}

function valueLines(outcome: OutcomeReview, paint: Paint): readonly string[] {
  return valueTexts(outcome).map((it) => `      ${paint.dim(printable(it))}`);
}

export function undeterminedTexts({ undetermined }: RulesetReview): readonly string[] {
  if (!undetermined) return [];
  const { lines, missing } = undetermined;
  const why = missing.length > 0 ? `: the lines do not contain ${missing.join(", ")}` : "";
  return [`${counted(lines, "request")} of the logs undetermined${why}`];
}

export function requestText({ request, fields }: NonNullable<OutcomeReview["witness"]>): string {
  const more = Object.entries(fields).map(([name, it]) => `${name}=${JSON.stringify(it)}`);
  return [request, ...more].join(" ");
}

export function jobText({ name, source, change, detail, cost }: JobReview): string {
  const sent = cost === undefined ? "" : `; sends ${cost.text}`;
  const what = `${detail ?? change}${sent}`;
  return `${signs[change]} '${name}'   ${what}   ${source ?? ""}`.trimEnd();
}
