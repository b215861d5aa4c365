import type { Span } from "../text/span.ts";
import * as mistakes from "./mistakes.ts";
import { type Description, Problems, type SyntaxProblem } from "./problems.ts";
import { readRest } from "./rest.ts";
import { type Comment, Scanner } from "./scan.ts";
import type { JsonString, JsonValue, Property } from "./tree.ts";
import { foreignSigns, readWord, unquoted } from "./words.ts";

/** A text read as JSON with comments and trailing commas. */
export interface Json {
  readonly text: string;
  readonly root: JsonValue | undefined;
  readonly comments: readonly Comment[];
  readonly errors: readonly SyntaxProblem[];
  /** Brackets were too deep to be kept, so the tree is smaller than the text. */
  readonly isCut: boolean;
}

/**
 * Brackets deeper than this are read for their errors but not kept, so that whoever walks the tree may recurse.
 * A filter that the service takes has a tenth of these levels at most.
 */
export const mostLevels = 500;

/** With this many brackets open, no text is anything but hostile, and the rest of it is not read at all. */
const mostOpen = 200_000;

/** Never throws: any text has a tree, and everything wrong with it lies beside the tree. */
export function parseJson(text: string): Json {
  return new Parser(text).document();
}

/** A bracket that is still open, and can still be written to. */
type Container =
  | { kind: "object"; start: number; end: number; properties: OpenProperty[] }
  | { kind: "array"; start: number; end: number; items: JsonValue[] };
type OpenProperty = { -readonly [K in keyof Property]: Property[K] };

/** What may come next inside the innermost open bracket. */
type Expecting = "name" | "colon" | "value" | "separator";

class Parser {
  private readonly problems = new Problems();
  private readonly scanner: Scanner;
  private readonly stack: Container[] = [];
  private top: Container | undefined;
  /** How many of each bracket are open, so that one that closes nothing is known without a search. */
  private readonly openCount = { object: 0, array: 0 };
  private expecting: Expecting = "value";
  private deep: { readonly [Kind in Container["kind"]]: Container } = noDepth;
  private isCut = false;
  private root: JsonValue | undefined;
  /** The property whose value is still to come. */
  private property: OpenProperty | undefined;
  /** The end of the token before this one. */
  private lastEnd = 0;

  constructor(private readonly text: string) {
    this.scanner = new Scanner(text, this.problems);
  }

  document(): Json {
    const { scanner } = this;
    scanner.next();
    this.tokens();
    if (scanner.kind !== "end" && !this.top && !this.problems.full) {
      const rest = readRest(scanner, this.problems, this.root);
      if (rest === "object") this.startAnew();
    }
    this.finish();
    const { text, root, problems, isCut } = this;
    return { text, root, comments: scanner.comments, errors: problems.all(), isCut };
  }

  private tokens(): void {
    const { scanner } = this;
    while (scanner.kind !== "end" && !this.isOver()) {
      this.token();
      this.lastEnd = scanner.end;
      scanner.next();
    }
  }

  /** What came so far were words in front of the file's one value. */
  private startAnew(): void {
    this.root = undefined;
    this.expecting = "value";
    this.tokens();
    const { scanner, problems, root, top } = this;
    if (scanner.kind !== "end" && !top && !problems.full) readRest(scanner, problems, root);
  }

  /** The root is closed, or so much is wrong that nobody would read on. */
  private isOver(): boolean {
    if (this.stack.length > mostOpen) return true;
    return (this.top === undefined && this.root !== undefined) || this.problems.full;
  }

  private token(): void {
    const { kind, start, end, value } = this.scanner;
    switch (kind) {
      case "string":
        this.string({ kind, start, end, value });
        break;
      case ",":
        this.comma();
        break;
      case ":":
        this.colon();
        break;
      case "{":
        if (this.stack.length < mostLevels)
          this.open({ kind: "object", start, end, properties: [] });
        else this.openDeep("object");
        break;
      case "[":
        if (this.stack.length < mostLevels) this.open({ kind: "array", start, end, items: [] });
        else this.openDeep("array");
        break;
      case "}":
      case "]":
        this.close(kind);
        break;
      case "number":
      case "word":
        this.word();
        break;
      default:
        this.unknown();
    }
  }

  private string(node: JsonString): void {
    const isName = this.expecting === "name" || (this.expecting !== "value" && this.isName());
    if (isName) this.name(node);
    else this.value(node);
  }

