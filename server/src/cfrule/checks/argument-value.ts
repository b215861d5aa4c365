import type { Report } from "../../core/check.ts";
import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { alternatives, thousands } from "../../text/wording.ts";
import type { Parameter } from "../catalog/functions.ts";
import { maxReplaceReferences, maxSlicedBits } from "../catalog/limits.ts";
import { parameterAt } from "../catalog/signature.ts";
import { captureCount } from "../patterns/replace-patterns.ts";
import { type Reference, referencesIn } from "../patterns/replacement-references.ts";
import { stringOffset } from "../syntax/literals/strings.ts";
import type { Argument, Call, IntegerLiteral } from "../syntax/tree.ts";
import type { RuleCheck, Scope } from "./check.ts";

export const argumentValue: RuleCheck<"call"> = {
  code: "argument-value",
  severity: "error",
  summary: "An argument has an invalid value.",
  why: "Some arguments are flags with a few valid letters, some have bounds, and some functions work on certain fields only. The service rejects anything else.",
  on: "call",
  run(call, report, scope) {
    const { definition } = call;
    if (!definition || definition.standing === "unverified") return;
    call.args.forEach((argument, index) => {
      const parameter = parameterAt(definition, index);
      if (parameter) checkArgument(argument, { call, parameter }, report, scope);
    });
    if (Object.hasOwn(ends, call.name)) ends[call.name]?.(call, report);
  },
  examples: `
any(split(http.cookie, ";", 200)[*] contains "debug=")
                            ^^^ error: 'limit' of 'split' must be 1 to 128, found '200'.
---
cidr(ip.src, 24, 129) eq 192.0.2.0 or cidr6(ip.src, 0) eq 2001:db8::
                 ^^^ error: 'ipv6_network_bits' of 'cidr' must be 1 to 128, found '129'.
                                                    ^ error: 'ipv6_network_bits' of 'cidr6' must be 1 to 128, found '0'.
---
url_decode(http.request.uri.query, "x") contains "<script"
                                   ^^^ error: Unknown flag 'x' for 'url_decode'. Use 'r' or 'u'.
---
# @value
remove_query_args(http.request.uri, "utm_source")
                  ^^^^^^^^^^^^^^^^ error: 'field' of 'remove_query_args' must be 'http.request.uri.query' or 'raw.http.request.uri.query', found 'http.request.uri'.
---
substring(http.request.uri.path, 5, 2) eq "api"
                                    ^ warning: This substring is always empty: it starts at 5 and ends at 2.
---
bit_slice(tcp, 32, 96) eq 0
                   ^^ error: 'bit_slice' returns at most 32 bits, but 32 to 96 is 64 bits. The third argument is the end, not the length.
---
hash_in_range(10, 5, "a") lt 3
                  ^ warning: No number is at least 10 and at most 5.
                     ^^^ warning: A constant seed always gives the same number. Use a field, such as cf.ray_id.
---
# @value
regex_replace(http.request.uri.path, "^/old/(.*)$", "/$1/\${2}")
                                                      ^^ warning: '$1' is not a reference. Use '\${1}', or '$$' for a dollar sign.
                                                         ^^^^ warning: '\${2}' is always empty: the pattern has one group.
=>
# @value
regex_replace(http.request.uri.path, "^/old/(.*)$", "/\${1}/\${2}")
---
# @value
regex_replace(http.request.uri.path, "^/old/(.*)$", r"/\\1/$&/\\g<1>")
                                                       ^^ warning: '\\1' is not a reference. Use '\${1}'.
                                                          ^^ warning: '$&' is not a reference. Use '\${0}', or '$$' for a dollar sign.
                                                             ^^^^^ warning: '\\g<1>' is not a reference. Use '\${1}'.
=>
# @value
regex_replace(http.request.uri.path, "^/old/(.*)$", r"/\${1}/$&/\\g<1>")
---
# @value
regex_replace(http.request.uri.path, "^/old/(?P<rest>.*)$", "/\${rest}")
                                                              ^^^^^^^ warning: '\${rest}' is not a reference: groups are numbered. Use a number, as in '\${1}'.
---
# @value
regex_replace(http.request.uri.path, "^/old/(.*)$", "/\${0}/$$&/$x")
---
url_decode(http.request.uri.query, "ur") contains "<script" and substring(http.request.uri.path, -4) eq ".php"
`,
};

interface Place {
  readonly call: Call;
  readonly parameter: Parameter;
}

function checkArgument(argument: Argument, place: Place, report: Report, scope: Scope): void {
  if (argument.kind === "integer") inRange(argument, place, report);
  else if (argument.kind === "string") {
    knownFlags(argument, place, report);
    if (place.parameter.nonEmpty && argument.bytes === "")
      report(argument, `'${place.parameter.name}' of '${place.call.name}' cannot be empty.`);
    if (place.parameter.name === "replacement") references(argument, place, report, scope);
  } else if (argument.kind === "field" || argument.kind === "call" || argument.kind === "indexed")
    rightField(argument, place, report, scope);
}

function inRange(argument: IntegerLiteral, { call, parameter }: Place, report: Report): void {
  const { name, range } = parameter;
  if (!range || (argument.value >= range[0] && argument.value <= range[1])) return;
  const bounds = `'${name}' of '${call.name}' must be ${range[0]} to ${range[1]}`;
  report(argument, `${bounds}, found '${argument.value}'.`);
}

