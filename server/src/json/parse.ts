import { type Fix, mostFindings } from "../core/diagnostic.ts";
import { insert, replace } from "../text/edit.ts";
import type { Span } from "../text/span.ts";
import { type Comment, Scanner, shorten } from "./scan.ts";
import type { JsonArray, JsonObject, JsonString, JsonValue, Property } from "./tree.ts";

/** A text read as JSON with comments and trailing commas. */
export interface Json {
  readonly text: string;
  readonly root: JsonValue | undefined;
  readonly comments: readonly Comment[];
  readonly errors: readonly SyntaxProblem[];
}

export interface SyntaxProblem extends Span {
  readonly message: string;
  readonly fixes: readonly Fix[];
}

/**
 * Brackets deeper than this are read for their errors but not kept, so that whoever walks the tree may recurse.
 * A filter that the service takes has a tenth of these levels at most.
 */
export const mostLevels = 500;

/** Never throws: any text has a tree, and everything wrong with it lies beside the tree. */
export function parseJson(text: string): Json {
  return new Parser(text).document();
}

type Container = OpenObject | OpenArray;
interface OpenObject extends Mutable<JsonObject> {
  properties: Property[];
}
interface OpenArray extends Mutable<JsonArray> {
  items: JsonValue[];
}
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What may come next inside the innermost open bracket. */
type Expecting = "name" | "colon" | "value" | "separator";

class Parser {
  private readonly scanner: Scanner;
  private readonly errors: SyntaxProblem[] = [];
  private readonly stack: Container[] = [];
  private top: Container | undefined;
  /** How many of each bracket are open, so that one that closes nothing is known without a search. */
  private readonly openCount = { object: 0, array: 0 };
  private expecting: Expecting = "value";
  private root: JsonValue | undefined;
  private property: Mutable<Property> | undefined;
  /** The end of the last token that was part of the tree. */
  private lastEnd = 0;
  private lastError = -1;

  constructor(private readonly text: string) {
    this.scanner = new Scanner(text);
  }

  document(): Json {
    const { scanner } = this;
    for (scanner.next(); scanner.kind !== "end"; scanner.next()) this.token();
    this.finish();
    this.errors.push(...scanner.problems.map(toProblem));
    this.errors.sort((a, b) => a.start - b.start || a.end - b.end);
    return { text: this.text, root: this.root, comments: scanner.comments, errors: this.errors };
  }

  private token(): void {
    const { scanner } = this;
    switch (scanner.kind) {
      case "string":
        this.string({
          kind: "string",
          start: scanner.start,
          end: scanner.end,
          value: scanner.value,
        });
        break;
      case "number":
        this.value(this.number());
        break;
      case "word":
        this.word();
        break;
      case "{":
        this.open({ kind: "object", start: scanner.start, end: scanner.end, properties: [] });
        break;
      case "[":
        this.open({ kind: "array", start: scanner.start, end: scanner.end, items: [] });
        break;
      case "}":
      case "]":
        this.close(scanner.kind);
        break;
      case ",":
        this.comma();
        break;
      case ":":
        this.colon();
        break;
      default:
        this.error(scanner, `${this.tokenText()} is not JSON. Remove it.`, [
          { title: `Remove ${this.tokenText()}`, edits: [replace(scanner, "")] },
        ]);
    }
    this.lastEnd = scanner.end;
  }

  private string(node: JsonString): void {
    if (this.expecting === "name") this.name(node);
    else if (this.expecting === "separator" && this.top?.kind === "object") {
      this.missingComma(node);
      this.name(node);
    } else this.value(node);
  }

  private name(node: JsonString): void {
    this.property = {
      kind: "property",
      start: node.start,
      end: node.end,
      name: node,
      value: undefined,
    };
    if (this.top?.kind === "object") this.top.properties.push(this.property);
    this.expecting = "colon";
  }

  private value(node: JsonValue): void {
    if (this.expecting === "name" || this.expecting === "separator" || this.expecting === "colon") {
      if (!this.makeRoomForValue(node)) return;
    }
    this.attach(node);
    this.expecting = "separator";
  }

