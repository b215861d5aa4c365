import { maxDiagnostics } from "../../core/diagnostic.ts";
import { removeDuplicate } from "../../json/rewrite/remove.ts";
import {
  childrenOf,
  type JsonObject,
  type JsonValue,
  type Property,
} from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import type { JobCheck } from "./check.ts";

export const duplicateProperty: JobCheck<"job"> = {
  code: "duplicate-property",
  severity: "error",
  summary: "An object has two properties with the same name.",
  why: "JSON parsers keep one of them, usually the last, and silently drop the other.",
  on: "job",
  run({ json, filter }, report) {
    if (!json.root) return;
    let found = 0;
    for (const { object, first, last } of pairsIn(json.root, filter?.value)) {
      const name = shorten(last.name.value);
      const problem = `Duplicate property ${name}; only the last one is used.`;
      report(last.name, `${problem} Remove one.`, {
        fixes: removeDuplicate(object, first, last, json.text),
        related: [{ start: first.name.start, end: first.name.end, message: `The first ${name}.` }],
      });
      if (++found === maxDiagnostics) return;
    }
  },
  examples: `
{
  "dataset": "http_requests",
  "dataset": "firewall_events",
  ^^^^^^^^^ error: Duplicate property 'dataset'; only the last one is used. Remove one.
  "destination_conf": "gs://logs/{DATE}"
}
=>
{
  "dataset": "firewall_events",
  "destination_conf": "gs://logs/{DATE}"
}
`,
};

interface Pair {
  readonly object: JsonObject;
  readonly first: Property;
  readonly last: Property;
}

/** A filter has its own check for this. The parser bounds the depth of a tree, so this may recurse. */
function* pairsIn(value: JsonValue, filter: JsonValue | undefined): Generator<Pair> {
  if (value === filter) return;
  if (value.kind === "object") {
    const seen = new Map<string, Property>();
    for (const last of value.properties) {
      const first = seen.get(last.name.value);
      // Missing names are syntax errors.
      if (first && last.name.start < last.name.end) yield { object: value, first, last };
      seen.set(last.name.value, last);
    }
  }
  for (const child of childrenOf(value)) {
    const inner = child.kind === "property" ? child.value : child;
    if (inner) yield* pairsIn(inner, filter);
  }
}
