/** The properties we read from responses. Others are kept where they have to be sent back. */

export type Fields = Readonly<Record<string, unknown>>;

/** A zone or an account, as in the service's paths. */
export type Scope = { readonly zone_id: string } | { readonly account_id: string };

export interface RemoteJob extends Fields {
  readonly id: number;
}

export interface RemoteFilter extends Fields {
  readonly id: string;
  readonly expression: string;
}

export interface RemoteRule extends Fields {
  readonly id: string;
  readonly action: string;
  readonly filter: RemoteFilter;
}

export interface RemoteRuleset extends Fields {
  readonly id: string;
  readonly rules: readonly RulesetRule[];
}

/** A ruleset as in lists: without its rules. */
export interface ListedRuleset extends Fields {
  readonly id: string;
  readonly kind: string;
  readonly phase: string;
}

export interface RulesetRule extends Fields {
  readonly id: string;
  readonly action: string;
  readonly expression: string;
}

/** The response is JSON of an unexpected shape. */
export class UnexpectedShapeError extends Error {}

export type Decoder<Value> = (value: unknown) => Value;

/** Identifiers are used in paths and stored in files. */
const identifier = /^[\w-]{1,128}$/;

export const job: Decoder<RemoteJob> = (value) => {
  const it = fields(value);
  if (!Number.isSafeInteger(it.id)) throw new UnexpectedShapeError();
  return it as RemoteJob;
};

export const filter: Decoder<RemoteFilter> = (value) => identified(value, ["expression"]);

/** The filter of a rule may be deleted; then only its identifier is present. */
export const rule: Decoder<RemoteRule> = (value) => {
  const it = identified(value, ["action"]);
  const inner = fields(it.filter);
  return { ...it, filter: filter({ expression: "", ...inner }) } as RemoteRule;
};

export const rulesetRule: Decoder<RulesetRule> = (value) =>
  identified(value, ["action", "expression"]);

/** A ruleset without rules may omit the list. */
export const ruleset: Decoder<RemoteRuleset> = (value) => {
  const it = identified(value, []);
  return { ...it, rules: unique(list(rulesetRule)(it.rules ?? [])) } as unknown as RemoteRuleset;
};

export const listedRuleset: Decoder<ListedRuleset> = (value) =>
  identified(value, ["kind", "phase"]);

export const challenge: Decoder<{ readonly filename: string }> = (value) => {
  const { filename } = fields(value);
  return { filename: typeof filename === "string" ? filename : "" };
};

export const zone: Decoder<{ readonly name: string }> = (value) => {
  const { name } = fields(value);
  if (typeof name !== "string") throw new UnexpectedShapeError();
  return { name };
};

/** A zone or an account, as in lists. */
export interface RemotePlace extends Fields {
  readonly id: string;
  readonly name: string;
}

export const place: Decoder<RemotePlace> = (value) => identified(value, ["name"]);

export const anything: Decoder<void> = () => undefined;

export function list<Value>(decode: Decoder<Value>): Decoder<Value[]> {
  return (value) => {
    if (!Array.isArray(value)) throw new UnexpectedShapeError();
    return value.map((it) => decode(it));
  };
}

/** A resource requested by identifier must have that identifier. */
export function withId<Value extends { readonly id: string | number }>(
  id: Value["id"],
  decode: Decoder<Value>,
): Decoder<Value> {
  return (value) => {
    const it = decode(value);
    if (it.id !== id) throw new UnexpectedShapeError();
    return it;
  };
}

/** Identifiers must be unique. */
export function unique<Value extends { readonly id: string | number }>(items: Value[]): Value[] {
  if (new Set(items.map((it) => it.id)).size < items.length) throw new UnexpectedShapeError();
  return items;
}

export function fields(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UnexpectedShapeError();
  return value as Fields;
}

function identified<Value>(value: unknown, names: readonly string[]): Value & Fields {
  const it = fields(value);
  const good =
    typeof it.id === "string" &&
    identifier.test(it.id) &&
    names.every((name) => typeof it[name] === "string");
  if (!good) throw new UnexpectedShapeError();
  return it as Value & Fields;
}
