import type { UrlNormalization } from "../../core/configuration/model.ts";
import { jsonValue } from "../../text/record.ts";
import type { ErrorItem } from "../envelope.ts";
import {
  Fields,
  flag,
  listOf,
  nullable,
  object,
  oneOf,
  text,
  type Validators,
  whole,
} from "../shapes.ts";
import {
  emptyState,
  ensureScope,
  type Filter,
  type Job,
  type List,
  type Rule,
  type Ruleset,
  type Scope,
  type State,
  scopeKinds,
  type Transformer,
} from "./state.ts";

/** Serializes the state, without credentials. */

const version = 1;

export function writeSnapshot(state: State): string {
  const scopes = [...state.scopes.values()].map((it) => ({
    ...it,
    jobs: [...it.jobs.values()],
    filters: [...it.filters.values()],
    rules: [...it.rules.values()],
    rulesets: [...it.rulesets.values()],
    lists: [...it.lists.values()],
    transformers: [...it.transformers.values()],
  }));
  const { seed, nextId, nextJob } = state;
  return `${JSON.stringify({ version, seed, nextId, nextJob, scopes }, null, 2)}\n`;
}

/** Parses the state; returns the first problem if it is invalid. */
export function readSnapshot(written: string): State | { readonly damage: string } {
  const value = jsonValue(written);
  if (value === undefined) return { damage: "Invalid or truncated JSON." };
  const problems: ErrorItem[] = [];
  const state = readState(new Fields(value, "", problems), problems);
  const [first] = problems;
  if (!first) return state;
  return { damage: `${first.message} (at '${first.source?.pointer || "/"}')` };
}

const jobShape = {
  id: whole,
  dataset: text(),
  kind: text(),
  destination_conf: text(),
  enabled: flag,
};
const filterShape = { id: text(), expression: text(), paused: flag };
const ruleShape = {
  id: text(),
  action: text(),
  paused: flag,
  priority: nullable(whole),
  filter: text(),
};
const rulesetRuleShape = {
  id: text(),
  version: text(),
  action: text(),
  expression: text(),
  enabled: flag,
  ref: text(),
};
const rulesetShape = {
  id: text(),
  name: text(),
  kind: text(),
  phase: text(),
  version: text(),
  rules: listOf(object),
};

const listShape = { id: text(), name: text(), kind: text(), items: listOf(object) };
const transformerShape = {
  id: whole,
  name: text(),
  created_at: text(),
  updated_at: text(),
  versions: listOf(object),
};
const normalizationShape = {
  type: oneOf(["rfc3986", "cloudflare"]),
  scope: oneOf(["none", "incoming", "both"]),
};

function readState(fields: Fields, problems: ErrorItem[]): State {
  fields.need("version", oneOf([version]));
  const state = emptyState(fields.need("seed", whole) ?? 0);
  state.nextId = fields.need("nextId", whole) ?? 1;
  state.nextJob = fields.need("nextJob", whole) ?? 1;
  const scopes = fields.need("scopes", listOf(object)) ?? [];
  for (const [i, it] of scopes.entries()) {
    readScope(new Fields(it, `/scopes/${i}`, problems), `/scopes/${i}`, state, problems);
  }
  return state;
}

function readScope(fields: Fields, pointer: string, state: State, problems: ErrorItem[]): void {
  const scope: Scope = ensureScope(state, {
    kind: fields.need("kind", oneOf(scopeKinds)) ?? "zones",
    id: fields.need("id", text()) ?? "",
    name: fields.need("name", text()) ?? "",
    account: fields.need("account", text()) ?? "",
  });
  const records = <Thing>(name: string, shape: Validators) =>
    (fields.need(name, listOf(object)) ?? []).map((it, i) => {
      new Fields(it, `${pointer}/${name}/${i}`, problems).needAll(shape);
      return it as Thing;
    });
  for (const it of records<Job>("jobs", jobShape)) scope.jobs.set(it.id, it);
  for (const it of records<Filter>("filters", filterShape)) scope.filters.set(it.id, it);
  for (const it of records<Rule>("rules", ruleShape)) {
    scope.rules.set(it.id, it);
    if (!scope.filters.has(it.filter))
      fields.note(
        "rules",
        `Rule '${it.id}' refers to filter '${it.filter}', which does not exist.`,
      );
  }
  for (const it of records<Ruleset>("rulesets", rulesetShape)) {
    scope.rulesets.set(it.id, it);
    for (const rule of Array.isArray(it.rules) ? it.rules : [])
      new Fields(rule, `${pointer}/rulesets`, problems).needAll(rulesetRuleShape);
  }
  // Missing in files of earlier versions.
  if (fields.has("lists"))
    for (const it of records<List>("lists", listShape)) scope.lists.set(it.id, it);
  if (fields.has("transformers"))
    for (const it of records<Transformer>("transformers", transformerShape))
      scope.transformers.set(it.id, it);
  if (fields.has("normalization")) {
    fields.inside("normalization").needAll(normalizationShape);
    scope.normalization = fields.values.normalization as UrlNormalization;
  }
}
