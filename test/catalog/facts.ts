/** Every row of the catalogs with the date when it was last known to be true. */

import { actions } from "../../server/src/cfrule/catalog/actions.ts";
import * as ruleDates from "../../server/src/cfrule/catalog/dates.ts";
import { fields } from "../../server/src/cfrule/catalog/fields.ts";
import { functions } from "../../server/src/cfrule/catalog/functions.ts";
import * as limits from "../../server/src/cfrule/catalog/limits.ts";
import { managedLists } from "../../server/src/cfrule/catalog/lists.ts";
import { comparisons, logicals } from "../../server/src/cfrule/catalog/operators.ts";
import { phases } from "../../server/src/cfrule/catalog/phases.ts";
import type { FactDates } from "../../server/src/core/fact-dates.ts";
import { datasets } from "../../server/src/lpfilter/catalog/datasets.ts";
import * as filterDates from "../../server/src/lpfilter/catalog/dates.ts";
import { serviceLimits } from "../../server/src/lpfilter/catalog/limits.ts";
import { operators } from "../../server/src/lpfilter/catalog/operators.ts";
import * as jobDates from "../../server/src/lpjob/catalog/dates.ts";
import { jobProperties } from "../../server/src/lpjob/catalog/job-properties.ts";
import { outputOptions } from "../../server/src/lpjob/catalog/output-options.ts";
import { prices } from "../../server/src/lpjob/catalog/prices.ts";
import { providers } from "../../server/src/lpjob/catalog/providers.ts";

export interface Fact {
  readonly kind: string;
  readonly name: string;
  readonly date: string;
}

interface Catalog {
  readonly kind: string;
  readonly names: readonly string[];
  readonly dates: FactDates;
}

const namesOf = (rows: readonly { readonly name: string }[]) => rows.map((it) => it.name);

export const catalogs: readonly Catalog[] = [
  { kind: "rule field", names: namesOf(fields), dates: ruleDates.fieldDates },
  { kind: "function", names: namesOf(functions), dates: ruleDates.functionDates },
  {
    kind: "rule operator",
    names: namesOf([...comparisons, ...logicals]),
    dates: ruleDates.operatorDates,
  },
  { kind: "phase", names: namesOf(phases), dates: ruleDates.phaseDates },
  { kind: "action", names: namesOf(actions), dates: ruleDates.actionDates },
  { kind: "managed list", names: namesOf(managedLists), dates: ruleDates.managedListDates },
  { kind: "limit of rules", names: Object.keys(limits), dates: ruleDates.limitDates },
  { kind: "dataset", names: namesOf(datasets), dates: filterDates.datasetDates },
  {
    kind: "log field",
    names: datasets.flatMap((it) => it.fields.map((field) => `${it.name}.${field.name}`)),
    dates: filterDates.logFieldDates,
  },
  { kind: "filter operator", names: namesOf(operators), dates: filterDates.filterOperatorDates },
  {
    kind: "limit of filters",
    names: Object.keys(serviceLimits),
    dates: filterDates.filterLimitDates,
  },
  {
    kind: "job property",
    names: [
      ...namesOf(jobProperties),
      ...namesOf(outputOptions).map((name) => `output_options.${name}`),
    ],
    dates: jobDates.jobPropertyDates,
  },
  { kind: "price", names: namesOf(prices), dates: jobDates.priceDates },
  {
    kind: "destination",
    names: [...new Set(providers.map((it) => it.scheme))],
    dates: jobDates.providerDates,
  },
];

/** The exception with the longest name that fits. */
export function exceptionFor(name: string, { except = {} }: FactDates): string | undefined {
  if (Object.hasOwn(except, name)) return name;
  return Object.keys(except)
    .filter((it) => it.endsWith("*") && name.startsWith(it.slice(0, -1)))
    .sort((a, b) => b.length - a.length)[0];
}

/** Oldest first. */
export function facts(): readonly Fact[] {
  return catalogs
    .flatMap(({ kind, names, dates }) =>
      names.map((name): Fact => {
        const exception = exceptionFor(name, dates);
        const own = exception === undefined ? undefined : dates.except?.[exception];
        return { kind, name, date: own ?? dates.asOf };
      }),
    )
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** The output of the program: a summary, or the facts that are older than a date. */
export function report(before: string | undefined): string {
  const all = facts();
  if (before === undefined) return `${count(all)}\n${summary(all)}`;
  const older = all.filter((it) => it.date < before);
  const lines = older.map(({ date, kind, name }) => `${date}  ${kind}  ${name}\n`);
  return `${lines.join("")}${count(older)} older than ${before}, of ${all.length}\n`;
}

function count(some: readonly Fact[]): string {
  return `${some.length} ${some.length === 1 ? "fact" : "facts"}`;
}

function summary(all: readonly Fact[]): string {
  return catalogs
    .map(({ kind }) => {
      const own = all.filter((it) => it.kind === kind);
      return `${own[0]?.date}  to  ${own.at(-1)?.date}  ${kind} (${own.length})\n`;
    })
    .join("");
}

/** Whether the text is a date of the calendar, as in `2026-06-01`. */
export function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
