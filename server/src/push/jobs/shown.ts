import { shownDestination, shownOther, shownWritten } from "../masking/destination.ts";
import { matchesWritten, variablesIn, withVariablesHidden } from "../masking/variables.ts";
import type { Change, Settings } from "../plan/settings.ts";

/**
 * What people and programs see of a job. What a variable was filled in with is not shown: a file may come from a stranger, who
 * chose the variable. In its place is what the file says, so that it can still be reviewed.
 */
export function shownChanges(
  changes: readonly Change[],
  /** As the file has them, with their variables left open. */
  written: Settings,
  /** The same, filled in. */
  filled: Settings,
): Change[] {
  return changes.map(({ name, before, after }) => {
    const show = (value: unknown) => shownSetting(name, value, written[name], filled[name]);
    return { name, before: show(before), after: show(after) };
  });
}

/** `filled` is what the file says with its variables filled in; undefined when that is not known. */
export function shownSetting(
  name: string,
  value: unknown,
  written: unknown,
  filled?: unknown,
): unknown {
  if (value === undefined) return undefined;
  const isFilledIn = variablesIn(written).length > 0;
  if (name === "destination_conf" && typeof value === "string") {
    if (!isFilledIn || typeof written !== "string") return shownDestination(value);
    if (value === filled) return shownWritten(written, value);
    if (!matchesWritten(written, value)) return shownOther(value, written);
    return shownDestination(String(withVariablesHidden(written)));
  }
  if (!isFilledIn) return value;
  if (JSON.stringify(value) === JSON.stringify(filled)) return written;
  return matchesWritten(written, value) ? withVariablesHidden(written) : "…";
}

/** The name of a job, where the file has it with variables: as the file has it. */
export function shownName(name: unknown, written: unknown): unknown {
  if (variablesIn(written).length === 0) return name;
  return matchesWritten(written, name) ? written : "…";
}
