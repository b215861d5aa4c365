import type { CostAnswer, JobCost } from "../../cost/answer.ts";
import { code, inertMarkdown } from "../../text/markdown.ts";
import { cutTo } from "../../text/shorten.ts";
import { plural, thousands } from "../../text/wording.ts";
import {
  changeText,
  dollars,
  few,
  fieldGroups,
  jobTitle,
  logsText,
  sendsText,
  share,
} from "./amounts.ts";

interface MarkdownOptions {
  /** Values are from logs, which fewer people read than a comment. */
  readonly values: boolean;
}

/** For a comment on a pull request: numbers and names of fields. */
export function costMarkdown(answer: CostAnswer, options: MarkdownOptions): string {
  const notes = answer.notes.filter((it) => options.values || !mayHaveValues.test(it));
  const blocks = [
    "### What these jobs cost",
    `From ${logsText(answer)}.`,
    ...answer.jobs.map((it) => jobBlock(it, answer, options)),
    budgetBlock(answer),
    notes.map((it) => `- ${inertMarkdown(cutTo(it, 500))}`).join("\n"),
  ];
  return `${blocks.filter((it) => it !== "").join("\n\n")}\n`;
}

/** The format of timestamps is shown with one of them. */
const mayHaveValues = / here, but is compared with /;

function jobBlock(job: JobCost, answer: CostAnswer, { values }: MarkdownOptions): string {
  const title = `#### ${inertMarkdown(cutTo(jobTitle(job), 200))}`;
  if (job.error !== undefined) return `${title}\n\n${inertMarkdown(cutTo(job.error, 500))}`;
  const { empty, one, personal, unused } = fieldGroups(job);
  const items = [
    `Sends ${sendsText(job, answer)}`,
    ...(job.base ? [`Since the base: ${changeText(job.sends, job.base, answer)}`] : []),
    ...(job.base === null ? ["A new job"] : []),
    ...againstItems(job, answer, values),
    ...(job.without
      ? [`Without ${few(job.without.fields, 6)}: ${share(job.without.share)} less`]
      : []),
    ...(empty.count > 0 ? [`Always empty: ${few(empty.names, 6)}, ${share(empty.share)}`] : []),
    ...(one.count > 0 ? [`One value: ${few(one.names, 6)}, ${share(one.share)}`] : []),
    ...(personal.count > 0
      ? [`Personal: ${few(personal.names, 6)}, ${share(personal.share)}`]
      : []),
    ...(unused.count > 0
      ? [
          `In no filter, test or query: ${unused.count} of ${plural(job.fields.length, "field")}, ${share(unused.share)}`,
        ]
      : []),
    ...job.twice.map(
      (it) => `Also sent by ${it.path}: ${share(it.bytes / Math.max(1, job.sends.bytes))}`,
    ),
  ];
  return [
    title,
    items.map((it) => `- ${inertMarkdown(it)}`).join("\n"),
    fieldTable(job),
    ...suggestionBlock(job, values),
  ].join("\n\n");
}

const mostFields = 15;

function fieldTable({ fields }: JobCost): string {
  const rows = fields.filter((it) => it.bytes > 0).slice(0, mostFields);
  return [
    "| field | share | a month | |",
    "|---|---:|---:|---|",
    ...rows.map((it) => {
      const marks = [
        ...(it.values === "several" ? [] : [it.values === "one" ? "one value" : "empty"]),
        ...(it.personal ? ["personal"] : []),
        ...(it.used ? [] : ["not used"]),
      ];
      return `| ${code(it.name)} | ${share(it.share)} | ${it.usdPerMonth ? dollars(it.usdPerMonth) : ""} | ${marks.join(", ")} |`;
    }),
  ].join("\n");
}

function suggestionBlock(
  { suggestions, together }: JobCost,
  hasValues: boolean,
): readonly string[] {
  if (suggestions.length === 0) return [];
  const rows = suggestions.map((it, index) => {
    const what = hasValues ? it.text : `a class of lines by ${it.fields.join(", ")}`;
    return `| ${index + 1} | ${inertMarkdown(cutTo(what, 300))} | ${share(it.share)} | ${it.usdPerMonth ? dollars(it.usdPerMonth) : ""} |`;
  });
  const proof = together?.keeps.map((it) => it.path).join(", ") ?? "";
  return [
    ["| | could be left out | share | a month |", "|---|---|---:|---:|", ...rows].join("\n"),
    ...(together
      ? [
          inertMarkdown(
            `Together ${share(together.share)} less, with ${plural(together.operators, "operator")} and ${thousands(together.size)} bytes${proof === "" ? "" : `; nothing that ${proof} keeps is lost (${together.keeps[0]?.proof})`}.`,
          ),
        ]
      : []),
  ];
}

function againstItems(
  { against, sends }: JobCost,
  answer: CostAnswer,
  hasValues: boolean,
): readonly string[] {
  if (!against) return [];
  const { lines, grew } = against;
  const names = [...new Set(grew.map((it) => it.field))];
  const what = hasValues
    ? grew.map((it) => `${it.field} ${JSON.stringify(it.value)}`).join(", ")
    : `values of ${names.join(", ")}`;
  return [
    `Against the time before: ${plural(lines, "line")} then, ${thousands(sends.lines)} now; ${changeText(sends, against, answer)}${grew.length > 0 ? `; most grew: ${what}` : ""}`,
  ];
}

function budgetBlock({ budget }: CostAnswer): string {
  if (!budget) return "";
  const { cost, usdPerMonth, rate } = budget;
  const fits = rate === undefined ? "" : ` A sample rate of ${rate} fits.`;
  return cost === null
    ? "The budget cannot be judged without prices."
    : inertMarkdown(`${dollars(cost)} of ${dollars(usdPerMonth)} a month.${fits}`);
}