  /** Whether a string where no name belongs is one all the same, and something before it is missing. */
  private isName(): boolean {
    if (this.expecting === "separator" && this.top?.kind === "object") {
      this.mistake(mistakes.missingComma);
      return true;
    }
    if (this.expecting !== "colon") return false;
    colonNext.lastIndex = this.scanner.end;
    if (!this.property || !colonNext.test(this.text)) return false;
    this.withoutValue(this.property);
    return true;
  }

  private name(name: JsonString): void {
    const { start, end } = name;
    this.property = { kind: "property", start, end, name, value: undefined };
    if (this.top?.kind === "object" && this.isKept()) this.top.properties.push(this.property);
    this.expecting = "colon";
  }

  private value(node: JsonValue): void {
    if (this.expecting !== "value") this.makeRoomFor(node);
    this.expecting = "separator";
    if (this.property) {
      this.property.value = node;
      this.property.end = node.end;
      this.property = undefined;
    } else if (this.top?.kind === "array") {
      if (this.isKept()) this.top.items.push(node);
    } else {
      this.root = node;
    }
  }

  private isKept(): boolean {
    return this.stack.length <= mostLevels;
  }

  /** A value stands where something else belongs. */
  private makeRoomFor(node: JsonValue): void {
    const { property, lastEnd } = this;
    if (this.expecting === "colon" && property) {
      this.problems.add(node, () => mistakes.missingColon(property.name.value, lastEnd));
      return;
    }
    if (this.expecting === "separator") this.mistake(mistakes.missingComma);
    if (this.top?.kind !== "object") return;
    this.mistake(mistakes.missingName);
    this.name({ kind: "string", start: node.start, end: node.start, value: "" });
  }

  /** A number or a constant, or a string without its quotes. */
  private word(): void {
    const { start, end } = this.scanner;
    const written = this.text.slice(start, end);
    const inObject = this.top?.kind === "object";
    if (this.expecting === "name" || (this.expecting === "separator" && inObject)) {
      this.string({ kind: "string", start, end, value: written });
      this.mistake(unquoted);
      return;
    }
    const { node, problem } = readWord({ start, end }, written);
    if (node.kind === "string") this.string(node);
    else this.value(node);
    if (problem) this.mistake(problem);
  }

  /** Characters that mean nothing in JSON; some mean in another language what belongs here. */
  private unknown(): void {
    const written = this.text.slice(this.scanner.start, this.scanner.end);
    if (this.roundBracket(written)) return;
    const sign = foreignSigns.get(written);
    if (!sign || !this.top || this.expecting !== sign.when) {
      this.mistake(mistakes.notJson);
      return;
    }
    this.mistake((place, written) => mistakes.otherSign(place, written, sign.own));
    if (sign.own === ":") this.colon();
    else this.comma();
  }

  /** Lists of other languages stand in these. Around a part of a list they group, and are one pair too many. */
  private roundBracket(written: string): boolean {
    if (written === "(" && this.property && this.expecting === "value") {
      this.mistake((place) => mistakes.otherSign(place, written, "["));
      const { start, end } = this.scanner;
      if (this.stack.length < mostLevels) this.open({ kind: "array", start, end, items: [] });
      else this.openDeep("array");
      return true;
    }
    if (written !== ")" || this.text[this.top?.start ?? -1] !== "(") return false;
    this.mistake((place) => mistakes.otherSign(place, written, "]"));
    this.close("]");
    return true;
  }

  private open(node: Container): void {
    this.value(node);
    this.enter(node);
  }

  /** What is too deep to be kept needs no nodes of its own: one of each kind stands for all of them. */
  private openDeep(kind: Container["kind"]): void {
    if (this.stack.length === mostLevels) {
      this.isCut = true;
      const { start, end } = this.scanner;
      this.mistake(() => mistakes.tooDeep(mostLevels));
      this.deep = {
        object: { kind: "object", start, end, properties: [] },
        array: { kind: "array", start, end, items: [] },
      };
    }
    this.property = undefined;
    this.enter(this.deep[kind]);
  }

  private enter(node: Container): void {
    this.stack.push(node);
    this.openCount[node.kind]++;
    this.top = node;
    this.expecting = node.kind === "object" ? "name" : "value";
  }