  /** A value stands where something else belongs. Says so, and tells whether the value has a place at all. */
  private makeRoomForValue(node: JsonValue): boolean {
    if (this.expecting === "colon") {
      this.error(node, `A ':' is missing between ${this.propertyText()} and its value.`, [
        { title: "Insert ':'", edits: [insert(this.lastEnd, ":")] },
      ]);
      return true;
    }
    if (this.top === undefined) {
      const title = `Remove ${shorten(this.text.slice(node.start, node.end))}`;
      const fixes = node.start === node.end ? [] : [{ title, edits: [replace(node, "")] }];
      this.error(node, "The file already has its one value; nothing may follow it.", fixes);
      return false;
    }
    if (this.expecting === "separator") this.missingComma(node);
    if (this.top.kind === "object") {
      this.error(
        node,
        `${this.tokenText()} has no property name. Write one before it, as in "key": …`,
      );
      this.name({ kind: "string", start: node.start, end: node.start, value: "" });
    }
    return true;
  }

  private attach(node: JsonValue): void {
    if (this.property) {
      this.property.value = node;
      this.property.end = node.end;
      this.property = undefined;
    } else if (this.top?.kind === "array") {
      this.top.items.push(node);
    } else {
      this.root = node;
    }
  }

  private number(): JsonValue {
    const { start, end } = this.scanner;
    const written = this.text.slice(start, end);
    if (!jsonNumber.test(written)) {
      const value = Number(written);
      const meant = Number.isFinite(value) ? String(value) : JSON.stringify(written);
      this.error(this.scanner, `${shorten(written)} is not a number in JSON. Write ${meant}.`, [
        { title: `Write ${meant}`, edits: [replace(this.scanner, meant)] },
      ]);
      if (!Number.isFinite(value)) return { kind: "string", start, end, value: written };
    }
    return { kind: "number", start, end, value: Number(written) };
  }

  private word(): void {
    const { start, end } = this.scanner;
    const written = this.text.slice(start, end);
    const asName =
      this.expecting === "name" || (this.expecting === "separator" && this.top?.kind === "object");
    if (!asName && (written === "true" || written === "false")) {
      this.value({ kind: "boolean", start, end, value: written === "true" });
    } else if (!asName && written === "null") {
      this.value({ kind: "null", start, end });
    } else {
      this.unquoted(written, asName);
    }
  }

  /** A bare word. Taken for the string it most likely stands for, or for the constant of another language. */
  private unquoted(written: string, asName: boolean): void {
    const { start, end } = this.scanner;
    const constant = asName ? undefined : foreignConstants[written];
    const number = asName || !/^[+.\d]/.test(written) ? Number.NaN : Number(written);
    const meant = constant ?? (Number.isFinite(number) ? String(number) : JSON.stringify(written));
    this.string({ kind: "string", start, end, value: written });
    this.error(
      { start, end },
      constant === undefined
        ? `${shorten(written)} stands without quotes. Write ${meant}.`
        : `JSON spells '${written}' as '${meant}'.`,
      [{ title: `Write ${meant}`, edits: [replace({ start, end }, meant)] }],
    );
  }

  private open(node: Container): void {
    if (this.stack.length === mostLevels) {
      this.error(
        node,
        `Brackets are nested more than ${mostLevels} deep here; the rest is not looked at.`,
      );
    }
    if (this.stack.length >= mostLevels) this.property = undefined;
    else this.value(node);
    this.stack.push(node);
    this.openCount[node.kind]++;
    this.top = node;
    this.expecting = node.kind === "object" ? "name" : "value";
  }

  private close(closer: "}" | "]"): void {
    const kind = closer === "}" ? "object" : "array";
    if (this.openCount[kind] === 0) {
      this.error(this.scanner, `This '${closer}' closes nothing. Remove it.`, [
        { title: `Remove '${closer}'`, edits: [replace(this.scanner, "")] },
      ]);
      return;
    }
    while (this.top?.kind !== kind) this.closeMissing();
    this.closeTop(this.scanner.end);
  }

  /** The innermost bracket was never closed, but one around it is. */
  private closeMissing(): void {
    const top = this.top;
    if (!top) return;
    const opener = top.kind === "object" ? "{" : "[";
    const closer = top.kind === "object" ? "}" : "]";
    const at = this.lastEnd;
    this.error(
      { start: top.start, end: top.start + 1 },
      `This '${opener}' is not closed. Add '${closer}' before the '${this.tokenName()}'.`,
      [{ title: `Insert '${closer}'`, edits: [insert(at, closer)] }],
    );
    this.closeTop(at);
  }

