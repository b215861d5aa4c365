import { shorten } from "../text/shorten.ts";
import { countCodePoints } from "../text/width.ts";
import { codes, type ErrorItem } from "./envelope.ts";

/** A validator for JSON values in requests. */
export interface Validator<Value> {
  /** Completes the message "'name' needs …". */
  readonly wants: string;
  takes(value: unknown): value is Value;
}

/** The validators of an object's properties. */
export type Validators = Readonly<Record<string, Validator<unknown>>>;

export type JsonObject = Readonly<Record<string, unknown>>;

export const flag: Validator<boolean> = {
  wants: "true or false",
  takes: (value): value is boolean => typeof value === "boolean",
};

export const whole: Validator<number> = {
  wants: "an integer",
  takes: (value): value is number => Number.isSafeInteger(value),
};

export const object: Validator<JsonObject> = {
  wants: "an object",
  takes: (value): value is JsonObject =>
    typeof value === "object" && value !== null && !Array.isArray(value),
};

export function text(most = Number.POSITIVE_INFINITY): Validator<string> {
  return {
    wants:
      most === Number.POSITIVE_INFINITY ? "a string" : `a string of at most ${most} characters`,
    takes: (value): value is string => typeof value === "string" && countCodePoints(value) <= most,
  };
}

export function between(least: number, most: number): Validator<number> {
  return {
    wants: `a number from ${least} to ${most}`,
    takes: (value): value is number => typeof value === "number" && value >= least && value <= most,
  };
}

/** Zero disables the limit. */
export function zeroOr(least: number, most: number): Validator<number> {
  const range = between(least, most);
  return {
    wants: `0 or an integer from ${least} to ${most}`,
    takes: (value): value is number => value === 0 || (whole.takes(value) && range.takes(value)),
  };
}

export function oneOf<const Value>(values: readonly Value[]): Validator<Value> {
  return {
    wants: values.map((it) => (typeof it === "string" ? `'${it}'` : String(it))).join(", "),
    takes: (value): value is Value => values.includes(value as Value),
  };
}

export function nullable<Value>(kind: Validator<Value>): Validator<Value | null> {
  return {
    wants: `${kind.wants}, or null`,
    takes: (value): value is Value | null => value === null || kind.takes(value),
  };
}

export function listOf<Value>(kind: Validator<Value>): Validator<readonly Value[]> {
  return {
    wants: `an array, each item ${kind.wants}`,
    takes: (value): value is readonly Value[] =>
      Array.isArray(value) && value.every((it) => kind.takes(it)),
  };
}

/** Reads the properties of a JSON object and reports properties of the wrong type. */
export class Fields {
  readonly values: JsonObject;

  constructor(
    value: unknown,
    private readonly pointer: string,
    private readonly problems: ErrorItem[],
  ) {
    const fits = object.takes(value);
    this.values = fits ? value : {};
    if (!fits) this.note("", "Expected an object.");
  }

  has(name: string): boolean {
    return Object.hasOwn(this.values, name);
  }

  /** Undefined when the property is absent or invalid; the latter is reported. */
  take<Value>(name: string, kind: Validator<Value>): Value | undefined {
    if (!this.has(name)) return undefined;
    const value = this.values[name];
    if (kind.takes(value)) return value;
    // Long strings are not repeated, as they may contain a secret.
    const written =
      typeof value === "string" && value.length < 40 ? `, found ${shorten(value)}` : "";
    this.note(name, `'${name}' needs ${kind.wants}${written}.`);
    return undefined;
  }

  need<Value>(name: string, kind: Validator<Value>): Value | undefined {
    this.require(name);
    return this.take(name, kind);
  }

  require(name: string): void {
    if (!this.has(name)) this.note(name, `'${name}' is missing.`);
  }

  /** The properties that are present and valid. */
  known(shapes: Validators): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    for (const [name, kind] of Object.entries(shapes)) {
      const value = this.take(name, kind);
      if (value !== undefined) found[name] = value;
    }
    return found;
  }

  needAll(shapes: Validators): void {
    for (const [name, kind] of Object.entries(shapes)) this.need(name, kind);
  }

  inside(name: string): Fields {
    return new Fields(this.values[name], `${this.pointer}/${name}`, this.problems);
  }

  note(name: string, message: string, code: number = codes.wrongShape): void {
    const pointer = name === "" ? this.pointer : `${this.pointer}/${name}`;
    this.problems.push({ code, message, source: { pointer } });
  }
}
