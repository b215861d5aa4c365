import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { alternatives } from "../../text/wording.ts";
import type { HostEntry, HostNode, HostObject } from "../node.ts";
import type { Region } from "../region.ts";
import { readYaml } from "../yaml/read.ts";
import { fileKeys, type TestKeys, type TestShape } from "./shape.ts";

export interface TraceTestProblem extends Span {
  readonly message: string;
  readonly replacement?: string | undefined;
}

/** A request of a file, and what has to happen to it. */
export interface TraceTest {
  readonly name: string | undefined;
  /** The place of the request. */
  readonly span: Span;
  readonly request: string;
  readonly headers: readonly string[];
  readonly settings: readonly string[];
  readonly zone: string | undefined;
  readonly over: readonly string[];
  readonly response: { readonly status?: number; readonly headers: readonly string[] };
  readonly expect: Readonly<Record<string, unknown>>;
}

/** A policy: it has to hold for every request that matches an expression. */
export interface AlwaysTest {
  readonly name: string | undefined;
  /** The place of the expression. */
  readonly span: Span;
  readonly when: string;
  readonly zone: string | undefined;
  /** Lists of rules, outcomes and names. */
  readonly expect: Readonly<Record<string, unknown>>;
  /** It passes also if the answer is not known. */
  readonly allowsUnknown: boolean;
}

export interface TraceTestFile {
  readonly rules: readonly string[] | undefined;
  readonly tests: readonly TraceTest[];
  readonly always: readonly AlwaysTest[];
  /** The place of the key `always`. */
  readonly alwaysKey: Span | undefined;
  readonly problems: readonly TraceTestProblem[];
  /** The names of rules in the file, with their places. */
  readonly rulesNamed: readonly NamedSpan[];
  /** The names of phases and products. */
  readonly skippedNamed: readonly NamedSpan[];
  /** The expressions. */
  readonly regions: readonly Region[];
}

interface NamedSpan extends Span {
  readonly name: string;
}

