import { type JsonObject, type JsonString, propertyOf } from "../../json/syntax/tree.ts";
import { withEqualHoles } from "../../text/hole.ts";
import type { Span } from "../../text/span.ts";
import { regionsOf } from "../hcl/literal.ts";
import { type Evaluation, nodeAsWritten, nodeOf } from "../hcl/node.ts";
import type { Block, Expression } from "../hcl/tree.ts";
import type { JsonEvaluation } from "../json/node.ts";
import type { HostNode, HostValue, Repeated } from "../node.ts";
import type { Region } from "../region.ts";
import { alternatives, emptyList, withAlternative } from "./alternatives.ts";
import { composedRegion } from "./composed.ts";
import { evaluate } from "./evaluate.ts";
import type { Sheet } from "./sheet.ts";
import { openElementsOf } from "./values/collection.ts";
import { marksOf } from "./values/marks.ts";
import { isMany } from "./values/open.ts";
import {
  computed,
  hasHoles,
  object,
  type Scope,
  type Text,
  unknown,
  type Value,
  withNames,
} from "./values/value.ts";
import { valueOfWritten } from "./written.ts";

/** Nodes of the values that expressions refer to, with the offsets of a sheet. */
export class Nodes implements Evaluation, JsonEvaluation {
  constructor(
    private readonly sheet: Sheet,
    private readonly scope: Scope,
    /** Set for what other values than the defaults would choose. */
    private readonly isOther = false,
  ) {}

  nodeOf(written: Expression): HostNode | undefined {
    const expression = this.sheet.original(written);
    if (isPlain(expression, this.scope.source.text)) return undefined;
    const value = evaluate(expression, this.scope);
    if (value.kind !== "unknown" || value.others)
      return this.node(value, written, () => regionsOf(this.sheet.text, written));
    const { origin, among } = value;
    if (among) return this.alternativesOf(among, written);
    if (origin && origin.expression !== expression) return this.asWritten(origin, written);
    return expression.kind === "conditional" ? this.alternatives(written) : undefined;
  }

