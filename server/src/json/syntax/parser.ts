import { hasHole, isMark } from "../../text/hole.ts";
import type { Span } from "../../text/span.ts";
import { code } from "./characters.ts";
import * as messages from "./messages.ts";
import { closerOf, Lookahead } from "./missing-brace.ts";
import {
  type Closer,
  closers,
  noChildren,
  type OpenBracket,
  OpenBrackets,
  type OpenProperty,
} from "./open-brackets.ts";
import type { Description, Problems } from "./problems.ts";
import type { Scanner } from "./scan.ts";
import type { JsonString, JsonValue } from "./tree.ts";
import * as words from "./words.ts";

/** The syntax that may come next inside the innermost open bracket. */
type Expecting = "name" | "colon" | "value" | "separator";

/** The start of an element of a bracket. */
const firstIn = { object: "name", array: "value" } as const;

/** Builds the tree from tokens, and reports and recovers from syntax errors. */
export class Parser {
  readonly brackets = new OpenBrackets();
  root: JsonValue | undefined;
  /** The end of the previous token. */
  lastEnd = 0;
  /** Characters of all tokens so far, without trailing commas. */
  length = 0;
  private expecting: Expecting = "value";
  private property: OpenProperty | undefined;
  /** The end of the last hole without quotes. */
  private holeEnd = -1;
  private readonly ahead: Lookahead;

  constructor(
    private readonly scanner: Scanner,
    private readonly problems: Problems,
    private readonly hasHoles: boolean,
  ) {
    this.ahead = new Lookahead(scanner.text);
  }

  /** Parses up to the end of the root, or to the error limit. */
  tokens(): void {
    const { scanner, problems, brackets } = this;
    while (scanner.kind !== "end" && !problems.full) {
      if (brackets.top === undefined && this.root !== undefined) return;
      this.token();
      this.separator();
      this.lastEnd = scanner.end;
      this.length += scanner.end - scanner.start;
      if (brackets.added > scanner.most) scanner.stop();
      scanner.next();
    }
  }

  /** Fast path: most colons and commas directly follow a token, so they are skipped without being scanned as tokens. */
  private separator(): void {
    const { scanner, brackets } = this;
    if (this.expecting === "colon") {
      if (scanner.skip(code.colon)) this.expecting = "value";
    } else if (this.expecting === "separator" && brackets.top && scanner.skip(code.comma)) {
      this.expecting = firstIn[brackets.top.kind];
    }
  }

  /** Discards what was parsed so far: words before the file's actual value. */
  restart(): void {
    this.root = undefined;
    this.expecting = "value";
  }

  /** Parses `"where": …` as a whole file as if it were in braces. */
  startBare(name: JsonString): void {
    this.root = this.brackets.enterBare(name);
    this.name(name);
  }

