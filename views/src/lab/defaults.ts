import type { LabAnswer } from "./messages.ts";

const mostColumns = 5;

/** Fields that users usually want to see. Timestamps come first. */
const usual = [
  "EdgeStartTimestamp",
  "Datetime",
  "Timestamp",
  "ClientRequestMethod",
  "ClientRequestHost",
  "ClientRequestPath",
  "ClientRequestURI",
  "EdgeResponseStatus",
  "Action",
  "ClientIP",
];

export function defaultColumns({ sample, tree }: LabAnswer): readonly string[] {
  const names = sample.fields.map((it) => it.name);
  const [time, ...others] = usual.filter((it) => names.includes(it));
  const found = [...(time === undefined ? [] : [time]), ...fieldsIn(tree, names), ...others];
  return [...new Set([...found, ...names])].slice(0, mostColumns);
}

/** The field of the first condition, or one with few values. */
export function defaultField({ sample, tree }: LabAnswer): string {
  const names = sample.fields.map((it) => it.name);
  const [first] = fieldsIn(tree, names);
  const common = ["EdgeResponseStatus", "ClientRequestHost", "Action"].find((it) =>
    names.includes(it),
  );
  return first ?? common ?? names[0] ?? "";
}

/** Conditions of filters start with the name of a field. */
function fieldsIn(tree: LabAnswer["tree"], names: readonly string[]): readonly string[] {
  if (tree.kind !== "condition") return (tree.children ?? []).flatMap((it) => fieldsIn(it, names));
  const [name = ""] = tree.label.split(" ");
  return names.includes(name) ? [name] : [];
}
