import {
  blamedText,
  brokenPolicies,
  foldedText,
  headlineText,
  nothingText,
  type OutcomeReview,
  outcomesText,
  type Review,
  type RuleReview,
  type RulesetReview,
  restText,
  rulesetText,
  shortOutcomes,
} from "../../review/review.ts";
import { code, inertMarkdown } from "../../text/markdown.ts";
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
    ...brokenPolicies(review.policies).map((it) => `**${inertMarkdown(cutTo(it, 500))}**`),
    ...(shown.length > 0 ? [headline(shown, review)] : []),
    ...violations.map((it) => `**${inertMarkdown(cutTo(it, 500))}**`),
    ...shown.map((it) => rulesetBlock(it, lines, hasValues)),
    ...(jobs.length > 0
      ? [jobs.map((it) => `- ${inertMarkdown(cutTo(jobText(it).trim(), 500))}`).join("\n")]
      : []),
    ...(shown.length === 0 && jobs.length === 0 ? [inertMarkdown(nothingText(review))] : []),
    quietLines(review)
      .map((it) => `- ${inertMarkdown(cutTo(it, 1_000))}`)
      .join("\n"),
  ];
  return limited(blocks.filter((it) => it !== ""));
}

/** The effect of the change, and the changed rules that cause it: a reviewer may read no more than this. */
function headline(rulesets: readonly RulesetReview[], review: Review): string {
  const about = (isOne: (it: OutcomeReview) => boolean, lead: string): readonly string[] => {
    const found = rulesets.flatMap((ruleset) => {
      const outcomes = ruleset.outcomes.filter(isOne);
      return outcomes.length === 0 ? [] : [{ outcomes, rules: decisiveIn(ruleset, outcomes) }];
    });
    if (found.length === 0) return [];
    const pairs = found.flatMap((it) => it.outcomes.map((one) => outcomesText(one, 60)));
    const because = [...new Set(found.flatMap((it) => it.rules.map(nameOf)))];
    const names = blamedText({ because }, (it) => `**${inertMarkdown(cutTo(it, 60))}**`);
    return [`${lead}${names === "" ? "" : ` because of ${names}`}: ${few(pairs)}.`];
  };
  const sentences = [
    ...about((it) => it.proof === "witness", "**Requests get another outcome**"),
    ...about((it) => it.proof !== "witness", "**Other outcomes cannot be excluded**"),
  ];
  return sentences.length > 0 ? sentences.join("\n") : headlineText(review, inertMarkdown);
}

function few(texts: readonly string[]): string {
  const all = [...new Set(texts)];
  const some = all.slice(0, mostNamed).map(inertMarkdown);
  const more = all.length - some.length;
  return [...some, ...(more > 0 ? [`${thousands(more)} more`] : [])].join(", ");
}

const mostNamed = 5;

/** The changed rules that some of the outcomes come from. */
function decisiveIn(
  { rules }: RulesetReview,
  outcomes: readonly OutcomeReview[],
): readonly RuleReview[] {
  const names = new Set(outcomes.flatMap((it) => it.because));
  const isChange = (it: RuleReview) => it.change !== "unchanged" && !it.withoutEffect;
  const namesOf = (it: RuleReview) => [nameOf(it), it.ref ?? it.description ?? it.id ?? ""];
  return rules.filter((it) => isChange(it) && namesOf(it).some((name) => names.has(name)));
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

/** Changed rules are shown, apart from rules that were proved to have no effect. */
function rulesetBlock(
  ruleset: RulesetReview,
  lines: number | undefined,
  hasValues: boolean,
): string {
  const { outcomes, rules } = ruleset;
  const changed = rules.filter((it) => it.change !== "unchanged");
  const first = changed.filter((it) => !it.withoutEffect);
  const quiet = changed.filter((it) => it.withoutEffect);
  return [
    `#### ${inertMarkdown(cutTo(titleOf(ruleset), 160))}`,
    "",
    ...rulesetText(ruleset).map((it) => `This ruleset ${it}.\n`),
    ...(first.length > 0 ? [...listed(first, true), ""] : []),
    ...outcomeTable(outcomes, lines),
    [restText(ruleset), ...undeterminedTexts(ruleset)]
      .map((it) => inertMarkdown(`${capital(it)}.`))
      .join("\n"),
    ...(hasValues ? outcomes.flatMap(valueList) : []),
    ...(quiet.length > 0 ? folded(summaryOf(rules, quiet), listed(quiet)) : []),
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
        ...shortOutcomes(it, 100).map((outcome) => `**${inertMarkdown(outcome)}**`),
        ...(hasLines ? [shareText(it.lines ?? 0, lines)] : []),
        blamedText(it, (name) => cell(cutTo(name, 60))),
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
    const where = place === "" ? "" : ` (${inertMarkdown(place)})`;
    const about = inertMarkdown(cutTo(aboutOf(it), 200));
    const title = `- ${it.change} **${inertMarkdown(cutTo(nameOf(it), 80))}** ${inertMarkdown(it.action ?? "")}: ${about}${where}`;
    const { was, expression } = it;
    if (!isWhole || was === undefined || expression === undefined) return [title];
    const shown = [
      ["before", was],
      ["after", expression],
    ] as const;
    return [title, ...shown.map(([when, it]) => `  - ${when}: ${code(cutTo(it, 300))}`)];
  });
  const more = rules.length - mostListed;
  return more > 0 ? [...rows, `- and ${thousands(more)} more`] : rows;
}

function summaryOf(rules: readonly RuleReview[], quiet: readonly RuleReview[]): string {
  const same = rules.filter((it) => it.change === "unchanged").length;
  return `${foldedText(quiet)}, ${counted(same, "rule")} unchanged`;
}

function folded(summary: string, rows: readonly string[]): readonly string[] {
  return [
    "",
    "<details>",
    `<summary>${inertMarkdown(summary)}</summary>`,
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
    `${inertMarkdown(outcomesText(outcome, 100))}:`,
    "",
    ...texts.map((it) => `- ${inertMarkdown(it)}`),
  ];
}

function capital(text: string): string {
  return text.replace(/^./, (it) => it.toUpperCase());
}

function cell(text: string): string {
  return inertMarkdown(cutTo(text, 100));
}

/** A code span cannot hold a `|` in a table. */
function exampleCell({ witness, note, proof }: OutcomeReview): string {
  if (!witness) return proof === "witness" ? "" : "cannot be excluded";
  const shown = cutTo(requestText(witness), 200);
  const example = shown.includes("|") ? cell(shown) : code(shown);
  const lead = proof === "witness" ? "" : "cannot be excluded: ";
  return `${lead}${example}${note === undefined ? "" : ` (${cell(note)})`}`;
}
