import type { LogRow, RequestTrial, Trial } from "../core/trial.ts";
import { lackedLogs } from "./missing.ts";
import { requestFrom } from "./request-of.ts";
import { type BridgedDataset, bridgedDatasets, rowsFor } from "./rows.ts";

/** Tries a rule on log lines. Without a dataset, the lines may be from any dataset. */
export function trialOnLines(rule: RequestTrial, dataset?: BridgedDataset): Trial {
  const datasets = dataset ? [dataset] : bridgedDatasets;
  const missed = new Set<string>();
  const lacked = new Set<string>();
  const noted = (outcome: boolean | undefined, row: LogRow): boolean | undefined => {
    if (outcome === undefined) {
      const names = row.names();
      for (const name of rule.missed(requestFrom(row, dataset))) {
        missed.add(name);
        for (const it of lackedLogs(name, (log) => names.includes(log), dataset)) lacked.add(it);
      }
    }
    return outcome;
  };
  return {
    fields: [
      ...new Set(
        rule.fields.flatMap((field) =>
          datasets.flatMap((it) => rowsFor(field, it).flatMap(({ logs }) => logs)),
        ),
      ),
    ],
    conditions: rule.conditions,
    tree: rule.tree,
    outcome: (row) => noted(rule.outcome(requestFrom(row, dataset)), row),
    answers: (row) => {
      const request = requestFrom(row, dataset);
      noted(rule.outcome(request), row);
      return rule.answers(request);
    },
    missed: () => [...missed],
    lacked: () => [...lacked],
  };
}