function knownFlags(
  argument: Argument & { readonly kind: "string" },
  { call, parameter }: Place,
  report: Report,
): void {
  const { flags } = parameter;
  if (!flags) return;
  const letters = [...argument.value.slice(0, maxChecked)];
  const odd = letters.find((it) => !Object.hasOwn(flags, it));
  const twice = letters.find((it, index) => letters.indexOf(it) < index);
  const known = alternatives(Object.keys(flags));
  if (odd !== undefined)
    report(argument, `Unknown flag '${odd}' for '${call.name}'. Use ${known}.`);
  else if (twice !== undefined) report(argument, `Duplicate flag '${twice}'. Remove one.`);
  else if (letters.length === 0) {
    report(argument, `Missing flag. Use ${known}, or omit '${parameter.name}'.`);
  }
}

function references(
  argument: Argument & { readonly kind: "string" },
  { call }: Place,
  report: Report,
  { text }: Scope,
): void {
  let most: number | undefined;
  let checked = 0;
  let count = 0;
  for (const reference of referencesIn(argument.value)) {
    if (checked === 0) most = captureCount(call);
    if (++checked > maxChecked) break;
    if (reference.form === "reference") count++;
    const { start, written } = reference;
    const end = stringOffset(text, argument, start + written.length);
    const span = { start: stringOffset(text, argument, start), end };
    const found = wrongReference(reference, most, call);
    if (!found) continue;
    const { message, suggested } = found;
    const fixes = suggested ? [likelyFix(`Use '${suggested}'`, [replace(span, suggested)])] : [];
    report(span, message, { severity: "warning", fixes });
  }
  if (count <= maxReplaceReferences) return;
  const limit = `'${call.name}' allows at most ${maxReplaceReferences} references such as \${1}`;
  report(argument, `${limit}, found ${thousands(count)}.`);
}

interface WrongReference {
  readonly message: string;
  readonly suggested?: string;
}

function wrongReference(
  { form, group, written }: Reference,
  most: number | undefined,
  call: Call,
): WrongReference | undefined {
  const isTooHigh = most !== undefined && group !== undefined && group > most;
  if (form === "reference") {
    return isTooHigh
      ? { message: `'${written}' is always empty: ${patternHas(most, call)}.` }
      : undefined;
  }
  const plain = written.startsWith("$") ? "'$$' for a dollar sign" : undefined;
  if (form === "unfinished")
    return { message: `'\${' starts a reference such as '\${1}'. Use ${plain}.` };
  const wrong = `'${written}' is not a reference`;
  if (form === "named")
    return { message: `${wrong}: groups are numbered. Use a number, as in '\${1}'.` };
  if (isTooHigh) {
    return { message: `${wrong}, and ${patternHas(most, call)}.${plain ? ` Use ${plain}.` : ""}` };
  }
  const suggested = `\${${group}}`;
  return { message: `${wrong}. Use '${suggested}'${plain ? `, or ${plain}` : ""}.`, suggested };
}

/** Bounds the work for hostile replacements. */
const maxChecked = 100;

function patternHas(most: number, { name }: Call): string {
  const what = name === "regex_replace" ? "group" : "star";
  const has = most === 0 ? `no ${what}` : most === 1 ? `one ${what}` : `${most} ${what}s`;
  return `the pattern has ${has}`;
}

function rightField(
  argument: Argument,
  { call, parameter }: Place,
  report: Report,
  { text }: Scope,
): void {
  const { fields } = parameter;
  if (!fields || (argument.kind === "field" && fields.includes(argument.name))) return;
  const needs = `'${parameter.name}' of '${call.name}' must be ${alternatives(fields)}`;
  const written = shorten(text.slice(argument.start, argument.end));
  report(argument, `${needs}, found ${written}.`);
}

/** Functions with a start and an end, or a seed. */
const ends: Readonly<Record<string, (call: Call, report: Report) => void>> = {
  substring({ args: [, start, end] }, report) {
    if (start?.kind !== "integer" || end?.kind !== "integer" || end.value > start.value) return;
    // Negative numbers count from the end, so only numbers of the same sign can be compared.
    if (start.value < 0n !== end.value < 0n) return;
    report(
      end,
      `This substring is always empty: it starts at ${start.value} and ends at ${end.value}.`,
      { severity: "warning" },
    );
  },
  hash_in_range({ args: [least, most, seed] }, report) {
    if (seed?.kind === "string")
      report(
        seed,
        "A constant seed always gives the same number. Use a field, such as cf.ray_id.",
        {
          severity: "warning",
        },
      );
    if (least?.kind !== "integer" || most?.kind !== "integer" || least.value <= most.value) return;
    report(most, `No number is at least ${least.value} and at most ${most.value}.`, {
      severity: "warning",
    });
  },
  bit_slice({ args: [, start, end] }, report) {
    if (start?.kind !== "integer" || end?.kind !== "integer") return;
    const bits = end.value - start.value;
    if (bits > 0n && bits <= maxSlicedBits) return;
    report(
      end,
      bits > 0n
        ? `'bit_slice' returns at most ${maxSlicedBits} bits, but ${start.value} to ${end.value} is ${bits} bits. The third argument is the end, not the length.`
        : `This slice is always empty: it starts at ${start.value} and ends at ${end.value}. The third argument is the end, not the length.`,
    );
  },
};
