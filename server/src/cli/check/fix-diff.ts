import { printable } from "../../text/printable.ts";
import { plural } from "../../text/wording.ts";
import { type BadInput, type Input, isBad, readInput } from "../inputs.ts";
import { exit, type Io } from "../io.ts";
import { paintFor } from "../render/paint.ts";
import { renderPretty, withSecretsMasked } from "../render/pretty.ts";
import { renderDiff } from "../render/unified-diff.ts";
import type { Settings } from "../settings.ts";
import type { ToCheck } from "./check-files.ts";
import { type Fixing, fixesOf } from "./fixes.ts";

/** Prints what the fixes would change. Returns 1 if that is something. */
export function printFixes(
  { inputs, used }: Pick<ToCheck, "inputs" | "used">,
  io: Io,
  settings: Settings,
  fix: Fixing,
): number {
  const paint = paintFor(io.color);
  const fixes = fixesOf({ inputs, used }, settings, fix);
  let unread = 0;
  for (const input of inputs) {
    const error = errorOf(input);
    if (error === undefined) continue;
    unread++;
    io.err(`${printable(input.path)}: ${printable(error)}\n`);
  }
  for (const { input, before, after } of fixes.values()) {
    // The output may end up in a log.
    const [old, fresh] = [before, after].map((it) => withSecretsMasked(it, [])) as [string, string];
    io.out(renderDiff(input.path, old, fresh, paint));
  }
  for (const it of settings.reports) io.err(renderPretty(it, paint, io.columns));
  io.err(fixes.size > 0 ? `${plural(fixes.size, "file")} would change.\n` : "Nothing to fix.\n");
  if (settings.broken || unread > 0) return exit.couldNotRun;
  return fixes.size > 0 ? exit.found : exit.fine;
}

function errorOf(input: Input | BadInput): string | undefined {
  if (isBad(input)) return input.error;
  if (input.isFoundHost) return undefined;
  const read = readInput(input);
  return "error" in read ? read.error : undefined;
}
