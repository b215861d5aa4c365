/** A bundle, loaded if a `weir.json` has policies. */

import type { Part } from "../../core/configuration/model.ts";
import type { Context } from "../../core/context.ts";
import { type Diagnostic, maxDiagnostics, type NotChecked } from "../../core/diagnostic.ts";
import type { Policies, PolicySubject } from "../../core/policies.ts";
import { Evaluation, WorkSpent } from "./evaluate.ts";
import { type CompilePattern, compileSchema, type Policy, type Schemas } from "./schema.ts";
import type { Verdict, VerdictPlace } from "./verdict.ts";

export { readSchema } from "./schema.ts";

/** How many schemas are applied to values of one file: enough for a thousand policies and two hundred rules, in a second or two. */
const mostWork = 1_000_000;

/** The policies that apply to a file. */
export function policiesOf(
  all: readonly Policy[],
  about: Pick<Policies, "zone" | "zones">,
  compile: CompilePattern,
): Policies {
  const compiled = new Map<Policy, Schemas>();
  const schemasOf = (policy: Policy) => {
    const known = compiled.get(policy) ?? compileSchema(policy.schema, compile);
    compiled.set(policy, known);
    return known;
  };
  return {
    ...about,
    key: JSON.stringify(all),
    kinds: [...new Set(all.map((it) => it.for))],
    find: (subjects, severity) => new Findings(all, schemasOf, severity.policy).of(subjects),
  };
}

class Findings {
  private readonly work = { left: mostWork };
  private readonly diagnostics: Diagnostic[] = [];
  private readonly notChecked: NotChecked[] = [];

  constructor(
    private readonly all: readonly Policy[],
    private readonly schemasOf: (policy: Policy) => Schemas,
    private readonly setting: Context["severity"][string] | undefined,
  ) {}

  of(subjects: readonly PolicySubject[]) {
    if (this.setting !== "off")
      for (const subject of subjects)
        for (const policy of this.all) if (policy.for === subject.kind) this.add(policy, subject);
    const { diagnostics, notChecked } = this;
    return { diagnostics, notChecked };
  }

  private add(policy: Policy, subject: PolicySubject): void {
    if (this.work.left < 0 || this.diagnostics.length > maxDiagnostics) return;
    const verdict = this.verdictOn(policy, subject);
    if (verdict?.state === "valid") return;
    if (verdict?.state === "broken") {
      this.report(policy, subject, verdict.places);
      return;
    }
    const { start, end } = subject.placeOf(verdict?.path ?? []);
    const detail = verdict
      ? `${verdict.source} (policy '${policy.name}')`
      : `policy '${policy.name}'${this.work.left < 0 ? " and the others after it" : ""}`;
    const reason = verdict ? "unknown-value" : "limit-reached";
    this.notChecked.push({ start, end, reason, detail });
  }

  /** Undefined if that is too much work. */
  private verdictOn(policy: Policy, { value }: PolicySubject): Verdict | undefined {
    const schemas = this.schemasOf(policy);
    try {
      return new Evaluation(schemas, this.work).evaluate(schemas.root, value as Part, []);
    } catch (error) {
      if (error instanceof WorkSpent) return undefined;
      throw error;
    }
  }

  /** Each place once. */
  private report(
    policy: Policy,
    { placeOf, call }: PolicySubject,
    places: readonly VerdictPlace[],
  ): void {
    const { name, docs } = policy;
    const severity = this.setting === "off" ? undefined : this.setting;
    const seen = new Set<string>();
    for (const { path, why } of places) {
      const { start, end, defaults } = placeOf(path);
      const place = `${start} ${end}`;
      if (seen.has(place)) continue;
      seen.add(place);
      const message = [
        `Policy '${name}': ${policy.message ?? why ?? "This is not allowed."}`,
        ...(docs === undefined ? [] : [`See ${docs}`]),
        ...(defaults ? [`This is with the default of ${defaults.join(" and ")}.`] : []),
      ].join(" ");
      this.diagnostics.push({
        ...{ start, end, code: "policy", message, fixes: [] },
        severity: severity ?? policy.severity ?? "error",
        policy: { name, ...(docs !== undefined && { docs }) },
        ...(defaults && { defaults }),
        ...(call !== undefined && { calls: [call] }),
      });
    }
  }
}