/** Never throws: what is not valid is reported, and the rest is used. */
export function readTraceTests(text: string): TraceTestFile {
  const reader = new Reader();
  const [root] = readYaml(text, false, () => true);
  if (!root) {
    if (text.replace(/#[^\n]*/g, "").trim() !== "")
      reader.report({ start: 0, end: 0 }, "The file is not valid YAML.");
    return { rules: undefined, tests: [], always: [], alwaysKey: undefined, ...reader };
  }
  const file = reader.keys(root, fileKeys, "the file");
  const tests = (file.tests ?? []) as readonly Read[];
  return {
    rules: file.rules as readonly string[] | undefined,
    tests: tests.flatMap(testOf),
    always: ((file.always ?? []) as readonly Read[]).flatMap(alwaysOf),
    alwaysKey: keySpan(root, "always"),
    skippedNamed: reader.skippedNamed,
    regions: reader.regions,
    problems: reader.problems.sort((a, b) => a.start - b.start),
    rulesNamed: reader.rulesNamed,
  };
}

type Read = Readonly<Record<string, unknown>> & { readonly place?: Span };

function testOf(read: Read): TraceTest[] {
  const { request, place, expect } = read;
  if (typeof request !== "string" || !place) return [];
  const response = (read.response ?? {}) as Read;
  const status = response.status;
  return [
    {
      name: read.name as string | undefined,
      span: place,
      request,
      headers: headersOf(read.headers),
      settings: Object.entries((read.set ?? {}) as Read).map(
        ([name, it]) =>
          `${name}=${typeof it === "string" ? JSON.stringify(it) : JSON.stringify(it)}`,
      ),
      zone: read.zone as string | undefined,
      over: (read.over ?? []) as readonly string[],
      response: {
        ...(typeof status === "number" && { status }),
        headers: headersOf(response.headers),
      },
      expect: (expect ?? {}) as Readonly<Record<string, unknown>>,
    },
  ];
}

function alwaysOf(read: Read): AlwaysTest[] {
  const { when, place, expect } = read;
  if (typeof when !== "string" || !place || !expect) return [];
  return [
    {
      name: read.name as string | undefined,
      span: spanOf(place),
      when,
      zone: read.zone as string | undefined,
      expect: expect as Readonly<Record<string, unknown>>,
      allowsUnknown: read.unknown === "allow",
    },
  ];
}

function headersOf(headers: unknown): readonly string[] {
  return Object.entries((headers ?? {}) as Read).flatMap(([name, it]) =>
    (Array.isArray(it) ? it : [it]).map((value) => `${name}: ${String(value)}`),
  );
}

class Reader {
  readonly problems: TraceTestProblem[] = [];
  readonly rulesNamed: NamedSpan[] = [];
  readonly skippedNamed: NamedSpan[] = [];
  readonly regions: Region[] = [];

  report({ start, end }: Span, message: string, replacement?: string): void {
    this.problems.push({ start, end, message, ...(replacement !== undefined && { replacement }) });
  }

  keys(node: HostNode, keys: TestKeys, where: string): Record<string, unknown> {
    if (node.kind !== "object") {
      this.report(node, `Expected ${alternatives(Object.keys(keys).map((it) => `'${it}'`))}.`);
      return {};
    }
    const found: Record<string, unknown> = {};
    for (const entry of node.entries) {
      const key = Object.hasOwn(keys, entry.name) ? keys[entry.name] : undefined;
      if (!key) {
        this.unknown(nameSpan(entry), entry.name, Object.keys(keys), "key");
        continue;
      }
      const value = this.value(entry.value, key.shape, entry.name);
      if (value !== undefined) found[entry.name] = value;
      if (key.shape.kind === "request" || key.shape.kind === "expression")
        found.place = entry.value;
    }
    if (where === "a test") this.require(node, found, ["request", "expect"], where);
    if (where === "an entry") this.require(node, found, ["when", "expect"], where);
    return found;
  }

  private require(
    node: HostObject,
    found: Readonly<Record<string, unknown>>,
    names: readonly string[],
    where: string,
  ): void {
    const [first] = node.entries;
    const at = first ? nameSpan(first) : node;
    const noun = where === "a test" ? "The test" : "The entry";
    for (const name of names)
      if (!node.entries.some((it) => it.name === name))
        this.report(at, `${noun} has no '${name}'.`);
    if (found.expect && Object.keys(found.expect).length === 0)
      this.report(at, `${noun} expects nothing. Add 'outcome' to 'expect'.`);
  }

  private unknown(at: Span, name: string, known: readonly string[], noun: string): void {
    const guess = nearest(name, known);
    const advice = guess ? `Did you mean '${guess}'?` : `Use ${alternatives(known)}.`;
    this.report(at, `Unknown ${noun} ${shorten(name)}. ${advice}`, guess);
  }

  private value(node: HostNode, shape: TestShape, name: string): unknown {
    switch (shape.kind) {
      case "text":
      case "request":
        return this.scalar(node, name, "a text", (it) => String(it));
      case "number":
        return this.scalar(node, name, "a number", (it) =>
          /^\d+$/.test(String(it)) ? Number(it) : undefined,
        );
      case "word":
        return this.scalar(node, name, "a word", (it) => {
          if (shape.words.includes(String(it))) return String(it);
          this.unknown(node, String(it), shape.words, name);
          return null;
        });
      case "rule": {
        const found = this.scalar(node, name, "the name of a rule", (it) => String(it));
        if (typeof found === "string") this.rulesNamed.push({ ...spanOf(node), name: found });
        return found;
      }
      case "truth":
        return this.scalar(node, name, "'true' or 'false'", (it) =>
          typeof it === "boolean" ? it : undefined,
        );
      case "expression": {
        const isText = node.kind === "value" && typeof node.literal() !== "number";
        const [region] = isText ? node.regions() : [];
        if (region) this.regions.push(region);
        return this.scalar(node, name, "an expression", (it) =>
          typeof it === "number" ? undefined : String(it),
        );
      }
      case "words":
      case "skippable":
        return this.several(node, (it) =>
          this.oneOf(it, "words" in shape ? shape.words : undefined, name),
        );
      case "texts":
      case "rules": {
        const inner = shape.kind === "rules" ? "rule" : "text";
        return this.several(node, (it) => this.value(it, { kind: inner }, name));
      }
      case "values":
      case "fields":
      case "settings":
        return this.plainObject(node, name);
      case "keys":
        return this.keys(node, shape.keys, name);
      case "tests":
      case "always": {
        const items = node.kind === "list" ? node.items : [];
        const where = shape.kind === "tests" ? "a test" : "an entry";
        if (node.kind !== "list")
          this.report(node, `'${name}' is a list. Start each ${where.split(" ")[1]} with '-'.`);
        return items.map((it) => this.keys(it, shape.keys, where));
      }
    }
  }

  private several(node: HostNode, read: (item: HostNode) => unknown): unknown {
    const items = node.kind === "list" ? node.items : [node];
    return items.map(read).filter((it) => it !== undefined && it !== null);
  }

  private oneOf(node: HostNode, words: readonly string[] | undefined, name: string): unknown {
    if (words) return this.value(node, { kind: "word", words }, name);
    const found = this.value(node, { kind: "text" }, name);
    if (typeof found === "string") this.skippedNamed.push({ ...spanOf(node), name: found });
    return found;
  }

  private scalar(
    node: HostNode,
    name: string,
    what: string,
    read: (value: string | number | boolean) => unknown,
  ): unknown {
    const literal = node.kind === "value" ? node.literal() : undefined;
    const value = literal === undefined ? undefined : read(literal);
    if (value === undefined) this.report(node, `'${name}' needs ${what}.`);
    return value ?? undefined;
  }

  private plainObject(node: HostNode, name: string): unknown {
    if (node.kind === "object") return plainOf(node);
    this.report(node, `'${name}' needs names with values, as in '{ a: 1 }'.`);
    return undefined;
  }
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

function nameSpan({ start, name }: HostEntry): Span {
  return { start, end: start + name.length };
}

function keySpan(node: HostNode, name: string): Span | undefined {
  const entry = node.kind === "object" ? node.entries.find((it) => it.name === name) : undefined;
  return entry && nameSpan(entry);
}

function plainOf(node: HostNode): unknown {
  if (node.kind === "value") return node.literal() ?? null;
  if (node.kind === "list") return node.items.map(plainOf);
  return Object.fromEntries(node.entries.map((it) => [it.name, plainOf(it.value)]));
}