  private token(): void {
    const { kind, start, end, value } = this.scanner;
    switch (kind) {
      case "string":
        if (this.hasHoles && this.hole()) break;
        if (!this.isValueAfterHole) this.string({ kind, start, end, value });
        else if (this.isAfterMark) this.value({ kind, start, end, value });
        break;
      case ",":
        this.comma();
        break;
      case ":":
        this.colon();
        break;
      case "{":
        if (this.expecting === "name") this.openMissingList();
        this.open({ kind: "object", start, end, properties: noChildren });
        break;
      case "[":
        this.open({ kind: "array", start, end, items: noChildren });
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
    this.openMissing(node);
    const isName = this.expecting === "name" || (this.expecting !== "value" && this.isName());
    if (isName) this.name(node);
    else this.value(node);
  }

  /** In `[{ … }, "a": 1 }]` an object is not opened, and in `{ "a": "b", "c"] }` a list. */
  private openMissing({ start }: Span): void {
    const { brackets, scanner, expecting } = this;
    const isName = scanner.mayPrecedeColon && scanner.isBeforeColon;
    if (expecting === "name" && !isName) this.openMissingList();
    if (expecting !== "value" || !isName || !brackets.lacksObject(this.ahead, start)) return;
    this.report((place, written) => messages.missingOpener(place, written, "{"));
    this.open({ kind: "object", start, end: start, properties: noChildren });
  }

  /** In `{ "a": { … }, { … }] }` a list is not opened. */
  private openMissingList(): void {
    const { text, start } = this.scanner;
    const first = this.brackets.wrapLastValue(this.ahead, start);
    if (first === undefined) return;
    const describe = (it: Span) => messages.missingOpener(it, text.charAt(first), "[");
    this.problems.add({ start: first, end: first + 1 }, describe);
    this.expecting = "value";
  }

  /** Whether a string in an unexpected position is a property name. Reports the separator missing before it. */
  private isName(): boolean {
    if (this.expecting === "separator" && this.brackets.top?.kind === "object") {
      if (this.isAfterHole) return true;
      this.report(this.scanner.isBeforeColon ? messages.missingComma : messages.likelyComma);
      return true;
    }
    if (this.expecting !== "colon") return false;
    const isMarked = this.isAfterHole && this.isAfterMark;
    if (!this.property || !(isMarked || this.scanner.isBeforeColon)) return false;
    this.endProperty();
    return true;
  }

  private name(name: JsonString): void {
    const { start, end } = name;
    this.property = { kind: "property", start, end, name, value: undefined };
    if (this.brackets.top?.kind === "object") this.brackets.add(this.property);
    this.expecting = "colon";
  }

  private value(node: JsonValue): void {
    if (this.expecting !== "value") this.makeRoomFor(node);
    this.expecting = "separator";
    if (this.property) {
      this.property.value = node;
      this.property.end = node.end;
      this.property = undefined;
    } else if (this.brackets.top?.kind === "array") {
      this.brackets.add(node);
    } else {
      this.root = node;
    }
  }

  /** Recovers from a value where something else is expected. */
  private makeRoomFor(node: JsonValue): void {
    if (this.expecting === "separator" && this.isAfterHole && this.replaceHole(node)) return;
    const { property, lastEnd } = this;
    if (this.expecting === "colon" && property) {
      this.problems.add(node, () => messages.missingColon(property.name.value, node.kind, lastEnd));
      return;
    }
    if (node.kind === "object" && this.closeBefore(node)) return;
    if (this.expecting === "separator") this.report(messages.missingComma);
    if (this.brackets.top?.kind !== "object") return;
    this.report(messages.missingName);
    this.name({ kind: "string", start: node.start, end: node.start, value: "" });
  }

  /** In `[{ "a": 1, { … }]`, the first object is not closed. */
  private closeBefore(node: Span): boolean {
    const { brackets, scanner, expecting } = this;
    const { top, lastChild } = brackets;
    if (top?.kind !== "object" || !lastChild || !brackets.isInArray) return false;
    if (!this.ahead.lacksBrace(node.start)) return false;
    const closer = closerOf(scanner.text, top.start) + (expecting === "separator" ? "," : "");
    this.report((place) => messages.notClosedBeforeNext(place, lastChild.end, closer));
    this.closeTop(lastChild.end);
    return true;
  }

  /** In `H { … }` the hole is a directive around the value, or contains a comma. */
  private replaceHole(node: JsonValue): boolean {
    if (this.brackets.top?.kind === "array") {
      this.brackets.top.isUnseen = true;
      return true;
    }
    const property = this.brackets.withoutLastValue();
    if (!property) return false;
    if (node.kind !== "object") setUnseen(node);
    this.property = property;
    return true;
  }

  private get isAfterHole(): boolean {
    return this.lastEnd === this.holeEnd;
  }

  /** Whether a word or string follows a hole that is the value of a property, and is not the next name. */
  private get isValueAfterHole(): boolean {
    const { expecting, brackets, scanner } = this;
    if (!this.isAfterHole || expecting !== "separator") return false;
    return brackets.top?.kind === "object" && !scanner.isBeforeColon;
  }

  /** Whether a directive precedes, so the value applies only in some cases. */
  private get isAfterMark(): boolean {
    return isMark(this.scanner.text.charCodeAt(this.holeEnd - 1));
  }

  /** A hole of the host document is an unknown string. Without quotes it may contain a comma. */
  private hole(): boolean {
    const { kind, start, end, text } = this.scanner;
    const written = text.slice(start, end);
    if (!hasHole(written)) return false;
    const isQuoted = kind === "string";
    if (!isQuoted) this.holeEnd = end;
    if (!isQuoted && this.expecting === "colon" && this.isAfterMark) return true;
    const value = isQuoted ? this.scanner.value : written;
    if (isQuoted || this.expecting !== "separator") {
      this.string({ kind: "string", start, end, value, isUnseen: true });
    } else if (this.brackets.top?.kind === "array") this.brackets.top.isUnseen = true;
    return true;
  }

  /** A number, a constant, or an unquoted string. */
  private word(): void {
    if (this.hasHoles && this.hole()) return;
    const inObject = this.brackets.top?.kind === "object";
    if (this.isValueAfterHole) {
      if (this.isAfterMark) this.wordValue(inObject);
    } else if (this.expecting === "name" || (this.expecting === "separator" && inObject)) {
      const { start, end, text, isBeforeColon } = this.scanner;
      this.string({ kind: "string", start, end, value: words.wordText(text.slice(start, end)) });
      this.report((place, written) => words.describeUnquoted(place, written, isBeforeColon));
    } else this.wordValue(inObject);
  }

  private wordValue(inObject: boolean): void {
    const { start, text } = this.scanner;
    const end = this.scanner.takeGroups(inObject);
    const { node, problem } = words.readWord(text, { start, end });
    if (node.kind === "string" && this.expecting === "colon") this.string(node);
    else this.value(node);
    if (problem) this.report(problem);
  }

  /** Characters that are invalid in JSON. Some are the expected separator in another language. */
  private unknown(): void {
    const written = this.scanner.text.slice(this.scanner.start, this.scanner.end);
    if (this.roundBracket(written)) return;
    const sign = words.foreignSigns.get(written);
    if (!sign || !this.brackets.top || this.expecting !== sign.when) {
      this.report(messages.notJson);
      return;
    }
    this.report((place, written) => messages.otherSign(place, written, sign.own));
    if (sign.own === ":") this.colon();
    else this.comma();
  }

  /** Parentheses are arrays in other languages. Around part of an array they only group, and are reported as unexpected. */
  private roundBracket(written: string): boolean {
    if (written === "(" && this.property && this.expecting === "value") {
      this.report((place) => messages.otherSign(place, written, "["));
      const { start, end } = this.scanner;
      this.open({ kind: "array", start, end, items: noChildren });
      return true;
    }
    if (written !== ")" || this.scanner.text[this.brackets.top?.start ?? -1] !== "(") return false;
    this.report((place) => messages.otherSign(place, written, "]"));
    this.close("]");
    return true;
  }

  private open(bracket: OpenBracket): void {
    const { brackets } = this;
    if (brackets.hasRoom) {
      this.value(bracket);
    } else {
      if (this.expecting !== "value") this.makeRoomFor(bracket);
      this.property = undefined;
    }
    brackets.enter(bracket);
    this.expecting = firstIn[bracket.kind];
  }

  private close(closer: Closer): void {
    const kind = closer === "}" ? "object" : "array";
    const { brackets } = this;
    if (!brackets.has(kind)) {
      this.report(messages.describeUnmatched);
      return;
    }
    while (brackets.top && brackets.top.kind !== kind) this.closeMissing(brackets.top, closer);
    if (this.expecting !== "separator" && brackets.lastChild) this.length--;
    this.closeTop(this.scanner.end);
  }

  /** Closes the innermost bracket, whose closer is missing before the closer of an outer bracket. */
  private closeMissing({ kind, start }: OpenBracket, found: Closer): void {
    this.problems.add({ start, end: start + 1 }, () =>
      messages.notClosedBefore(closers[kind], found, this.lastEnd),
    );
    this.closeTop(this.lastEnd);
  }

  private closeTop(end: number): void {
    this.endProperty();
    this.brackets.leave(end);
    this.expecting = "separator";
  }

  /** Ends a property whose value is missing, and reports it. */
  endProperty(): void {
    const { property } = this;
    if (!property) return;
    const after = this.expecting === "colon" ? "name" : "colon";
    property.end = Math.max(property.end, this.lastEnd);
    this.property = undefined;
    this.problems.add(property.name, () => messages.missingValue(property.name.value, after));
  }

  private comma(): void {
    const { top } = this.brackets;
    if (this.property) {
      this.endProperty();
      this.expecting = "name";
    } else if (top && this.expecting === "separator") {
      this.expecting = firstIn[top.kind];
    } else {
      this.report(messages.commaAfterNothing);
    }
  }

  private colon(): void {
    if (this.expecting === "colon") {
      this.expecting = "value";
    } else if (this.expecting === "name") {
      const { start } = this.scanner;
      this.report(messages.missingNameBeforeColon);
      this.name({ kind: "string", start, end: start, value: "" });
      this.expecting = "value";
    } else if (this.brackets.top?.kind === "array") {
      this.report(messages.colonInList);
      // Avoids a second error about a missing comma.
      this.expecting = "value";
    } else if (!this.lastValueIsName()) {
      this.report(messages.extraColon);
    }
  }

  /** In `{ "key": "operator": "eq" }` the string before the second colon is a name, and `key` has no value yet. */
  private lastValueIsName(): boolean {
    const taken = this.expecting === "separator" ? this.brackets.takeLastText() : undefined;
    if (!taken) return false;
    const { name } = taken.property;
    this.problems.add(name, () => messages.missingValue(name.value, "colon"));
    this.name(taken.text);
    this.expecting = "value";
    return true;
  }

  /** Adds a problem at the current token. */
  private report(describe: (place: Span, written: string, lastEnd: number) => Description): void {
    const { start, end } = this.scanner;
    this.problems.add({ start, end }, (place) =>
      describe(place, this.scanner.text.slice(start, end), this.lastEnd),
    );
  }
}

function setUnseen(value: { isUnseen?: true }): void {
  value.isUnseen = true;
}
