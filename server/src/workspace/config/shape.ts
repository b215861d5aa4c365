import { maxDiagnostics } from "../../core/diagnostic.ts";
import type { SyntaxProblem } from "../../json/syntax/problems.ts";
import {
  type JsonObject,
  type JsonValue,
  type Property,
  propertyOf,
} from "../../json/syntax/tree.ts";
import { compilePattern } from "../../languages.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { sharedGlobProblem } from "../../text/path-globs.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { readSchema } from "../policies/policies.ts";

/** The type of a value in `weir.json`. The reader and the JSON schema are both derived from it. */
export type SettingShape =
  | { readonly kind: "text" }
  | { readonly kind: "glob" }
  | Form
  | { readonly kind: "word"; readonly words: readonly Word[] }
  /** A string or an integer. */
  | { readonly kind: "scalar" }
  /** A positive integer. */
  | { readonly kind: "count" }
  /** A number that is not negative. */
  | { readonly kind: "amount" }
  /** True or false. */
  | { readonly kind: "flag" }
  /** A JSON Schema. */
  | { readonly kind: "schema" }
  /** A short form, or an object. */
  | { readonly kind: "either"; readonly short: SettingShape; readonly object: SettingShape }
  /** With `named`, an object is also accepted, and with `single`, an item without an array. */
  | {
      readonly kind: "list";
      readonly of: SettingShape;
      readonly single?: true;
      readonly what: string;
      readonly named?: NamedValues;
    }
  | NamedValues
  | SettingsShape;

/** An object with given property names. */
export interface SettingsShape {
  readonly kind: "settings";
  readonly settings: Settings;
  readonly required?: readonly string[];
  /** The name today of a setting that may have been renamed. */
  readonly currentName?: (name: string) => string;
  /** Names of settings that are reported elsewhere. */
  readonly isReported?: (name: string) => boolean;
}

/** A string with a given format. */
export interface Form {
  readonly kind: "form";
  readonly what: string;
  /** For the schema; necessary but not sufficient if there is `takes`. */
  readonly pattern: RegExp;
  readonly takes?: (text: string) => boolean;
  /** Suggested values. */
  readonly common?: readonly string[];
}

/** An object with arbitrary property names. */
export interface NamedValues {
  readonly kind: "named";
  readonly of: SettingShape;
  /** The names are globs. */
  readonly byGlob?: true;
  /** Order matters, so it is read as an array of pairs. */
  readonly ordered?: true;
}

export interface Word {
  readonly name: string;
  readonly doc?: string;
}

/** The properties of an object. */
export type Settings = Readonly<Record<string, Setting>>;

export interface Setting {
  /** Markdown. */
  readonly doc: string;
  readonly shape: SettingShape;
  /** The default. */
  readonly usual?: number | string;
}

/** Reads the values that have the expected shape, and collects problems for the others. */
export class Reader {
  constructor(
    private readonly text: string,
    readonly problems: SyntaxProblem[],
  ) {}

  /** Undefined if the value is not valid. */
  take(value: JsonValue, shape: SettingShape): unknown {
    switch (shape.kind) {
      case "text":
        return value.kind === "string" ? value.value : this.wants(value, "a string");
      case "glob":
        return value.kind === "string" ? this.glob(value) : this.wants(value, "a glob");
      case "form":
        return this.form(value, shape);
      case "word":
        return this.word(value, shape.words);
      case "scalar":
        return this.scalar(value);
      case "count":
        return this.count(value);
      case "amount":
        return this.amount(value);
      case "flag":
        return value.kind === "boolean" ? value.value : this.wants(value, "true or false");
      case "schema":
        return readSchema(value, this.text, (...problem) => this.note(...problem), compilePattern);
      case "either":
        return this.take(value, value.kind === "object" ? shape.object : shape.short);
      case "list":
        if (shape.named && value.kind === "object") return this.named(value, shape.named);
        if (value.kind !== "array" && !(shape.single && value.kind === "string"))
          return this.wants(value, shape.what);
        return (value.kind === "array" ? value.items : [value])
          .map((it) => this.take(it, shape.of))
          .filter((it) => it !== undefined);
      case "named":
        return this.named(value, shape);
      case "settings":
        return this.settings(value, shape);
    }
  }

  unknown(name: Span & { readonly value: string }, known: readonly string[], what: string): void {
    const guess = nearest(name.value, known);
    this.note(name, `${what}${guess ? ` Did you mean '${guess}'?` : ""}`, guess);
  }

