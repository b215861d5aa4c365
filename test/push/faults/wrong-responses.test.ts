import { describe, expect, test } from "vitest";
import { isLong } from "../../support/long.ts";
import { Harness } from "../harness.ts";
import { cleanRun, runAgain, violatedGuarantees } from "./promises.ts";
import { type Sequence, sequences } from "./sequences.ts";

type Value = Readonly<Record<string, unknown>>;

/** Replaces a response with a wrong one of the same status. Undefined if it does not apply. */
type WrongResponse = (
  answer: { readonly result: unknown; readonly result_info?: unknown },
  h: Harness,
  request: string,
) => object | undefined;

/** Changes a list of resources, or of the rules in a ruleset. */
function listAs(change: (items: readonly Value[]) => unknown): WrongResponse {
  return ({ result, ...rest }, _, request) => {
    if (!request.startsWith("GET")) return undefined;
    if (Array.isArray(result)) return { ...rest, result: change(result), result_info: undefined };
    const { rules } = (result ?? {}) as Value;
    return Array.isArray(rules)
      ? { ...rest, result: { ...(result as Value), rules: change(rules) } }
      : undefined;
  };
}

const wrongResponses: Readonly<Record<string, WrongResponse>> = {
  "200, and that it failed": () => ({ success: false, errors: [{ code: 1, message: "No." }] }),
  "an empty list": listAs(() => []),
  "a list that is not one": listAs(() => ({})),
  "identifiers of another resource": ({ result, ...rest }, h) => {
    const other = (it: Value) => otherId(it, h);
    if (!Array.isArray(result)) {
      const changed = other((result ?? {}) as Value);
      return changed && { ...rest, result: changed };
    }
    const changed = result.map((it) => other(it) ?? it);
    return result.some((it, i) => it !== changed[i]) ? { ...rest, result: changed } : undefined;
  },
  "a list without an end": ({ result, result_info, ...rest }, { zone }, request) => {
    const isPaged = request.startsWith("GET") && Array.isArray(result) && result_info;
    const [filter] = zone.filters.values();
    if (!isPaged || !filter) return undefined;
    const item = { ...filter, action: "block", filter };
    const page = Array.from({ length: 100 }, (_, i) => ({ ...item, id: hex(i) }));
    return { ...rest, result: page, result_info: { per_page: 100, total_pages: 9999 } };
  },
};

/** Replaces the ID with the ID of another resource of the same kind. */
function otherId(it: Value, { zone }: Harness): Value | undefined {
  for (const all of [zone.jobs, zone.filters, zone.rules, zone.rulesets]) {
    const ids: readonly unknown[] = [...all.keys()];
    const other = ids.find((id) => id !== it.id);
    if (ids.includes(it.id) && other !== undefined) return { ...it, id: other };
  }
  return undefined;
}

function hex(i: number): string {
  return i.toString(16).padStart(32, "0");
}

/** The result of a run, unless the response does not apply to the step. */
async function runWithWrongResponse(
  sequence: Sequence,
  h: Harness,
  at: number,
  replace: WrongResponse,
) {
  let isReplaced = false;
  let path: string | undefined;
  h.count(() => {});
  h.replaceResponse = async (number, answer, request) => {
    if (number === at) path = request;
    // Further pages are changed too.
    if (number < at || request !== path || answer.status >= 300) return answer;
    const text = await answer.text();
    const wrong = text === "" ? undefined : replace(JSON.parse(text), h, request);
    isReplaced ||= wrong !== undefined;
    return wrong
      ? Response.json(wrong, { status: answer.status })
      : new Response(text || null, answer);
  };
  const first = await sequence.act(h);
  return isReplaced ? runAgain(sequence, h, first) : undefined;
}

/** The short suite tests a response in every second step, with different ones for each step and sequence; the long suite tests all. */
function isTried(sequence: Sequence, at: number, response: number): boolean {
  const count = 2 * Object.keys(wrongResponses).length;
  return isLong || (sequences.indexOf(sequence) + at + response) % count === 0;
}

/** How many were tried: not every response applies to every step. */
let runs = 0;

describe.each(sequences)("$name", (sequence) => {
  test("loses and duplicates nothing when the service misreports a step", async () => {
    using h = new Harness(sequence);
    await sequence.prepare?.(h);
    h.requests.length = 0;
    const rewind = h.rewinder();
    const { requests, before, after } = await cleanRun(sequence, h);
    const problems: string[] = [];
    const others = runs;
    for (const [at, request] of requests.entries()) {
      for (const [i, [name, replace]] of Object.entries(wrongResponses).entries()) {
        if (!isTried(sequence, at, i)) continue;
        rewind();
        const run = await runWithWrongResponse(sequence, h, at, replace);
        if (!run) continue;
        runs++;
        for (const it of violatedGuarantees(run, before, after))
          problems.push(`${at + 1}. ${request}, ${name}: ${it} (${run.first.message})`);
      }
    }
    expect(problems.join("\n")).toBe("");
    if (isLong) expect(runs).toBeGreaterThan(others);
  });
});

test("most of the sequences have steps that can be misreported", () => {
  expect(runs).toBeGreaterThan(sequences.length);
});
