import { mostFindings } from "../../core/diagnostic.ts";
import type { SyntaxProblem } from "../../json/syntax/problems.ts";
import type { JsonObject, JsonValue, Property } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";

/** What a place in `weir.json` takes. The reader and the schema for editors are both made of these. */
export type Shape =
  | { readonly kind: "text" }
  | Form
  | { readonly kind: "word"; readonly words: readonly Word[] }
  /** A whole number above zero. */
  | { readonly kind: "count" }
  /** With `named`, an object may be there instead. */
  | { readonly kind: "list"; readonly of: Shape; readonly what: string; readonly named?: Named }
  | Named
  | { readonly kind: "settings"; readonly settings: Settings };

/** A string that follows a rule. */
export interface Form {
  readonly kind: "form";
  readonly what: string;
  /** The rule, or as much of it as a regular expression can say when `takes` knows better. */
  readonly pattern: RegExp;
  readonly takes?: (text: string) => boolean;
  /** What people write most. */
  readonly common?: readonly string[];
}

/** An object whose names its author chooses. */
export interface Named {
  readonly kind: "named";
  readonly of: Shape;
  /** What is said of an empty name, where there can be none. */
  readonly noEmptyName?: string;
  /** The order of the names means something, so they are read as a list of pairs. */
  readonly ordered?: true;
}

export interface Word {
  readonly name: string;
  readonly doc?: string;
}

/** The named places of an object. */
export type Settings = Readonly<Record<string, Setting>>;

export interface Setting {
  /** What it means, in Markdown. */
  readonly doc: string;
  readonly shape: Shape;
  /** What counts without it. */
  readonly usual?: number | string;
}

/** Takes what has the shape that is asked for, and notes what has another one. */
export class Reader {
  constructor(
    private readonly text: string,
    readonly problems: SyntaxProblem[],
  ) {}

  /** Undefined when nothing of the value can be taken. */
  take(value: JsonValue, shape: Shape): unknown {
    switch (shape.kind) {
      case "text":
        return value.kind === "string" ? value.value : this.wants(value, "a string");
      case "form":
        return this.form(value, shape);
      case "word":
        return this.word(value, shape.words);
      case "count":
        return this.count(value);
      case "list":
        if (shape.named && value.kind === "object") return this.named(value, shape.named);
        if (value.kind !== "array") return this.wants(value, shape.what);
        return value.items.map((it) => this.take(it, shape.of)).filter((it) => it !== undefined);
      case "named":
        return this.named(value, shape);
      case "settings":
        return this.settings(value, shape.settings);
    }
  }

  /** Notes a name that is not one of the known ones. */
  unknown(name: Span & { readonly value: string }, known: readonly string[], what: string): void {
    const guess = nearest(name.value, known);
    this.note(name, `${what}${guess ? ` Did you mean '${guess}'?` : ""}`, guess);
  }

  private form(value: JsonValue, { what, pattern, takes }: Form): string | undefined {
    const isTaken = takes ?? ((text: string) => pattern.test(text));
    return value.kind === "string" && isTaken(value.value) ? value.value : this.wants(value, what);
  }

  private count(value: JsonValue): number | undefined {
    const good = value.kind === "number" && Number.isInteger(value.value) && value.value > 0;
    return good ? value.value : this.wants(value, "a whole number above zero");
  }

  /** A long list of names helps less than the nearest of them. */
  private word(value: JsonValue, words: readonly Word[]): string | undefined {
    const written = value.kind === "string" ? value.value : "";
    const names = words.map((it) => it.name);
    if (value.kind === "string" && names.includes(written)) return written;
    const isLong = names.length > mostListed;
    const guess = isLong ? nearest(written, names) : undefined;
    if (guess) {
      this.note(value, `There is no '${written}'. Did you mean '${guess}'?`, guess);
      return undefined;
    }
    const some = names.slice(0, mostListed).map((it) => `"${it}"`);
    return this.wants(value, `one of ${some.join(", ")}${isLong ? " and the like" : ""}`);
  }

  private named(value: JsonValue, { of, noEmptyName, ordered }: Named): unknown {
    if (value.kind !== "object") return this.wants(value, "an object");
    const entries = this.withoutDoubles(value).flatMap(
      ({ name, value: it }): [string, unknown][] => {
        if (!it) return [];
        if (name.value === "" && noEmptyName !== undefined) {
          this.note(name, noEmptyName);
          return [];
        }
        const taken = this.take(it, of);
        return taken === undefined ? [] : [[name.value, taken]];
      },
    );
    return ordered ? entries : Object.fromEntries(entries);
  }

  private settings(value: JsonValue, settings: Settings): unknown {
    if (value.kind !== "object") return this.wants(value, "an object");
    const found: Record<string, unknown> = {};
    for (const { name, value: it } of this.withoutDoubles(value)) {
      const setting = Object.hasOwn(settings, name.value) ? settings[name.value] : undefined;
      if (!setting) {
        const what = `'weir.json' has no setting ${shorten(name.value)}.`;
        this.unknown(name, Object.keys(settings), what);
        continue;
      }
      const taken = it && this.take(it, setting.shape);
      if (taken !== undefined) found[name.value] = taken;
    }
    return found;
  }

  /** Of two properties with one name the last counts, which nobody means who writes both. */
  private withoutDoubles(object: JsonObject): readonly Property[] {
    const last = new Map(object.properties.map((it) => [it.name.value, it]));
    if (last.size === object.properties.length) return object.properties;
    return object.properties.filter((it) => {
      if (last.get(it.name.value) === it) return true;
      const shown = shorten(it.name.value);
      this.note(it.name, `${shown} stands here twice, and only the last one counts. Remove one.`);
      return false;
    });
  }

  private wants(span: Span, what: string): undefined {
    const written = shorten(this.text.slice(span.start, span.end));
    this.note(span, `Expected ${what}, found ${written}.`);
  }

  note({ start, end }: Span, message: string, guess?: string): void {
    if (this.problems.length > mostFindings) return;
    const edits = [replace({ start, end }, JSON.stringify(guess))];
    const fix = { title: `Use '${guess}'`, edits, guess: true as const };
    this.problems.push({ start, end, message, fixes: guess === undefined ? [] : [fix] });
  }
}

const mostListed = 8;