  private form(value: JsonValue, { what, pattern, takes }: Form): string | undefined {
    const isTaken = takes ?? ((text: string) => pattern.test(text));
    return value.kind === "string" && isTaken(value.value) ? value.value : this.wants(value, what);
  }

  private glob(name: Span & { readonly value: string }): string | undefined {
    const problem = sharedGlobProblem(name.value);
    if (problem === undefined) return name.value;
    this.note(name, problem);
    return undefined;
  }

  private scalar(value: JsonValue): string | number | undefined {
    if (value.kind === "string") return value.value;
    const good = value.kind === "number" && Number.isSafeInteger(value.value);
    return good ? value.value : this.wants(value, "a string or an integer");
  }

  private count(value: JsonValue): number | undefined {
    const good = value.kind === "number" && Number.isInteger(value.value) && value.value > 0;
    return good ? value.value : this.wants(value, "a positive integer");
  }

  private amount(value: JsonValue): number | undefined {
    const good = value.kind === "number" && Number.isFinite(value.value) && value.value >= 0;
    return good ? value.value : this.wants(value, "a number that is not negative");
  }

  /** Suggests the nearest name if there are too many to list. */
  private word(value: JsonValue, words: readonly Word[]): string | undefined {
    const written = value.kind === "string" ? value.value : "";
    const names = words.map((it) => it.name);
    if (value.kind === "string" && names.includes(written)) return written;
    const isLong = names.length > maxListed;
    const guess = isLong ? nearest(written, names) : undefined;
    if (guess) {
      this.note(value, `Unknown value '${written}'. Did you mean '${guess}'?`, guess);
      return undefined;
    }
    const some = names.slice(0, maxListed).map((it) => `"${it}"`);
    return this.wants(value, `one of ${some.join(", ")}${isLong ? ", …" : ""}`);
  }

  private named(value: JsonValue, { of, byGlob, ordered }: NamedValues): unknown {
    if (value.kind !== "object") return this.wants(value, "an object");
    const entries = this.withoutDuplicates(value).flatMap(
      ({ name, value: it }): [string, unknown][] => {
        if (!it || (byGlob && this.glob(name) === undefined)) return [];
        const taken = this.take(it, of);
        return taken === undefined ? [] : [[name.value, taken]];
      },
    );
    return ordered ? entries : Object.fromEntries(entries);
  }

  private settings(
    value: JsonValue,
    { settings, required = [], currentName = (name) => name, isReported }: SettingsShape,
  ): unknown {
    if (value.kind !== "object") return this.wants(value, "an object");
    const found: Record<string, unknown> = {};
    for (const { name, value: it } of this.withoutDuplicates(value)) {
      const current = currentName(name.value);
      const setting = Object.hasOwn(settings, current) ? settings[current] : undefined;
      if (!setting) {
        if (isReported?.(name.value)) continue;
        const what = `Unknown setting ${shorten(name.value)}.`;
        this.unknown(name, Object.keys(settings), what);
        continue;
      }
      const taken = it && this.take(it, setting.shape);
      if (taken !== undefined) found[current] = taken;
    }
    const missing = required.find((it) => !propertyOf(value, it));
    if (missing !== undefined) this.note(value, `Missing property '${missing}'.`);
    return required.every((it) => it in found) ? found : undefined;
  }

  /** Reports duplicate properties and keeps the last one. */
  private withoutDuplicates(object: JsonObject): readonly Property[] {
    const last = new Map(object.properties.map((it) => [it.name.value, it]));
    if (last.size === object.properties.length) return object.properties;
    return object.properties.filter((it) => {
      if (last.get(it.name.value) === it) return true;
      const shown = shorten(it.name.value);
      this.note(it.name, `Duplicate property ${shown}; only the last one is used. Remove one.`);
      return false;
    });
  }

  private wants(span: Span, what: string): undefined {
    const written = shorten(this.text.slice(span.start, span.end));
    this.note(span, `Expected ${what}, found ${written}.`);
  }

  note({ start, end }: Span, message: string, guess?: string): void {
    if (this.problems.length > maxDiagnostics) return;
    const edits = [replace({ start, end }, JSON.stringify(guess))];
    const fix = { title: `Use '${guess}'`, edits, guess: true as const };
    this.problems.push({ start, end, message, fixes: guess === undefined ? [] : [fix] });
  }
}

const maxListed = 8;
