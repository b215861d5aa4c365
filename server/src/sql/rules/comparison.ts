import { portableRegex, readWildcard, type ruleNodes } from "../../languages.ts";
import { type AddressRange, parseAddress, parseNetwork } from "../../vocabulary/ip.ts";
import { UnknownValue, Untranslatable } from "../untranslatable.ts";
import type { SqlValue } from "./operands.ts";
import { operandSql, stringOf, type Target } from "./operands.ts";

const orderings: Readonly<Record<string, string>> = {
  eq: "=",
  ne: "<>",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

export function comparisonSql(
  { left, operator, right }: ruleNodes.Comparison,
  target: Target,
): string {
  const value = operandSql(left, target);
  const ordering = orderings[operator.name];
  switch (right.kind) {
    case "string":
      return ordering
        ? orderedText(value, ordering, stringOf(right), target)
        : stringTest(value, operator.name, stringOf(right), target);
    case "integer":
      if (!ordering) throw unsupported(operator.name);
      return `${value.sql} ${ordering} ${right.value}`;
    case "address":
      return addressTest(
        value,
        operator.name,
        [{ family: right.family, first: right.value, last: right.value }],
        target,
      );
    case "regex":
      return regexTest(value, right.pattern, target);
    case "set":
      return setTest(value, right.items, target);
    case "list":
      return listTest(value, right.name, target);
    case "field":
    case "call":
    case "indexed":
      return relation(value, ordering, operandSql(right, target), target);
    default:
      throw unsupported(operator.name);
  }
}

function unsupported(operator: string): Untranslatable {
  return new Untranslatable(`The operator '${operator}' cannot be translated here.`);
}

function orderedText(
  { sql }: SqlValue,
  ordering: string,
  text: string,
  { dialect }: Target,
): string {
  if (!dialect.hasNul && text.includes("\0"))
    throw new Untranslatable("A string has the character U+0000, which columns cannot contain.");
  const isEquality = ordering === "=" || ordering === "<>";
  const value = isEquality ? sql : (dialect.byBytes?.(sql) ?? sql);
  return `${value} ${ordering} ${dialect.string(text)}`;
}

/** Two values of a request. If one of them is NULL, so is the result. */
function relation(
  left: SqlValue,
  ordering: string | undefined,
  right: SqlValue,
  { dialect }: Target,
): string {
  if (!ordering || left.type === "IP")
    throw new Untranslatable("Two addresses of a request cannot be compared in SQL.");
  const isOrdered = left.type === "String" && ordering !== "=" && ordering !== "<>";
  const [one, other] = [left.sql, right.sql].map((it) =>
    isOrdered ? (dialect.byBytes?.(it) ?? it) : it,
  );
  return `${one} ${ordering} ${other}`;
}

function stringTest(
  { sql }: SqlValue,
  operator: string,
  text: string,
  { dialect }: Target,
): string {
  switch (operator) {
    case "contains":
      return text === "" ? `${sql} = ${sql}` : dialect.contains(sql, text);
    case "wildcard":
    case "strict wildcard": {
      const { parts, problems } = readWildcard(text);
      if (problems.length > 0) throw unsupported(operator);
      return dialect.like(sql, parts, operator === "strict wildcard");
    }
    default:
      throw unsupported(operator);
  }
}

function regexTest({ sql }: SqlValue, pattern: string, { dialect }: Target): string {
  const regex = dialect.matches && portableRegex(pattern);
  if (!dialect.matches)
    throw new Untranslatable(`${dialect.title} has other regular expressions than rules.`);
  if (regex === undefined)
    throw new Untranslatable(
      `The regular expression '${pattern}' can match other strings in ${dialect.title}.`,
    );
  return dialect.matches(sql, regex);
}

function addressTest(
  { sql, type }: SqlValue,
  operator: string,
  ranges: readonly AddressRange[],
  { dialect }: Target,
): string {
  if (type !== "IP" || !dialect.inRanges)
    throw new Untranslatable(`Addresses cannot be compared in ${dialect.title}.`);
  const test = dialect.inRanges(sql, ranges);
  if (operator === "eq" || operator === "in") return test;
  if (operator === "ne") return `NOT (${test})`;
  throw unsupported(operator);
}

type SetItems = Extract<ruleNodes.Comparison["right"], { kind: "set" }>["items"];

function setTest(value: SqlValue, items: SetItems, target: Target): string {
  if (value.type === "IP") return addressTest(value, "in", items.flatMap(rangeOf), target);
  const strings = items.flatMap((it) => (it.kind === "string" ? [stringOf(it)] : []));
  const { hasNul, string } = target.dialect;
  const written = strings.filter((it) => hasNul || !it.includes("\0")).map((it) => string(it));
  const single = items.flatMap((it) => (it.kind === "integer" ? [String(it.value)] : []));
  const list = [...new Set([...written, ...single])];
  const ranges = items.flatMap((it) =>
    it.kind === "range" && it.first.kind === "integer" && it.last.kind === "integer"
      ? [`${value.sql} BETWEEN ${it.first.value} AND ${it.last.value}`]
      : [],
  );
  const parts = [...(list.length > 0 ? [`${value.sql} IN (${list.join(", ")})`] : []), ...ranges];
  return anyOf(parts, value, target);
}

function anyOf(parts: readonly string[], { sql }: SqlValue, { dialect }: Target): string {
  // False, or NULL if the value is NULL.
  if (parts.length === 0) return `${sql} <> ${sql}`;
  const any = parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" OR ")})`;
  return dialect.unlessNull?.(sql, any) ?? any;
}

function rangeOf(item: SetItems[number]): AddressRange[] {
  switch (item.kind) {
    case "address":
      return [{ family: item.family, first: item.value, last: item.value }];
    case "network":
      return [item];
    case "range": {
      const { first, last } = item;
      return first.kind === "address" && last.kind === "address"
        ? [{ family: first.family, first: first.value, last: last.value }]
        : [];
    }
    default:
      return [];
  }
}

/** Tests a value against the items of the list in `weir.json`. */
function listTest(value: SqlValue, name: string, target: Target): string {
  const items = Object.hasOwn(target.listItems, name) ? target.listItems[name] : undefined;
  if (!items)
    throw new UnknownValue(
      `The items of the list '$${name}' are not known. Add them to 'lists' in weir.json.`,
      `$${name}`,
    );
  if (value.type === "IP")
    return addressTest(
      value,
      "in",
      items.flatMap((it) => addressesIn(String(it))),
      target,
    );
  if (value.type === "Integer") {
    const numbers = items.flatMap((it) => /^(?:AS)?(\d{1,10})$/i.exec(String(it))?.[1] ?? []);
    return anyOf(
      numbers.length > 0 ? [`${value.sql} IN (${numbers.map(Number).join(", ")})`] : [],
      value,
      target,
    );
  }
  throw new Untranslatable(`The list '$${name}' cannot be translated here.`);
}

function addressesIn(text: string): AddressRange[] {
  const address = parseAddress(text);
  if (address) return [{ family: address.family, first: address.value, last: address.value }];
  const read = parseNetwork(text);
  return "network" in read ? [read.network] : [];
}
