import type { CostAnswer, JobCost, Suggestion } from "../../cost/answer.ts";
import { printable } from "../../text/printable.ts";
import { percentText, plural, thousands } from "../../text/wording.ts";
import type { Paint } from "../render/paint.ts";
import {
  changeText,
  dollars,
  few,
  fieldGroups,
  jobTitle,
  logsText,
  monthOf,
  sendsText,
  share,
} from "./amounts.ts";

/** The report for a terminal. */
export function renderCost(answer: CostAnswer, paint: Paint): string {
  const jobs = answer.jobs.map((it) => jobText(it, answer, paint));
  const budget = budgetText(answer);
  const notes = answer.notes.map((it) => `note: ${printable(it)}`);
  const end = answer.interrupted ? [paint.yellow("interrupted before the logs were read")] : [];
  return `${[...jobs, ...budget, ...notes, ...end].join("\n")}\n`;
}

function jobText(job: JobCost, answer: CostAnswer, paint: Paint): string {
  const title = `${paint.bold(printable(jobTitle(job)))}   ${logsText(answer)}`;
  if (job.error !== undefined) return `${title}\n  ${paint.red("error")} ${printable(job.error)}\n`;
  const rows: (readonly [string, readonly string[]])[] = [
    ["sends", [sendsText(job, answer)]],
    ["fields", fieldLines(job)],
    ["without", withoutLines(job, answer)],
    ["hours", hourLines(job)],
    ["twice", twiceLines(job, answer)],
    ["base", baseLines(job, answer)],
    ["against", againstLines(job, answer)],
  ];
  const lines = rows.flatMap(([name, texts]) =>
    texts.map((it, index) => `  ${(index === 0 ? name : "").padEnd(9)} ${printable(it)}`),
  );
  return [title, ...lines, ...suggestionLines(job, answer, paint), ""].join("\n");
}

const mostFields = 8;

function fieldLines(job: JobCost): readonly string[] {
  const { empty, one, personal, unused } = fieldGroups(job);
  const shown = job.fields
    .filter((it) => it.bytes > 0)
    .slice(0, mostFields)
    .map(
      (it) => `${it.name} ${share(it.share)}${it.usdPerMonth ? ` ${dollars(it.usdPerMonth)}` : ""}`,
    );
  const groups = [
    ["always empty", empty],
    ["one value", one],
    ["personal", personal],
  ] as const;
  const named = groups.flatMap(([title, { count, names, share: part }]) =>
    count > 0 ? [`${title}: ${few(names)}, ${share(part)}`] : [],
  );
  const all = plural(job.fields.length, "field");
  return [
    ...rows(shown),
    ...named,
    ...(unused.count > 0
      ? [
          `in no filter, test or query of this workspace: ${unused.count} of ${all}, ${share(unused.share)}`,
        ]
      : []),
  ];
}

/** Four in a row. */
function rows(texts: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < texts.length; at += 4) found.push(texts.slice(at, at + 4).join("   "));
  return found;
}

function withoutLines({ without }: JobCost, answer: CostAnswer): readonly string[] {
  if (!without) return [];
  const { fields, bytes, share: part, usdPerMonth } = without;
  const month = monthOf(answer);
  const price = usdPerMonth ? `, ${dollars(usdPerMonth)}` : "";
  return [`${few(fields, 6)}: ${month.bytes(bytes)} less${month.unit}, ${share(part)}${price}`];
}

const bars = "▁▂▃▄▅▆▇█";

function hourLines({ hours }: JobCost): readonly string[] {
  if (!hours) return [];
  const most = Math.max(1, ...hours.bytes.map(([, it]) => it));
  const shown = hours.bytes.map(([, it]) => bars[Math.ceil((it / most) * (bars.length - 1))]);
  const peak = `${String(hours.peak).padStart(2, "0")}:00 UTC`;
  return [`${shown.join("")}   peak ${peak}, ${hours.times} × the mean`];
}

