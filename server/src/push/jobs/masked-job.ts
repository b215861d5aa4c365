import { shownDestination, shownOther, shownWritten } from "../masking/destination.ts";
import { matchesWritten, variablesIn, withVariablesHidden } from "../masking/variables.ts";
import type { Change, Settings } from "../plan/settings.ts";

/**
 * The job as shown to users and programs. Values filled in from environment variables are not shown, because an untrusted file
 * may have chosen the variable. The file's own text is shown instead, so that it can be reviewed.
 */
export function shownChanges(
  changes: readonly Change[],
  /** As written in the file, variables not filled in. */
  written: Settings,
  /** The file's content with variables filled in. */
  filled: Settings,
): Change[] {
  return changes.map(({ name, before, after }) => {
    const show = (value: unknown) => shownSetting(name, value, written[name], filled[name]);
    return { name, before: show(before), after: show(after) };
  });
}

/** All settings of a job on the service, shown as in its changes. */
export function shownSettings(job: Settings, written: Settings, filled: Settings): Settings {
  const rows = Object.entries(job).map(([name, value]) => [
    name,
    shownSetting(name, value, written[name], filled[name]),
  ]);
  return Object.fromEntries(rows);
}

/** `filled` is the file's content with variables filled in; undefined when unknown. */
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

/** The job's name. Variables are shown as written in the file. */
export function shownName(name: unknown, written: unknown): unknown {
  if (variablesIn(written).length === 0) return name;
  return matchesWritten(written, name) ? written : "…";
}