  nodeOfString(json: JsonString, written: () => Region | undefined): HostNode | undefined {
    if (!/[$%]\{/.test(json.value)) return undefined;
    const { source } = this.scope;
    const value = valueOfWritten({ json: this.sheet.original(json), source }, this.scope);
    if (value.kind !== "unknown")
      return this.node(value, json, () => [written()].filter((it) => it !== undefined));
    if (value.among) return this.alternativesOf(value.among, json);
    return value.origin && this.asWritten(value.origin, json);
  }

  repeatedJson(block: JsonObject, label: string): Repeated<Nodes> | undefined {
    const each = propertyOf(block, "for_each")?.value;
    const iterator = propertyOf(block, "iterator")?.value;
    const name = iterator?.kind === "string" ? iterator.value : label;
    const { source } = this.scope;
    const written = each && { json: this.sheet.original(each), source };
    return written && this.bound(valueOfWritten(written, this.scope), name);
  }

  repeated(block: Block): Repeated<Nodes> | undefined {
    const attribute = (name: string) => {
      const found = block.body.items.find((it) => it.kind === "attribute" && it.name === name);
      return found?.kind === "attribute" ? this.sheet.original(found.value) : undefined;
    };
    const each = attribute("for_each");
    if (!each) return undefined;
    const iterator = attribute("iterator");
    const isNamed = iterator?.kind === "unknown" && iterator.form?.kind === "name";
    const name = isNamed ? iterator.form.name : (block.labels[0] ?? "");
    return this.bound(evaluate(each, this.scope), name);
  }

  /** One for each element of a collection, which has that name, and more for unknown elements. */
  private bound(collection: Value, name: string): Repeated<Nodes> | undefined {
    const elements = openElementsOf(collection);
    if (!elements || elements.known.length > mostBlocks) return undefined;
    const unread = elements.rest.filter(isMany).filter((it) => !it.isChecked);
    const named = elements.rest.filter((it) => !isMany(it));
    const all = [...elements.known, ...named.map((it) => [unknown(it.place), it] as const)];
    const nodes = (key: Value, value: Value) => {
      const entries = new Map([
        ["key", key],
        ["value", value],
      ]);
      const bound = object(entries, value.place);
      return new Nodes(this.sheet, withNames(this.scope, [[name, bound]]));
    };
    const more = unread.map((it) => {
      const key = it.key === undefined ? unknown(it.place) : computed(it.key, it.place);
      const values = it.among?.map((value) => nodes(key, value)) ?? [this];
      return { values, defaults: defaultsOf([it]) };
    });
    const isOpen = elements.rest.length > unread.length;
    return { all: all.map(([key, value]) => nodes(key, value)), isOpen, more };
  }

  /** The known facts about the expression of an unknown value, such as its alternatives. */
  private asWritten(
    { expression, scope }: NonNullable<Value["origin"]>,
    use: Span,
  ): HostNode | undefined {
    if (scope.source.isIgnored || scope.source.within) return undefined;
    const shifted = this.sheet.shifted(expression, scope.source);
    const inner = new Nodes(this.sheet, scope);
    const isConditional = shifted.kind === "conditional";
    const node =
      (isConditional && inner.alternatives(shifted)) ||
      nodeAsWritten(this.sheet.text, shifted, inner);
    const isUnknown = node.kind === "value" && node.regions().length === 0;
    return isUnknown || use.start === use.end ? undefined : node;
  }

  /** The texts of both branches, if the condition is not known. */
  private alternatives(expression: Expression): HostNode | undefined {
    if (expression.kind !== "conditional") return undefined;
    const nodes = expression.branches.map((it) => nodeOf(this.sheet.text, it, this));
    return alternatives(nodes, expression);
  }

  /** The nodes of what a value may be. */
  private alternativesOf(among: readonly Value[], use: Span): HostNode {
    return alternatives(
      among.map((it) => this.node(it, this.sheet.spanOf(it.place))),
      use,
    );
  }

  private get ofOthers(): Nodes {
    return this.isOther ? this : new Nodes(this.sheet, this.scope, true);
  }

  /** The value, with what it is instead where a default chooses it. */
  private node(value: Value, use: Span, written?: WrittenRegions): HostNode {
    const { others = () => [] } = value;
    const defaults = marksOf(value)?.defaults ?? [];
    return others().reduce<HostNode>(
      (node, it) => {
        const other = this.ofOthers.chosenNode(it, this.sheet.spanOf(it.place));
        return withAlternative(node, other, defaults);
      },
      this.chosenNode(value, use, written),
    );
  }

  private chosenNode(value: Value, use: Span, written?: WrittenRegions): HostNode {
    const { start, end } = use;
    switch (value.kind) {
      case "list": {
        const shown = value.items.filter((it) => !isMany(it) || !it.isChecked);
        const isOnly = shown.length === 1;
        const items = shown.map((it) => {
          const place = isMany(it) && isOnly ? use : this.sheet.spanOf(it.place);
          const node = this.node(it, place);
          const defaults = isMany(it) ? defaultsOf([it]) : undefined;
          return defaults ? emptyList([node], place, defaults) : node;
        });
        const isOpen = shown.length < value.items.length;
        return { kind: "list", start, end, items, isOpen };
      }
      case "object": {
        const { rest = [] } = value;
        const named = rest.filter((it) => !isMany(it)).map((it) => ["", it] as const);
        const entries = [...value.entries, ...named]
          .filter(([, it]) => !isNull(it) || marksOf(it)?.defaults.length)
          .map(([name, it]) => {
            const place = this.sheet.spanOf(it.place);
            return { ...place, name, value: this.node(it, place) };
          });
        const isLeftOut = (it: Value) => isMany(it) && it.key !== undefined && it.among;
        for (const it of rest.filter(isMany).filter(isLeftOut)) {
          const place = this.sheet.spanOf(it.place);
          const other = emptyList([this.node(it, place)], place, defaultsOf([it]) ?? []);
          entries.push({ ...place, name: it.key ?? "", value: other });
        }
        const isOpen = !rest.every(isLeftOut);
        return { kind: "object", ...this.sheet.spanOf(value.place), entries, isOpen };
      }
      case "text":
        return this.textNode(value, use, written);
      case "unknown": {
        const nodes = value.isMany ? this.ofOthers : this;
        if (value.among) return nodes.alternativesOf(value.among, use);
        const known = value.origin && this.asWritten(value.origin, use);
        return known ?? { kind: "value", start, end, literal: () => undefined, regions: () => [] };
      }
      case "plain": {
        // An attribute that is null is not set; with another value than the default, it may be.
        if (isNull(value)) {
          const { defaults = [] } = marksOf(value) ?? {};
          const other = { kind: "value", start, end, literal: () => undefined, regions: () => [] };
          return defaults.length > 0
            ? emptyList(value.others ? [] : [other as HostValue], use, defaults)
            : emptyList([], use, undefined);
        }
        const { secret, defaults } = marksOf(value) ?? {};
        const literal = secret === undefined ? (value.value ?? undefined) : undefined;
        return { kind: "value", start, end, literal: () => literal, regions: () => [], defaults };
      }
    }
  }

  private textNode(
    value: Text,
    { start, end }: Span,
    written: WrittenRegions | undefined,
  ): HostValue {
    const marks = marksOf(value);
    // An empty default means that another value is given, and an empty text that is not chosen that it is not wanted.
    const isOpen = value.shown === "" && (marks?.defaults.length || this.isOther);
    const isKnown = !hasHoles(value) && marks?.secret === undefined && !isOpen;
    let known: readonly Region[] | undefined;
    const regions = () => {
      known ??= isOpen ? [] : [this.region(value, { start, end }, written)];
      return known;
    };
    const literal = () => (isKnown ? value.shown : undefined);
    return { kind: "value", start, end, literal, regions, defaults: marks?.defaults };
  }

  /** The text where it is written, with its value if that is more than what is written. */
  private region(value: Text, use: Span, written: WrittenRegions | undefined): Region {
    // A literal inside a string of JSON is no text of the file.
    const origin = value.origin?.scope.source.within ? undefined : value.origin;
    const literal = origin
      ? regionsOf(this.sheet.text, this.sheet.shifted(origin.expression, origin.scope.source))
      : (written?.() ?? []);
    const [only, ...more] = literal;
    if (!only || more.length > 0) return composedRegion(value, use, this.sheet);
    const { isAlternative: _, other: __, ...region } = only;
    if (!marksOf(value) && withEqualHoles(only.text) === value.shown) return origin ? only : region;
    return { ...region, evaluated: composedRegion(value, only, this.sheet) };
  }
}

/** The defaults with which there are none. */
function defaultsOf(rest: readonly Value[]): readonly string[] | undefined {
  const isNone = rest.every((it) => it.marks?.defaults.length);
  return isNone ? marksOf(...rest)?.defaults : undefined;
}

/** The regions of the use of a value itself. */
type WrittenRegions = () => readonly Region[];

const mostBlocks = 1_000;

function isNull(value: Value): boolean {
  return value.kind === "plain" && value.value === null;
}

/** Whether the expression tells all itself. */
function isPlain(expression: Expression, text: string): boolean {
  if (expression.kind === "scalar") return expression.value !== null;
  if (expression.kind === "object" || expression.kind === "tuple") return true;
  if (expression.kind !== "template") return false;
  const { start, end } = expression.content;
  return !/[$%]\{/.test(text.slice(start, end));
}
