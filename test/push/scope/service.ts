import { diff } from "../../../server/src/cli/commands/diff.ts";
import { pull } from "../../../server/src/cli/commands/pull.ts";
import { push } from "../../../server/src/cli/commands/push.ts";
import type { Command } from "../../../server/src/cli/io.ts";
import type { RulesetRule } from "../../../server/src/emulator/state/state.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import type { Harness } from "../harness.ts";

/** Rulesets that were made on the service without Weir. */

export type Level = "zone" | "account";

export interface RuleByHand extends Record<string, unknown> {
  readonly action: string;
  readonly expression: string;
}

let made = 0;

export function newId(): string {
  return (++made).toString(16).padStart(32, "0");
}

/** Adds a ruleset with these rules, and returns its ID. */
export function addRuleset(
  h: Harness,
  phase: string,
  rules: readonly RuleByHand[],
  {
    level = "zone",
    kind = level === "zone" ? "zone" : "root",
  }: { level?: Level; kind?: string } = {},
): string {
  const id = newId();
  const about = { id, name: kind === "custom" ? `Custom ${id}` : "default", description: "", kind };
  const now = "2026-01-01T00:00:00Z";
  h[level].rulesets.set(id, {
    ...about,
    phase,
    version: "1",
    last_updated: now,
    rules: rules.map((it) => withDefaults(it, now)),
  });
  return id;
}

function withDefaults(rule: RuleByHand, now: string): RulesetRule {
  const id = newId();
  return { id, ref: id, enabled: true, ...rule, version: "1", last_updated: now };
}

/** Replaces the rules of a ruleset. */
export function changeRules(
  h: Harness,
  id: string,
  change: (rules: readonly RulesetRule[]) => readonly RulesetRule[],
): void {
  for (const level of ["zone", "account"] as const) {
    const ruleset = h[level].rulesets.get(id);
    if (ruleset) h[level].rulesets.set(id, { ...ruleset, rules: change(ruleset.rules) });
  }
}

export function addRule(h: Harness, ruleset: string, rule: RuleByHand): void {
  changeRules(h, ruleset, (rules) => [...rules, withDefaults(rule, "2026-01-02T00:00:00Z")]);
}

export interface Row {
  readonly path: string | null;
  readonly outcome: string;
  readonly drift?: string;
  readonly message: string;
}

/** Runs a command and returns its exit code and its rows. */
export async function run(h: Harness, command: Command, ...args: string[]) {
  const { out, status, err } = await runCommand(h, command, ["--format", "json", ...args]);
  if (out === "") throw new Error(err);
  const { results } = JSON.parse(out) as { readonly results: readonly Row[] };
  return { status, results };
}

export const pulled = (h: Harness) => run(h, pull, "--yes");
export const compared = (h: Harness) => run(h, diff);
export const pushed = (h: Harness) => run(h, push, "--all", "--yes");

/** The drift that `weir diff` shows, without IDs. */
export async function driftOf(h: Harness): Promise<readonly string[]> {
  const { results } = await compared(h);
  return results.flatMap((it) => (it.drift ? [withoutIds(it.message)] : []));
}

export function withoutIds(text: string): string {
  return text.replaceAll(/\b[0-9a-f]{32}\b/g, "ID");
}