function twiceLines({ twice, sends }: JobCost, answer: CostAnswer): readonly string[] {
  const month = monthOf(answer);
  return twice.map(({ path, lines, bytes, usdPerMonth }) => {
    const part =
      lines >= sends.lines ? "all" : `${month.bytes(bytes)} of ${month.bytes(sends.bytes)}`;
    const price = usdPerMonth ? `, ${dollars(usdPerMonth)}` : "";
    return `${path} also sends ${part} of these lines (${share(bytes / Math.max(1, sends.bytes))}${price})`;
  });
}

function baseLines({ base, sends }: JobCost, answer: CostAnswer): readonly string[] {
  if (base === undefined) return [];
  return [base === null ? "a new job" : changeText(sends, base, answer)];
}

function againstLines({ against, sends }: JobCost, answer: CostAnswer): readonly string[] {
  if (!against) return [];
  const { since, until, lines, growth, grew } = against;
  const days = `${since.slice(0, 16)} to ${until.slice(0, 16)}`;
  if (growth === null) return [`${days}: no lines then, ${thousands(sends.lines)} now`];
  return [
    `${days}: ${plural(lines, "line")} then, ${thousands(sends.lines)} now; ${changeText(sends, against, answer)}`,
    ...grew.map(({ field, value, bytes, bytesBefore }) => {
      const times = bytesBefore > 0 ? `${(bytes / bytesBefore).toFixed(1)} × as much` : "new";
      return `  ${field} ${JSON.stringify(value)}: ${times}`;
    }),
  ];
}

function suggestionLines(job: JobCost, answer: CostAnswer, paint: Paint): readonly string[] {
  const { suggestions, together } = job;
  if (suggestions.length === 0) return [];
  const month = monthOf(answer);
  const lines = suggestions.map((it, index) => {
    const price = it.usdPerMonth ? dollars(it.usdPerMonth) : month.bytes(it.bytes);
    const text = `${index + 1}  ${it.text}`;
    const operators = plural(it.operators, "operator");
    return `  ${printable(text)}\n       ${share(it.share)} of the bytes  −${price}  ${operators}${halfText(it)}`;
  });
  return [
    paint.bold("could be left out (learned on half of the lines, measured on the other half)"),
    ...lines,
    ...togetherLines(together),
  ];
}

/** Both shares, if they differ. */
function halfText({ share: all, measured }: Suggestion): string {
  const isSame = Math.abs(all - measured) < 0.005;
  return isSame ? "" : `  (${share(measured)} of the other half)`;
}

function togetherLines(together: JobCost["together"]): readonly string[] {
  if (!together) return [];
  const { suggestions, share: part, operators, size, keeps } = together;
  const numbers = suggestions.map((it) => it + 1).join(" and ");
  const names = keeps.map((it) => `'${it.path}'`).join(" and ");
  const verb = keeps.length > 1 ? "keep" : "keeps";
  const proof =
    keeps.length > 0 ? `; nothing that ${names} ${verb} is lost (${keeps[0]?.proof})` : "";
  const which = suggestions.length > 1 ? `${numbers} together` : `${numbers} alone`;
  return [
    printable(
      `  ${which}: ${share(part)} less, filter of ${plural(operators, "operator")} and ${thousands(size)} bytes${proof}`,
    ),
  ];
}

function budgetText({ budget }: CostAnswer): readonly string[] {
  if (!budget) return [];
  const { cost, usdPerMonth, rate, error, sampleRates = [] } = budget;
  const most = dollars(usdPerMonth);
  if (cost === null) return [`budget    ${most} a month; there is no price for each of the jobs`];
  if (cost <= usdPerMonth) return [`budget    ${dollars(cost)} of ${most} a month`];
  if (rate === undefined || error === undefined)
    return [`budget    ${dollars(cost)} a month, more than ${most}`];
  return [
    `budget    ${dollars(cost)} a month, more than ${most}. These sample rates fit:`,
    ...sampleRates.map((it) => `  ${printable(it.path)}: "sample_rate": ${it.sampleRate}`),
    `  A count of 1,000 lines is then right within ±${percentText(error, 1)}, in 95 of 100 cases.`,
  ];
}
