import { printable } from "../../text/printable.ts";
import { plural } from "../../text/wording.ts";
import type { BadInput, Input } from "../inputs.ts";
import { exit, type Io } from "../io.ts";
import { paintFor } from "../render/paint.ts";
import { renderPretty, withSecretsMasked } from "../render/pretty.ts";
import { renderDiff } from "../render/unified-diff.ts";
import type { Settings } from "../settings.ts";
import { type Fixing, fixedText } from "./check-files.ts";

/** Prints what the fixes would change. Returns 1 if that is something. */
export function printFixes(
  inputs: readonly (Input | BadInput)[],
  io: Io,
  settings: Settings,
  fix: Fixing,
): number {
  const paint = paintFor(io.color);
  let changed = 0;
  let unread = 0;
  for (const input of inputs) {
    const { before = "", after = before, error } = fixedText(input, settings, fix);
    if (error !== undefined) io.err(`${printable(input.path)}: ${printable(error)}\n`);
    if (error !== undefined) unread++;
    if (after === before) continue;
    changed++;
    // The output may end up in a log.
    const [old, fresh] = [before, after].map((it) => withSecretsMasked(it, [])) as [string, string];
    io.out(renderDiff(input.path, old, fresh, paint));
  }
  for (const it of settings.reports) io.err(renderPretty(it, paint, io.columns));
  io.err(changed > 0 ? `${plural(changed, "file")} would change.\n` : "Nothing to fix.\n");
  if (settings.broken || unread > 0) return exit.couldNotRun;
  return changed > 0 ? exit.found : exit.fine;
}
