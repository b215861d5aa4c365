import { type BridgedDataset, type BridgeRow, bridgedDatasets, rowsFor } from "./rows.ts";

/** Something that leaves outcomes undetermined: a request field, a log field, a list (`$name`) or a function (`name()`). */
export interface Missing {
  readonly name: string;
  readonly reason: MissingReason;
  /** The log fields that it is made of, and that the lines do not have. */
  readonly fields?: readonly string[];
}

export type MissingReason =
  /** The job that wrote the lines did not select the log fields. */
  | "not-selected"
  /** No log has the field. */
  | "not-logged"
  /** The lines have the log fields, but values of them are null or do not tell. */
  | "no-value"
  /** The items of the list are not in the settings. */
  | "no-items"
  /** Only the service can run the function. */
  | "service-only";

/** Why the fields of a filter are unknown. `lacked` are the fields that the lines did not have, not even as null. */
export function missingFields(
  names: readonly string[],
  lacked: readonly string[],
  isLogField: (name: string) => boolean,
): readonly Missing[] {
  return names.map((name) => {
    if (!lacked.includes(name)) return { name, reason: "no-value" };
    return isLogField(name)
      ? { name, reason: "not-selected", fields: [name] }
      : { name, reason: "not-logged" };
  });
}

/** Why the names that a rule missed are unknown. `lacked` are the log fields that the lines did not have. */
export function missingNames(
  names: readonly string[],
  lacked: readonly string[],
  dataset?: BridgedDataset,
): readonly Missing[] {
  return names.map((name): Missing => {
    if (name.startsWith("$")) return { name, reason: "no-items" };
    if (name.endsWith("()")) return { name, reason: "service-only" };
    const rows = sourcesOf(name, dataset);
    if (rows.length === 0) return { name, reason: "not-logged" };
    const fields = neededLogs(rows, (it) => !lacked.includes(it));
    return fields.length > 0
      ? { name, reason: "not-selected", fields }
      : { name, reason: "no-value" };
  });
}

/** The log fields to add to lines so that they have a request field. */
export function lackedLogs(
  name: string,
  has: (log: string) => boolean,
  dataset?: BridgedDataset,
): readonly string[] {
  return neededLogs(sourcesOf(name, dataset), has);
}

function sourcesOf(name: string, dataset: BridgedDataset | undefined): readonly BridgeRow[] {
  return (dataset ? [dataset] : bridgedDatasets).flatMap((it) => rowsFor(name, it));
}

/** Of several ways to derive a field, the first one that lacks the fewest log fields. */
function neededLogs(rows: readonly BridgeRow[], has: (log: string) => boolean): readonly string[] {
  // Of a row that uses whatever is there, the first has most of it.
  const needed = rows.map(({ logs, some }) =>
    (some ? logs.slice(0, 1) : logs).filter((it) => !has(it)),
  );
  return needed.reduce((best, it) => (it.length < best.length ? it : best), needed[0] ?? []);
}

/** Lists the unknown values that a rule needs of a single request. */
export function unknownText(names: readonly string[]): string {
  const fields = names.filter((it) => !/^[$]|[()]$/.test(it));
  const others = missingNames(
    names.filter((it) => !fields.includes(it)),
    [],
  );
  const rest = others.length > 0 ? [missingText(others)] : [];
  return [...joined("unknown: ", fields), ...rest].join("; ");
}

/** The missing fields, for people; with advice if wanted. */
export function missingText(missing: readonly Missing[], isAdvised = true): string {
  const named = (reason: MissingReason) => missing.filter((it) => it.reason === reason);
  const names = (reason: MissingReason) => named(reason).map((it) => it.name);
  const advice = (text: string) => (isAdvised ? `; ${text}` : "");
  const absent = named("not-selected");
  const isOne = absent.length === 1 && absent[0]?.fields?.length === 1;
  const parts = [
    ...(absent.length > 0
      ? [
          `missing in the logs: ${absent.map(absentText).join(", ")}${advice(`add ${isOne ? "it" : "them"} to 'field_names' of the job`)}`,
        ]
      : []),
    ...joined("in no log: ", names("not-logged")),
    ...joined("no usable value in the logs: ", names("no-value")),
    ...names("no-items").map(
      (it) => `list ${it} has no items${advice("add them to 'lists' in weir.json")}`,
    ),
    ...joined("only known to the service: ", names("service-only")),
  ];
  return parts.join("; ");
}

function joined(title: string, names: readonly string[]): string[] {
  return names.length > 0 ? [title + names.join(", ")] : [];
}

function absentText({ name, fields = [] }: Missing): string {
  const logs = fields.join(", ");
  return logs === name ? logs : `${logs} (for ${name})`;
}
