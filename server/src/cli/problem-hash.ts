import { createHash } from "node:crypto";
import { type Diagnostic, messageOf } from "../core/diagnostic.ts";

/**
 * Identifies a problem by its message and its own text, so that it stays the same when lines move.
 * A message may name the line of another rule, which moves too. A secret is not hashed, because a short one could be guessed.
 */
export function hashOf(found: Diagnostic, text: string): string {
  const { start, end } = found.excerpt ?? found;
  const own = (found.excerpt?.text ?? text).slice(start, end);
  const isSecret = found.code === "secret-in-file";
  const parts = [messageOf(found).replace(/\bline \d+/g, "line"), isSecret ? "" : own];
  return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 16);
}
