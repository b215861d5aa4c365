import type { LogRow, RequestFields, RequestTrial, Trial } from "../core/trial.ts";
import { lackedLogs } from "./missing.ts";
import { requestFrom } from "./request-of.ts";
import { type BridgedDataset, bridgedDatasets, rowsFor } from "./rows.ts";

/** Tries a rule on log lines. Without a dataset, the lines may be from any dataset. */
export function trialOnLines(rule: RequestTrial, dataset?: BridgedDataset): Trial {
  const datasets = dataset ? [dataset] : bridgedDatasets;
  const missed = new Set<string>();
  const lacked = new Set<string>();
  const note = (names: readonly string[], row: LogRow): void => {
    const logs = row.names();
    for (const name of names) {
      missed.add(name);
      const lackedNow = once(row, `lacked ${dataset ?? ""} ${name}`, () =>
        lackedLogs(name, (log) => logs.includes(log), dataset),
      );
      for (const it of lackedNow) lacked.add(it);
    }
  };
  const noted = (outcome: boolean | undefined, row: LogRow): boolean | undefined => {
    if (outcome === undefined) note(rule.missed(requestFrom(row, dataset)), row);
    return outcome;
  };
  const logsOf = (fields: readonly string[]) => [
    ...new Set(
      fields.flatMap((field) =>
        datasets.flatMap((it) => rowsFor(field, it).flatMap(({ logs }) => logs)),
      ),
    ),
  ];
  return {
    fields: logsOf(rule.fields),
    conditions: rule.conditions,
    tree: rule.tree,
    outcome: (row) => noted(rule.outcome(requestFrom(row, dataset)), row),
    answers: (row) => {
      const request = requestFrom(row, dataset);
      noted(rule.outcome(request), row);
      return rule.answers(request);
    },
    parts: () =>
      rule.parts().map(({ fields, key, outcome }) => ({
        fields: logsOf(fields),
        key: key && `${dataset ?? ""} ${key}`,
        outcome: (row) => outcome(sharedRequest(row, dataset)),
      })),
    note: (index, row) => {
      const part = rule.parts()[index];
      const missedNow = () => part?.missed(sharedRequest(row, dataset)) ?? [];
      const { key } = part ?? {};
      note(key ? once(row, `missed ${dataset ?? ""} ${key}`, missedNow) : missedNow(), row);
    },
    missed: () => [...missed],
    lacked: () => [...lacked],
  };
}

/** The request of a line, with what other rules have read of it. */
function sharedRequest(row: LogRow, dataset: BridgedDataset | undefined): RequestFields {
  return once(row, `request ${dataset ?? ""}`, () => ({
    ...requestFrom(row, dataset),
    read: new Map(),
  }));
}

/** The value is made once per line, if the row is for many texts. */
function once<Made>(row: LogRow, key: string, make: () => Made): Made {
  const known = row.shared?.get(key) as Made | undefined;
  if (known !== undefined) return known;
  const made = make();
  row.shared?.set(key, made);
  return made;
}
