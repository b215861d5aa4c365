import type { ExampleResult } from "../../core/analysis.ts";
import { isProved, type PolicyAnswer, type Proved } from "../../core/configuration/claim.ts";
import { witnessText } from "../../core/meaning/describe-relation.ts";
import type { AlwaysTest } from "../../languages.ts";
import { printable } from "../../text/printable.ts";
import type { Policies, PolicyResult } from "./always.ts";
import type { Expected } from "./violation.ts";

/** The result of an entry under `always`, as a test. */
export function alwaysResult(test: AlwaysTest, policies: Policies): ExampleResult {
  const { span, name, when, zone, expect, allowsUnknown } = test;
  const about = {
    start: span.start,
    end: span.end,
    kind: "always",
    expected: JSON.stringify(expect),
    ...(name !== undefined && { name }),
  };
  const found = policies.decide({ when, zone, expect: expect as Expected });
  if ("problem" in found) return { ...about, passed: false, message: found.problem };
  const policy = policyAnswer(found);
  const passed = found.result === "holds" || (allowsUnknown && found.result === "unknown");
  const more = [...policy.because, ...policy.assuming.map((it) => `assuming ${it}`)];
  return {
    ...about,
    passed,
    message: passed ? "" : [policy.text, ...policy.because].join("; "),
    actual: policy.text,
    details: [policy.text, ...more].map((it) => `${it}\n`).join(""),
    policy,
  };
}

/** As programs read it. */
export function policyAnswer(found: PolicyResult): PolicyAnswer {
  const { result, zone, witness, by, because, assuming } = found;
  return {
    result,
    text: printable(answerText(found)),
    ...(zone !== undefined && { zone }),
    ...(witness && { request: witness.request, fields: witness.fields }),
    ...(by !== undefined && { by }),
    because: because.map(printable),
    assuming,
  };
}

function holdsText(_: Proved): string {
  return "holds for every request (proved)";
}

function answerText({ result, proof, witness, zone }: PolicyResult): string {
  const where = zone === undefined ? "" : ` in zone ${zone}`;
  if (isProved(proof)) return holdsText(proof);
  if (witness) return `broken${where}: ${witnessText(witness)}`;
  return result === "unknown" ? `not known${where}` : result;
}