  private close(closer: mistakes.Closer): void {
    const kind = closer === "}" ? "object" : "array";
    if (this.openCount[kind] === 0) {
      this.mistake(mistakes.closesNothing);
      return;
    }
    while (this.top && this.top.kind !== kind) this.closeMissing(this.top, closer);
    this.closeTop(this.scanner.end);
  }

  /** The innermost bracket was never closed, but one around it is. */
  private closeMissing({ kind, start }: Container, found: mistakes.Closer): void {
    this.problems.add({ start, end: start + 1 }, () =>
      mistakes.notClosedBefore(closers[kind], found, this.lastEnd),
    );
    this.closeTop(this.lastEnd);
  }

  private closeTop(end: number): void {
    if (this.property) this.withoutValue(this.property);
    const closed = this.stack.pop();
    this.top = this.stack[this.stack.length - 1];
    this.expecting = "separator";
    if (!closed) return;
    closed.end = end;
    this.openCount[closed.kind]--;
    if (this.top?.kind !== "object") return;
    const last = this.top.properties[this.top.properties.length - 1];
    if (last?.value === closed) last.end = end;
  }

  /** A property whose value never came. */
  private withoutValue(property: OpenProperty): void {
    const after = this.expecting === "colon" ? "name" : "colon";
    property.end = Math.max(property.end, this.lastEnd);
    this.property = undefined;
    this.problems.add(property.name, () => mistakes.missingValue(property.name.value, after));
  }

  private comma(): void {
    if (this.property) {
      this.withoutValue(this.property);
      this.expecting = "name";
    } else if (this.top && this.expecting === "separator") {
      this.expecting = this.top.kind === "object" ? "name" : "value";
    } else {
      this.mistake(mistakes.commaAfterNothing);
    }
  }

  private colon(): void {
    if (this.expecting === "colon") {
      this.expecting = "value";
    } else if (this.expecting === "name") {
      const { start } = this.scanner;
      this.mistake(mistakes.missingNameBeforeColon);
      this.name({ kind: "string", start, end: start, value: "" });
      this.expecting = "value";
    } else if (this.top?.kind === "array") {
      this.mistake(mistakes.colonInList);
      // Another comma would only be asked for because of the colon.
      this.expecting = "value";
    } else if (!this.lastValueIsName()) {
      this.mistake(mistakes.extraColon);
    }
  }

  /** In `{ "key": "operator": "eq" }` the string before the second colon is a name, and `key` has no value yet. */
  private lastValueIsName(): boolean {
    if (this.top?.kind !== "object" || this.expecting !== "separator") return false;
    const last = this.top.properties[this.top.properties.length - 1];
    const name = last?.value;
    if (!last || name?.kind !== "string") return false;
    last.value = undefined;
    last.end = last.name.end;
    this.problems.add(last.name, () => mistakes.missingValue(last.name.value, "colon"));
    this.name(name);
    this.expecting = "value";
    return true;
  }

  private finish(): void {
    if (this.property) this.withoutValue(this.property);
    const { top, stack, lastEnd } = this;
    // The innermost that has a node: deeper ones have none of their own.
    const opener = stack[Math.min(stack.length, mostLevels) - 1];
    if (top && opener) {
      const missing = stack.map((it) => closers[it.kind]).reverse();
      const { start, kind } = opener;
      this.problems.add({ start, end: start + 1 }, () =>
        mistakes.notClosed(closers[kind], missing, lastEnd),
      );
    }
    if (stack.length > mostLevels) stack.length = mostLevels;
    while (stack.length > 0) this.closeTop(this.text.length);
    if (this.root === undefined && this.problems.none) {
      this.problems.add({ start: 0, end: this.text.length }, mistakes.emptyText);
    }
  }

  /** Notes what is wrong with the token at hand. */
  private mistake(describe: (place: Span, written: string, lastEnd: number) => Description): void {
    const { start, end } = this.scanner;
    this.problems.add({ start, end }, (place) =>
      describe(place, this.text.slice(start, end), this.lastEnd),
    );
  }
}

const noDepth = {
  object: { kind: "object", start: 0, end: 0, properties: [] },
  array: { kind: "array", start: 0, end: 0, items: [] },
} satisfies { [Kind in Container["kind"]]: Container };

const closers = { object: "}", array: "]" } as const;

const colonNext = /\s*:/y;
