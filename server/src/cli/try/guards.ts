import { logFieldsOf } from "../../languages.ts";
import { nearest } from "../../text/nearest.ts";
import { printable } from "../../text/printable.ts";
import { percentText, plural, shareText } from "../../text/wording.ts";
import type { TryAnswer, TryResult } from "../../try/answer.ts";
import type { TriedText } from "../../try/subject.ts";
import { resultPlace, verbOf } from "../render/try.ts";

/** The limits of `--max-share` and `--min-share`. */
export interface ShareLimits {
  readonly most: number | undefined;
  readonly least: number | undefined;
}

/** Why results are not proved to be within the limits. Lines without a result count against them. */
export function violations({ results, interrupted }: TryAnswer, limits: ShareLimits): string[] {
  return results.flatMap((it) => {
    if (it.kept === undefined || it.disabled) return [];
    const why = problemOf(it, limits, interrupted === true);
    return why === undefined ? [] : [`${nameOf(it)} ${why}`];
  });
}

/** The rules that the limits do not apply to, because they have no effect. */
export function notJudged({ results }: TryAnswer, limits: ShareLimits): string[] {
  if (limits.most === undefined && limits.least === undefined) return [];
  return results.flatMap((it) =>
    it.disabled ? [`${nameOf(it)} is disabled; its share is not judged.`] : [],
  );
}

/** The fields of `--by` that neither the datasets of the texts nor the lines have, as sentences. */
export function unknownFields(
  { results }: TryAnswer,
  texts: readonly Pick<TriedText, "dataset" | "subject">[],
): string[] {
  const known = texts.flatMap(({ dataset = "", subject }) => [
    ...logFieldsOf(dataset, subject.context.extraFields).keys(),
  ]);
  const counted = results.filter(
    ({ lines = 0, undetermined = 0, unreadable = 0 }) => lines > undetermined + unreadable,
  );
  const asked = Object.keys(counted[0]?.by ?? {}).filter((field) => !known.includes(field));
  return asked.flatMap((field) => {
    const tables = counted.map(({ by }) => by?.[field]);
    if (tables.some((it) => it && Object.values(it).some((values) => values.length > 0))) return [];
    const near = nearest(field, known);
    const hint = near === undefined ? "" : ` Did you mean '${near}'?`;
    return [`No line has the field ${printable(`'${field}'`)} of '--by'.${hint}`];
  });
}

/** A rule of a set is known by its name, too. */
function nameOf(result: TryResult): string {
  const name = result.name === undefined ? "" : ` (${result.name})`;
  return printable(`${resultPlace(result)}${name}`);
}

function problemOf(
  result: TryResult,
  { most, least }: ShareLimits,
  isPartial: boolean,
): string | undefined {
  const { lines = 0, unreadable = 0, kept = 0, undetermined = 0 } = result;
  const [option] = [
    most !== undefined && "--max-share",
    least !== undefined && "--min-share",
  ].filter((it) => it !== false);
  if (option === undefined) return undefined;
  if (isPartial)
    return `cannot be judged by '${option}', because the logs were not read to their end.`;
  if (lines === unreadable)
    return `cannot be judged by '${option}', because ${lines === 0 ? "there are no lines" : "no line can be read"}.`;
  const upper = kept + undetermined + unreadable;
  const share = `${verbOf(result.language)} ${shareText(kept, upper, lines)} of the lines`;
  const why = unknownText(undetermined, unreadable);
  if (most !== undefined && upper / lines > most)
    return `${share}, ${kept / lines > most ? "" : "possibly "}more than the ${percentText(most, 1)} of '--max-share'${why}.`;
  if (least !== undefined && kept / lines < least)
    return `${share}, ${upper / lines < least ? "" : "possibly "}less than the ${percentText(least, 1)} of '--min-share'${why}.`;
  return undefined;
}

function unknownText(undetermined: number, unreadable: number): string {
  const parts = [
    ...(undetermined > 0 ? [`${plural(undetermined, "line")} undetermined`] : []),
    ...(unreadable > 0 ? [`${plural(unreadable, "line")} unreadable`] : []),
  ];
  return parts.length > 0 ? ` (${parts.join(", ")})` : "";
}
