import type { UrlNormalization } from "../../core/configuration/model.ts";
import { hexId } from "./ids.ts";

/** The emulator's state: zones and accounts with their jobs, filters, rules and rulesets. */
export interface State {
  /** By kind and identifier, as in paths: `zones/0123…`. */
  readonly scopes: Map<string, Scope>;
  readonly seed: number;
  nextId: number;
  nextJob: number;
}

export const scopeKinds = ["zones", "accounts"] as const;
export type ScopeKind = (typeof scopeKinds)[number];

/** A zone or an account. Only zones have filters and rules, and only accounts have lists and transformers. */
export interface Scope {
  readonly kind: ScopeKind;
  readonly id: string;
  readonly name: string;
  /** The account of a zone; for an account, its own identifier. */
  readonly account: string;
  readonly jobs: Map<number, Job>;
  readonly filters: Map<string, Filter>;
  readonly rules: Map<string, Rule>;
  readonly rulesets: Map<string, Ruleset>;
  readonly lists: Map<string, List>;
  readonly transformers: Map<number, Transformer>;
  normalization?: UrlNormalization;
}

/** The properties that the emulator uses. Others are stored as sent. */
export interface Job {
  readonly id: number;
  readonly dataset: string;
  readonly kind: string;
  readonly destination_conf: string;
  readonly enabled: boolean;
  /** The string exactly as sent. */
  readonly filter?: string | null;
  readonly [field: string]: unknown;
}

export interface Filter {
  readonly id: string;
  readonly expression: string;
  readonly paused: boolean;
  readonly description?: string;
  readonly ref?: string;
}

export interface Rule {
  readonly id: string;
  readonly paused: boolean;
  readonly action: string;
  readonly priority: number | null;
  /** The identifier of the filter, which rules may share. */
  readonly filter: string;
  readonly description?: string;
  readonly ref?: string;
  readonly products?: readonly string[];
}

export interface Ruleset {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly kind: string;
  readonly phase: string;
  readonly version: string;
  readonly last_updated: string;
  readonly rules: readonly RulesetRule[];
}

export interface RulesetRule {
  readonly id: string;
  readonly version: string;
  readonly action: string;
  readonly expression: string;
  readonly enabled: boolean;
  readonly ref: string;
  readonly last_updated: string;
  readonly [field: string]: unknown;
}

export interface List {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** Missing in files of earlier versions. */
  readonly created_on?: string;
  readonly modified_on?: string;
}

/** SQL that a job runs on each line. The last version counts. */
export interface Transformer {
  readonly id: number;
  readonly name: string;
  readonly description?: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly versions: readonly { readonly code: string; readonly created_at: string }[];
}

export function emptyState(seed: number): State {
  return { scopes: new Map(), seed, nextId: 1, nextJob: 1 };
}

/** The zone or account with this identifier, created if missing. */
export function ensureScope(
  state: State,
  { kind, id, name, account }: Pick<Scope, "kind" | "id" | "name" | "account">,
): Scope {
  const known = scopeAt(state, kind, id);
  if (known) return known;
  const scope: Scope = {
    kind,
    id,
    name,
    account,
    jobs: new Map(),
    filters: new Map(),
    rules: new Map(),
    rulesets: new Map(),
    lists: new Map(),
    transformers: new Map(),
  };
  state.scopes.set(`${kind}/${id}`, scope);
  return scope;
}

export function scopeAt(state: State, kind: ScopeKind, id: string): Scope | undefined {
  return state.scopes.get(`${kind}/${id}`);
}

export function newId(state: State): string {
  return hexId(state.seed, state.nextId++);
}
