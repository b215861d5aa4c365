import { type Literal, quotedRegex, typedValue } from "./literals.ts";
import type { Operand } from "./operands.ts";

export function negated(test: string, isNot: boolean): string {
  if (!isNot) return test;
  return test.startsWith("not ") ? test.slice("not ".length) : `not ${test}`;
}

/** A test of a value, as rules write it. */
export function test(
  name: string,
  operand: Operand,
  values: readonly Literal[],
  ignoresCase = false,
  written = "",
): string | undefined {
  const [first] = values;
  if (!first) return undefined;
  if (first.kind === "null")
    return name === "eq" || name === "ne" ? nullTest(operand, name) : undefined;
  if (name === "in") return inSet(operand, values, ignoresCase);
  if (values.length === 1)
    return single(
      name,
      operand,
      first,
      ignoresCase || (first.kind === "string" && first.flags === "i"),
      written,
    );
  const all = values.map((it) => single(name, operand, it, ignoresCase, written));
  return all.includes(undefined) ? undefined : `(${all.join(" or ")})`;
}

export function nullTest({ use, kind }: Operand, name: string): string | undefined {
  const map = /^([\w.]+)\["([^"]*)"\](?:\[\d+\])?$/.exec(use);
  if (map) return `${name === "eq" ? "not " : ""}has_key(${map[1]}, "${map[2]}")`;
  return kind === "String" ? `${use} ${name} ""` : undefined;
}

function inSet(
  { use, kind }: Operand,
  values: readonly Literal[],
  ignoresCase: boolean,
): string | undefined {
  const [list] = values.length === 1 ? values : [];
  if ((kind === "IP" || kind === "Integer") && /^[@$]?[a-z_]\w*$/.test(list?.text ?? ""))
    return `${use} in $${list?.text.replace(/^[@$]/, "")}`;
  const all = values.map((it) => typedValue(it, kind));
  if (all.includes(undefined)) return undefined;
  const set = `{${all.join(" ")}}`;
  return ignoresCase && kind === "String"
    ? `lower(${use}) in ${set.toLowerCase()}`
    : `${use} in ${set}`;
}

function single(
  name: string,
  { use, kind }: Operand,
  value: Literal,
  ignoresCase: boolean,
  written: string,
): string | undefined {
  if (value.kind === "regex" && name !== "matches" && name !== "eq") return undefined;
  if (name === "matches" || value.kind === "regex")
    return kind === "String" ? `${use} matches ${quotedRegex(value, ignoresCase)}` : undefined;
  const range = /^(?:like|wildcard|starts_with|eq)$/.test(name) && prefixRange(value.text, kind);
  if (range) return `${use} in {${range}}`;
  const text = typedValue(value, kind);
  if (text === undefined) return undefined;
  if (kind === "IP" && text.includes("/")) return networkTest(name, use, text);
  if (kind !== "String" && /^(?:like|contains|wildcard)$|_with$/.test(name)) return undefined;
  if (/_with$/.test(name)) return `${name}(${use}, ${text})`;
  if (name === "like") return `${use} wildcard ${text.replaceAll(/%+/g, "*")}`;
  const sign = /^(?:==|!=|[<>]=?)$/.test(written) ? written : name;
  if (name === "eq" && value.kind === "word" && text.includes("*"))
    return `${use} wildcard ${text}`;
  return ignoresCase ? `lower(${use}) ${sign} ${text.toLowerCase()}` : `${use} ${sign} ${text}`;
}

function networkTest(name: string, use: string, network: string): string | undefined {
  if (name === "eq") return `${use} in {${network}}`;
  return name === "ne" ? `not ${use} in {${network}}` : undefined;
}

/** `10.%` as a network, and `4%` as the statuses that start with 4. */
function prefixRange(text: string, kind: Operand["kind"]): string | undefined {
  if (kind === "Integer" && /^[1-5](?:%|\*\*?|__|xx)$/i.test(text))
    return `${text[0]}00..${text[0]}99`;
  const [, octets] = /^((?:\d{1,3}\.){1,3})[%*]?$/.exec(kind === "IP" ? text : "") ?? [];
  const parts = octets?.split(".").slice(0, -1);
  return parts && `${[...parts, "0", "0", "0"].slice(0, 4).join(".")}/${parts.length * 8}`;
}
