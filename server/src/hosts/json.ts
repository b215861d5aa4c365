import { parseJson } from "../json/syntax/parse.ts";
import { type JsonObject, type JsonValue, propertyOf } from "../json/syntax/tree.ts";
import { addAll } from "../text/add-all.ts";
import { mayDeclare } from "./declared/declarations.ts";
import { type EmbeddedPath, textsAtPaths } from "./declared/paths.ts";
import { declaredIn } from "./declared/texts.ts";
import { type Embedded, sortedEmbedded } from "./embedded.ts";
import { jobTexts } from "./job-texts.ts";
import { jobRegion } from "./json/job.ts";
import { nodeOfJson } from "./json/node.ts";
import type { HostObject } from "./node.ts";
import { ruleSet } from "./places.ts";
import { rulesOf } from "./rules.ts";

/** The embedded texts of a JSON file: a request body, or strings that the workspace declares. */
export function jsonTexts(
  text: string,
  paths: readonly EmbeddedPath[] = [],
  unknown?: Embedded[],
): readonly Embedded[] {
  const isDeclared = mayDeclare(text);
  if (!isDeclared && paths.length === 0 && !mayBeBody.test(text)) return [];
  const { root, comments } = parseJson(text);
  if (!root) return [];
  const found = bodiesIn(root).flatMap((it) => bodyTexts(text, it, it !== root));
  if (isDeclared || paths.length > 0) {
    const node = nodeOfJson(text, root);
    addAll(found, textsAtPaths(node, paths));
    if (isDeclared) addAll(found, declaredIn(text, [node], comments));
  }
  return sortedEmbedded(found, unknown);
}

const mayBeBody = /"(?:phase|kind|destination_conf)"/;

/** A single body, or the bodies in a response, in an array or in a list of rulesets. */
function bodiesIn(value: JsonValue | undefined): readonly JsonObject[] {
  if (value?.kind === "array") return value.items.filter((it) => it.kind === "object");
  if (value?.kind !== "object") return [];
  const result = (propertyOf(value, "result") ?? propertyOf(value, "rulesets"))?.value;
  return result ? bodiesIn(result.kind === "object" ? unwrapped(result) : result) : [value];
}

/** Responses are not nested. */
function unwrapped(result: JsonObject): JsonValue {
  return { kind: "array", start: result.start, end: result.end, items: [result] };
}

function bodyTexts(text: string, body: JsonObject, isResponse: boolean): Embedded[] {
  const has = (name: string, kind: JsonValue["kind"]): boolean =>
    propertyOf(body, name)?.value?.kind === kind;
  const kind = propertyOf(body, "kind")?.value;
  const isRuleset =
    has("phase", "string") || (kind?.kind === "string" && rulesetKinds.has(kind.value));
  if (has("rules", "array") && isRuleset) {
    return rulesOf(objectOf(text, body), ruleSet, {});
  }
  if (has("dataset", "string") && has("destination_conf", "string")) {
    const found = jobTexts(objectOf(text, body), undefined, jobRegion(text, body));
    return found.map((it) => ({ ...it, context: { ...it.context, isResponse } }));
  }
  return [];
}

const rulesetKinds: ReadonlySet<string> = new Set(["zone", "root", "custom", "managed"]);

function objectOf(text: string, body: JsonObject): HostObject {
  return nodeOfJson(text, body) as HostObject;
}