  private closeTop(end: number): void {
    this.withoutValue();
    const closed = this.stack.pop();
    if (closed) {
      closed.end = end;
      this.openCount[closed.kind]--;
    }
    this.top = this.stack[this.stack.length - 1];
    this.expecting = "separator";
    if (this.top?.kind === "object") {
      const last = this.top.properties[this.top.properties.length - 1] as
        | Mutable<Property>
        | undefined;
      if (closed && last?.value === closed) last.end = end;
    }
  }

  /** A property whose value never came. */
  private withoutValue(): void {
    if (!this.property) return;
    const wanted =
      this.expecting === "colon" ? "Write ':' and a value after it." : "Write one after the ':'.";
    this.error(this.property.name, `${this.propertyText()} has no value. ${wanted}`);
    this.property.end = Math.max(this.property.end, this.lastEnd);
    this.property = undefined;
  }

  private comma(): void {
    if (this.property) {
      this.withoutValue();
      this.expecting = "name";
      return;
    }
    if (this.top && this.expecting === "separator") {
      this.expecting = this.top.kind === "object" ? "name" : "value";
      return;
    }
    this.error(this.scanner, "Nothing stands before this ','. Remove it.", [
      { title: "Remove ','", edits: [replace(this.scanner, "")] },
    ]);
  }

  private colon(): void {
    if (this.expecting === "colon") {
      this.expecting = "value";
      return;
    }
    if (this.expecting === "name") {
      this.error(this.scanner, "A property name is missing before this ':'.");
      this.name({ kind: "string", start: this.scanner.start, end: this.scanner.start, value: "" });
      this.expecting = "value";
      return;
    }
    const inList = this.top?.kind === "array";
    this.error(
      this.scanner,
      inList
        ? "A ':' has no place in a list. Put the name and its value in '{ }'."
        : "This ':' has no place here. Remove it.",
    );
    // Another comma would only be asked for because of the colon.
    if (inList) this.expecting = "value";
  }

  private missingComma(node: Span): void {
    this.error(node, `A ',' is missing before ${this.tokenText()}.`, [
      { title: "Insert ','", edits: [insert(this.lastEnd, ",")] },
    ]);
  }

  private finish(): void {
    const open = this.stack.length;
    const closers = this.stack.map((it) => (it.kind === "object" ? "}" : "]")).reverse();
    if (this.property) this.withoutValue();
    if (open > 0) this.unclosed(closers.join(""));
    while (this.stack.length > 0) this.closeTop(this.text.length);
    if (this.root === undefined && this.errors.length === 0) {
      this.errors.push({ start: 0, end: this.text.length, message: emptyFile, fixes: [] });
    }
  }

  private unclosed(closers: string): void {
    const first = this.stack[0];
    const innermost = this.top;
    if (!first || !innermost) return;
    const opener = innermost.kind === "object" ? "{" : "[";
    const more = closers.length > 1 ? ` (${closers.length} brackets are open)` : "";
    this.error(
      { start: innermost.start, end: innermost.start + 1 },
      `This '${opener}' is not closed${more}. Add ${shorten(closers)} at the end.`,
      [{ title: `Add ${shorten(closers)} at the end`, edits: [insert(this.lastEnd, closers)] }],
    );
  }

  /** One error per place: the first says what matters, the rest follow from it. */
  private error(span: Span, message: string, fixes: readonly Fix[] = []): void {
    if (span.start === this.lastError || this.errors.length > mostFindings) return;
    this.lastError = span.start;
    this.errors.push({ start: span.start, end: span.end, message, fixes });
  }

  private tokenText(): string {
    return shorten(this.tokenName());
  }

  private tokenName(): string {
    return this.text.slice(this.scanner.start, this.scanner.end);
  }

  private propertyText(): string {
    return shorten(this.property?.name.value ?? "");
  }
}

export const emptyFile = "The file is empty.";

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const foreignConstants: Readonly<Record<string, string>> = {
  True: "true",
  TRUE: "true",
  False: "false",
  FALSE: "false",
  None: "null",
  nil: "null",
  NULL: "null",
  Null: "null",
  undefined: "null",
};

function toProblem(problem: Scanner["problems"][number]): SyntaxProblem {
  const { start, end, message, fix } = problem;
  const fixes = fix ? [{ title: fix.title, edits: [replace(problem, fix.newText)] }] : [];
  return { start, end, message, fixes };
}
