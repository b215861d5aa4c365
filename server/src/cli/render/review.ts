import { phaseSteps } from "../../languages.ts";
import type {
  JobReview,
  OutcomeReview,
  Review,
  RuleChange,
  RuleReview,
  RulesetReview,
} from "../../review/review.ts";
import { code, escapeMarkdown } from "../../text/markdown.ts";
import { printable } from "../../text/printable.ts";
import { cutTo } from "../../text/shorten.ts";
import { thousands } from "../../text/wording.ts";
import type { Paint } from "./paint.ts";

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
  const jobs = review.jobs.filter((it) => it.change !== "unchanged");
  const lines = [
    ...shown.flatMap((it) => rulesetLines(it, paint)),
    ...jobs.map((it) => printable(jobText(it))),
    ...quietLines(review),
  ];
  return `${lines.join("\n")}\n`;
}

function isChanged({ rules, outcomes }: RulesetReview): boolean {
  return outcomes.length > 0 || rules.some((it) => it.change !== "unchanged");
}

/** What needs no attention, and what was not looked at. */
function quietLines({ rulesets, jobs, notExamined }: Review): readonly string[] {
  const same = rulesets.filter((it) => !isChanged(it)).length;
  const sameJobs = jobs.filter((it) => it.change === "unchanged").length;
  const noise = rulesets.reduce((sum, it) => sum + it.noise, 0);
  return [
    ...(same > 0 ? [`${counted(same, "ruleset")} unchanged (proved)`] : []),
    ...(sameJobs > 0
      ? [`${counted(sameJobs, "job or filter", "jobs and filters")} unchanged`]
      : []),
    ...(noise > 0
      ? [`${counted(noise, "rule")} written in another way: IDs, formatting or equal meanings`]
      : []),
    ...(notExamined.length > 0 ? [printable(`not examined: ${notExamined.join(", ")}`)] : []),
  ];
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}

function titleOf({ phase, level, zone, name }: RulesetReview): string {
  const title = phaseSteps.find((it) => it.phase === phase)?.title ?? phase;
  return `${title} (${zone === undefined ? level : `${level} ${zone}`}${name === "" ? "" : `, ${name}`})`;
}

function countsOf({ rules }: RulesetReview): string {
  const parts = (["changed", "added", "removed", "moved", "unchanged"] as const).flatMap((it) => {
    const count = rules.filter(({ change }) => change === it).length;
    return count === 0 ? [] : [`${thousands(count)} ${it}`];
  });
  return parts.join(", ");
}

function rulesetLines(ruleset: RulesetReview, paint: Paint): readonly string[] {
  const changed = ruleset.rules.filter((it) => it.change !== "unchanged");
  const width = Math.min(30, Math.max(0, ...changed.map((it) => nameOf(it).length)));
  return [
    `${paint.bold(printable(titleOf(ruleset)))}   ${countsOf(ruleset)}`,
    ...changed.map((it) => ruleLine(it, width, paint)),
    ...ruleset.outcomes.map((it) => outcomeLine(it, paint)),
    `  ${restText(ruleset)}`,
  ];
}

function nameOf({ ref, description, id, expression }: RuleReview): string {
  return [ref, description, id, expression].find((it) => it !== undefined && it !== "") ?? "a rule";
}

