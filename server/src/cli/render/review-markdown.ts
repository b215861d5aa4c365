import type { OutcomeReview, Review, RuleReview, RulesetReview } from "../../review/review.ts";
import { code, escapeMarkdown } from "../../text/markdown.ts";
import { cutTo } from "../../text/shorten.ts";
import { thousands } from "../../text/wording.ts";
import {
  aboutOf,
  counted,
  isChanged,
  jobText,
  nameOf,
  placeOf,
  quietLines,
  requestText,
  restText,
  shareText,
  titleOf,
  undeterminedTexts,
  valueTexts,
} from "./review.ts";

/** A comment may have 65,536 characters. */
const mostCharacters = 60_000;

/** For a comment in a pull request: first what a reviewer has to know. Whatever others wrote is escaped. */
export function renderReviewMarkdown(
  review: Review,
  violations: readonly string[],
  hasValues: boolean,
): string {
  const shown = review.rulesets.filter(isChanged);
  const jobs = review.jobs.filter((it) => it.change !== "unchanged");
  const lines = review.logs?.lines;
  const blocks = [
    "### What this change does to requests",
    ...violations.map((it) => `**${escapeMarkdown(it)}**`),
    ...shown.map((it) => rulesetBlock(it, lines, hasValues)),
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

/** The rules that make a difference are shown, the others are folded. */
function rulesetBlock(
  ruleset: RulesetReview,
  lines: number | undefined,
  hasValues: boolean,
): string {
  const { outcomes, rules } = ruleset;
  const changed = rules.filter((it) => it.change !== "unchanged");
  const decisive = new Set(outcomes.flatMap((it) => it.because));
  const isDecisive = (it: RuleReview) => decisive.has(nameOf(it));
  const [first, rest] = [changed.filter(isDecisive), changed.filter((it) => !isDecisive(it))];
  return [
    `#### ${escapeMarkdown(titleOf(ruleset))}`,
    "",
    ...(first.length > 0 ? [...listed(first, true), ""] : []),
    ...outcomeTable(outcomes, lines),
    [restText(ruleset), ...undeterminedTexts(ruleset)]
      .map((it) => escapeMarkdown(`${capital(it)}.`))
      .join("\n"),
    ...(hasValues ? outcomes.flatMap(valueList) : []),
    ...(rest.length > 0 ? folded(summaryOf(ruleset, rest, first.length > 0), listed(rest)) : []),
  ].join("\n");
}

function outcomeTable(
  outcomes: readonly OutcomeReview[],
  lines: number | undefined,
): readonly string[] {
  if (outcomes.length === 0) return [];
  const hasLines = lines !== undefined;
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const titles = ["before", "after", ...(hasLines ? ["requests in the logs"] : []), "because of"];
  return [
    row([...titles, "such as"]),
    row([...titles, ""].map(() => "---")),
    ...outcomes.map((it) =>
      row([
        `**${cell(it.from)}**`,
        `**${cell(it.to)}**`,
        ...(hasLines ? [shareText(it.lines ?? 0, lines)] : []),
        it.because.map((name) => cell(cutTo(name, 60))).join(", "),
        exampleCell(it),
      ]),
    ),
    "",
  ];
}

const mostListed = 100;

function listed(rules: readonly RuleReview[], isWhole = false): readonly string[] {
  const rows = rules.slice(0, mostListed).flatMap((it) => {
    const place = placeOf(it);
    const where = place === "" ? "" : ` (${escapeMarkdown(place)})`;
    const about = escapeMarkdown(cutTo(aboutOf(it), 200));
    const title = `- ${it.change} **${escapeMarkdown(cutTo(nameOf(it), 80))}** ${escapeMarkdown(it.action ?? "")}: ${about}${where}`;
    const { was, expression } = it;
    if (!isWhole || was === undefined || expression === undefined) return [title];
    const shown = [`before: ${code(cutTo(was, 300))}`, `after: ${code(cutTo(expression, 300))}`];
    return [title, ...shown.map((one) => `  - ${one}`)];
  });
  const more = rules.length - mostListed;
  return more > 0 ? [...rows, `- and ${thousands(more)} more`] : rows;
}

function summaryOf(
  ruleset: RulesetReview,
  rest: readonly RuleReview[],
  hasOthers: boolean,
): string {
  const { rest: proof, outcomes, rules } = ruleset;
  const same = rules.filter((it) => it.change === "unchanged").length;
  const isProved = proof === "proved" && outcomes.every((it) => it.proof === "witness");
  const what = counted(rest.length, hasOthers ? "other change" : "change");
  return `${what}${isProved ? " without effect on outcomes" : ""}, ${counted(same, "rule")} unchanged`;
}

function folded(summary: string, rows: readonly string[]): readonly string[] {
  return [
    "",
    "<details>",
    `<summary>${escapeMarkdown(summary)}</summary>`,
    "",
    ...rows,
    "",
    "</details>",
  ];
}

function valueList(outcome: OutcomeReview): readonly string[] {
  const texts = valueTexts(outcome);
  if (texts.length === 0) return [];
  return [
    "",
    `${cell(outcome.from)} → ${cell(outcome.to)}:`,
    "",
    ...texts.map((it) => `- ${escapeMarkdown(it)}`),
  ];
}

function capital(text: string): string {
  return text.replace(/^./, (it) => it.toUpperCase());
}

function cell(text: string): string {
  return escapeMarkdown(cutTo(text, 100));
}

/** A code span cannot hold a `|` in a table. */
function exampleCell({ witness, note, proof }: OutcomeReview): string {
  if (!witness) return proof === "witness" ? "" : "cannot be excluded";
  const shown = cutTo(requestText(witness), 200);
  const example = shown.includes("|") ? cell(shown) : code(shown);
  return note === undefined ? example : `${example} (${cell(note)})`;
}
