/** Random filters and rules on odd lines, counted by an engine and on files. */
import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { defaultContext } from "../../server/src/languages.ts";
import { parseExactly, writeExactly } from "../../server/src/text/exact-integers.ts";
import { tryHere } from "../../server/src/try/run.ts";
import { type TriedText, textsIn } from "../../server/src/try/subject.ts";
import { runTry } from "../../server/src/try/try.ts";
import type { Column } from "../sql/databases.ts";
import { requestLine, ruleColumns, rules } from "../sql/rule-samples.ts";
import { columns, context, linesWith, where } from "../sql/samples.ts";
import type { Loaded } from "./samples.ts";
import { type Started, timeField } from "./starts.ts";

/** How many texts of each language have to be counted. */
export interface Wanted {
  readonly filters: number;
  readonly rules: number;
}

export interface Sum {
  compared: number;
  different: number;
  /** How many texts were refused, by the reason. */
  readonly refused: Map<string, number>;
}

const filtersEach = 25;
const rulesEach = 20;
/** An engine that refuses nearly everything ends, too. */
const mostSeeds = 50;

export async function compareAll(
  name: string,
  engine: Started,
  file: string,
  wanted: Wanted,
): Promise<{ readonly filters: Sum; readonly rules?: Sum }> {
  const many = (count: number) => ({ minLength: count, maxLength: count });
  const { dirt, hasTypedTimes, hasNoArrays, dialect } = engine;
  const filterLines = linesWith(dirt).filter(
    (it) => !hasTypedTimes || !/"Time":\d/.test(it.join()),
  );
  const filter = where
    .map((it) => JSON.stringify({ where: it }))
    .filter((it) => !(hasTypedTimes && hasOtherTimes(it)) && !(hasNoArrays && ofArrays.test(it)));
  // Paths are normalized on files only, so these are normal ones.
  const requests = requestLine.map((it) => it.replaceAll('"/é"', '"/e"'));
  const ruleLines = fc.array(requests, { minLength: 1, maxLength: 60 });
  const rule = rules(dialect).filter((it) => !hasNoArrays || !ofArrays.test(it));
  const ask =
    (language: string, own: Loaded["columns"], sum: Sum) =>
    (lines: readonly string[], texts: readonly string[]) =>
      compare(name, engine, file, { columns: own, lines }, texts, language, sum);
  const sums = { filters: noSum(), rules: noSum() };
  await until(
    wanted.filters,
    fc.tuple(filterLines, fc.array(filter, many(filtersEach))),
    ask("lpfilter", columns, sums.filters),
    sums.filters,
  );
  if (engine.isAboutTimes) return { filters: sums.filters };
  await until(
    wanted.rules,
    fc.tuple(ruleLines, fc.array(rule, many(rulesEach))),
    ask("cfrule", ruleColumns, sums.rules),
    sums.rules,
  );
  return sums;
}

function noSum(): Sum {
  return { compared: 0, different: 0, refused: new Map() };
}

type Case = readonly [lines: readonly string[], texts: readonly string[]];

async function until(
  wanted: number,
  cases: fc.Arbitrary<Case>,
  ask: (...it: Case) => Promise<void>,
  sum: Sum,
): Promise<void> {
  for (let seed = 1; seed <= mostSeeds; seed++)
    for (const it of fc.sample(cases, { numRuns: 5, seed })) {
      if (sum.compared >= wanted) return;
      await ask(...it);
    }
}

const ofArrays = /"(?:Rules|Scores)"|detection_ids/;

/** Where timestamps have a type, those in another form are converted, and never equal in lines. */
function hasOtherTimes(text: string): boolean {
  return /"Time","operator":"[^"]+","value":(?!"20[^"]*Z"|\["20[^"]*Z"(,"20[^"]*Z")*\])/.test(text);
}

/** Whether all times of a filter are written like the times of the lines. */
function hasSameTimes(text: string, lines: readonly string[]): boolean {
  const [time] = /"Time":"[^"]*"/.exec(lines.join()) ?? [];
  const size = time?.slice('"Time":'.length).length;
  const own = [...text.matchAll(/"Time","operator":"[^"]+","value":(?:"[^"]*"|\[[^\]]*\])/g)];
  return own.every(([it]) =>
    (it.slice(it.indexOf('"value":')).match(/"20[^"]*"/g) ?? []).every(
      ({ length }) => length === size,
    ),
  );
}

/** In ClickHouse, arrays are never NULL. */
function withArrays(line: string, all: readonly Column[]): string {
  const fields = parseExactly(line) as Record<string, unknown>;
  for (const { name, type } of all) if (type === "ints" || type === "strings") fields[name] ??= [];
  return writeExactly(fields);
}

async function compare(
  name: string,
  engine: Started,
  file: string,
  given: Loaded,
  texts: readonly string[],
  language: string,
  sum: Sum,
): Promise<void> {
  const { columns: all } = given;
  const lines =
    engine.dialect === "clickhouse" ? given.lines.map((it) => withArrays(it, all)) : given.lines;
  const loaded = engine.isTimed ? withTimes({ columns: all, lines }) : { columns: all, lines };
  writeFileSync(file, `${loaded.lines.join("\n")}\n`);
  await engine.load(loaded, file);
  const path = `a.${language}`;
  const asked = engine.isAboutTimes ? texts.filter((it) => hasSameTimes(it, lines)) : texts;
  const subjects = asked.map((text) => ({
    path,
    file: `/${path}`,
    text,
    context: { ...defaultContext, ...context },
  }));
  const tried = subjects.flatMap(textsIn);
  const found = [{ path: "lines.ndjson", file }];
  const here = { texts: tried, groups: [{ texts: [...tried], found }] };
  // The deciding conditions need more predicates than a store with a limit accepts.
  const question = { by: [], explain: !engine.isTimed, print: undefined, head: undefined };
  const since = engine.isTimed ? 0n : undefined;
  const request = { subjects, logs: [], folder: dirname(file), question, since };
  const counter = await engine.counter(tried);
  try {
    const [one, other] = [
      await runTry(request, await counter.resolve(here, "lines.ndjson"), {}, counter.run),
      await runTry(request, here, {}, tryHere),
    ];
    tried.forEach((it: TriedText, index) => {
      const [there, expected] = [one.results[index], other.results[index]];
      if (there?.error !== undefined) {
        const reason = reasonOf(there.error);
        sum.refused.set(reason, (sum.refused.get(reason) ?? 0) + 1);
        return;
      }
      sum.compared++;
      if (shape(there) === shape(expected)) return;
      sum.different++;
      console.error(`${name}: ${it.subject.text}\n${shape(there)}, expected ${shape(expected)}\n`);
    });
  } finally {
    await counter.close();
  }
}

/** Without what is of one text only. */
function reasonOf(error: string): string {
  return error.replace(/It needs \d+ predicates/, "It needs too many predicates");
}

function shape(result: Awaited<ReturnType<typeof runTry>>["results"][number] | undefined): string {
  const conditions = result?.conditions?.map((it) => [it.holds, it.decides, it.keeps]);
  return JSON.stringify([result?.kept, result?.undetermined, conditions]);
}

/** A store that needs a time range has a time on every line. */
function withTimes({ columns: some, lines }: Loaded): Loaded {
  const time = `"${timeField}":"2024-05-01T10:00:00Z"`;
  return {
    columns: [...some, { name: timeField, type: "time" }],
    lines: lines.map((it) => (it === "{}" ? `{${time}}` : `{${time},${it.slice(1)}`)),
  };
}