function aboutOf({ detail, expression }: RuleReview): string {
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

function placeOf({ source }: RuleReview): string {
  if (!source) return "";
  const { path, range, address } = source;
  if (address !== undefined) return address;
  return range ? `${path}:${range.start.line + 1}` : path;
}

function outcomeLine(
  { from, to, witness, proof, because, note }: OutcomeReview,
  paint: Paint,
): string {
  const pair = paint.bold(printable(`${cutTo(from, 60)} → ${cutTo(to, 60)}`));
  const blamed = because.map((it) => `'${cutTo(it, 40)}'`).join(", ");
  if (proof !== "witness" || !witness)
    return `  ${pair}   ${paint.yellow("cannot be excluded")}${printable(because.length > 0 ? `, because of ${blamed}` : "")}`;
  const more = note === undefined ? "" : ` (${note})`;
  return `  ${pair}   ${printable(`such as ${requestText(witness)}${more}`)}`;
}

function requestText({ request, fields }: NonNullable<OutcomeReview["witness"]>): string {
  const more = Object.entries(fields).map(([name, it]) => `${name}=${JSON.stringify(it)}`);
  return [request, ...more].join(" ");
}

function restText({ rest, outcomes }: RulesetReview): string {
  const other = outcomes.length > 0 ? "other " : "";
  return rest === "proved"
    ? `no ${other}request gets a different outcome (proved)`
    : `whether ${other}requests get a different outcome is not known`;
}

function jobText({ name, source, change, detail }: JobReview): string {
  const what = detail === undefined ? change : detail;
  return `${signs[change]} '${name}'   ${what}   ${source ?? ""}`.trimEnd();
}

/** A comment may have 65,536 characters. */
const mostCharacters = 60_000;

/** For a comment in a pull request. Whatever others wrote is escaped. */
export function renderReviewMarkdown(review: Review, violations: readonly string[]): string {
  const shown = review.rulesets.filter(isChanged);
  const jobs = review.jobs.filter((it) => it.change !== "unchanged");
  const blocks = [
    "### What this change does to requests",
    ...violations.map((it) => `**${escapeMarkdown(it)}**`),
    ...shown.map(markdownRuleset),
    ...(jobs.length > 0
      ? [jobs.map((it) => `- ${escapeMarkdown(jobText(it).trim())}`).join("\n")]
      : []),
    ...(shown.length === 0 && jobs.length === 0 ? ["Nothing changes for requests or logs."] : []),
    quietLines(review)
      .map((it) => `- ${escapeMarkdown(it)}`)
      .join("\n"),
  ];
  return limited(blocks.filter((it) => it !== ""));
}

function limited(blocks: readonly string[]): string {
  let text = "";
  for (const [at, block] of blocks.entries()) {
    if (text.length + block.length > mostCharacters - 200) {
      const left = blocks.length - at;
      return `${text}\n**${counted(left, "part")} of this report omitted, because a comment is limited. Run \`weir review\` to see all.**\n`;
    }
    text += `${block}\n\n`;
  }
  return `${text.trimEnd()}\n`;
}

function markdownRuleset(ruleset: RulesetReview): string {
  const changed = ruleset.rules.filter((it) => it.change !== "unchanged");
  const { outcomes } = ruleset;
  const table =
    outcomes.length === 0
      ? []
      : [
          "| before | after | such as |",
          "|---|---|---|",
          ...outcomes.map((it) => `| ${cell(it.from)} | ${cell(it.to)} | ${exampleCell(it)} |`),
          "",
        ];
  const rows = changed.map((it) => {
    const about = escapeMarkdown(cutTo(aboutOf(it), 200));
    const place = placeOf(it);
    const where = place === "" ? "" : ` (${escapeMarkdown(place)})`;
    return `- ${it.change} **${escapeMarkdown(cutTo(nameOf(it), 80))}** ${escapeMarkdown(it.action ?? "")}: ${about}${where}`;
  });
  return [
    `#### ${escapeMarkdown(titleOf(ruleset))}`,
    "",
    ...table,
    escapeMarkdown(`${restText(ruleset).replace(/^./, (it) => it.toUpperCase())}.`),
    "",
    "<details>",
    `<summary>${escapeMarkdown(countsOf(ruleset))}</summary>`,
    "",
    ...rows.slice(0, 100),
    ...(rows.length > 100 ? [`- and ${thousands(rows.length - 100)} more`] : []),
    "",
    "</details>",
  ].join("\n");
}

function cell(text: string): string {
  return escapeMarkdown(cutTo(text, 100));
}

/** A code span cannot hold a `|` in a table. */
function exampleCell({ witness, because, note }: OutcomeReview): string {
  if (!witness) return `cannot be excluded: ${cell(because.join(", "))}`;
  const shown = cutTo(requestText(witness), 200);
  const example = shown.includes("|") ? cell(shown) : code(shown);
  return note === undefined ? example : `${example} (${cell(note)})`;
}
