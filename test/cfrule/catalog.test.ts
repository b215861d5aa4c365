import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unavailableIn } from "../../server/src/cfrule/catalog/availability.ts";
import {
  counterpart,
  type Field,
  fieldNamed,
  fields,
} from "../../server/src/cfrule/catalog/fields.ts";
import { functionNamed, functions } from "../../server/src/cfrule/catalog/functions.ts";
import {
  isListName,
  listKinds,
  managedListNamed,
  managedLists,
  managedPrefix,
} from "../../server/src/cfrule/catalog/lists.ts";
import {
  comparisonBySpelling,
  comparisons,
  logicalBySpelling,
  logicals,
  operatorMeaning,
} from "../../server/src/cfrule/catalog/operators.ts";
import { phaseNamed, phases } from "../../server/src/cfrule/catalog/phases.ts";
import { planCovers, planNamed, planPhrase } from "../../server/src/cfrule/catalog/plans.ts";
import { schemeWith, serviceScheme } from "../../server/src/cfrule/catalog/scheme.ts";
import {
  acceptedName,
  fewestArguments,
  mostArguments,
  parameterAt,
  returnType,
  signatureOf,
  takesType,
} from "../../server/src/cfrule/catalog/signature.ts";
import {
  arrayOf,
  booleanType,
  integerType,
  ipType,
  mapOf,
  parseTypeName,
  sameType,
  stringType,
  type Type,
  typeName,
} from "../../server/src/cfrule/catalog/type.ts";
import { type Vocabulary, vocabularies } from "../../server/src/vocabulary/vocabularies.ts";

const strings = arrayOf(stringType);

describe("types", () => {
  const anyType = fc.letrec<{ type: Type }>((tie) => ({
    type: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(booleanType, integerType, stringType, ipType),
      tie("type").map(arrayOf),
      tie("type").map(mapOf),
    ),
  })).type;

  test("a name includes the whole type", () => {
    fc.assert(
      fc.property(anyType, (type) => {
        assert.equal(parseTypeName(typeName(type)), type);
      }),
      { seed: 7 },
    );
  });

  test("types have unique names", () => {
    fc.assert(
      fc.property(anyType, anyType, (a, b) => {
        assert.equal(sameType(a, b), typeName(a) === typeName(b));
      }),
      { seed: 7 },
    );
  });

  test("types created by hand are compared structurally", () => {
    const byHand: Type = { kind: "Map", of: { kind: "Array", of: { kind: "String" } } };
    expect(sameType(byHand, mapOf(strings))).toBe(true);
    expect(sameType(byHand, mapOf(arrayOf(integerType)))).toBe(false);
  });

  test.each([
    ["String", "String"],
    ["Bytes", "String"],
    ["string", "String"],
    ["Bool", "Boolean"],
    ["Int", "Integer"],
    ["Number", "Integer"],
    ["Ip", "IP"],
    ["IP address", "IP"],
    [" Map< Array<Bytes> > ", "Map<Array<String>>"],
    ["Array<IP address>", "Array<IP>"],
  ])("'%s' is %s", (spelling, name) => {
    const type = parseTypeName(spelling);
    expect(type && typeName(type)).toBe(name);
  });

  test.each(["", "Float", "Array", "Array<>", "Map<String", "List<String>", "Array<".repeat(1e5)])(
    "rejects '%.20s'",
    (spelling) => {
      expect(parseTypeName(spelling)).toBeUndefined();
    },
  );
});

describe("fields", () => {
  test("are complete and unique", () => {
    expect(fields).toHaveLength(246);
    expect(new Set(fields.map((it) => it.name)).size).toBe(246);
  });

  test.each(fields.map((it) => [it.name, it] as const))("%s", (name, field) => {
    expect(name).toMatch(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/);
    checkSentence(field.doc, name);
    if (field.note !== undefined) checkSentence(field.note, name);
    if (field.example !== undefined) expect(field.example).toContain(name);
    checkDomain(field);
  });

  test("have unique descriptions", () => {
    const docs = fields.map((it) => it.doc);
    expect(docs).toEqual([...new Set(docs)]);
  });

  test("that are deprecated name a replacement of the same type", () => {
    const old = fields.filter((it) => it.deprecated !== undefined);
    expect(old).toHaveLength(6);
    for (const field of old) {
      const successor = fieldNamed(field.deprecated ?? "");
      expect(successor?.type).toBe(field.type);
      expect(successor?.deprecated).toBeUndefined();
      expect(successor?.plan).toBe(field.plan);
      expect(successor?.vocabulary).toBe(field.vocabulary);
    }
  });

  test("that are raw have a normalized counterpart of the same type, and vice versa", () => {
    const raw = fields.filter((it) => it.name.startsWith("raw."));
    expect(raw).toHaveLength(14);
    for (const field of raw) {
      const other = counterpart(field);
      expect(other?.type).toBe(field.type);
      expect(other && counterpart(other)).toBe(field);
    }
  });

  function checkDomain(field: Field): void {
    const element = innermost(field.type);
    if (field.range || field.constant !== undefined) expect(element).toBe(integerType);
    if (field.range) expect(field.range[0]).toBeLessThan(field.range[1]);
    if (field.closed) expect(field.vocabulary).toBeDefined();
    if (field.letters) expect(element).toBe(stringType);
    if (field.keys) expect(field.type.kind).toBe("Map");
    if (!field.vocabulary || !field.letters) return;
    for (const value of vocabularies[field.vocabulary].values.keys()) {
      expect(value).toBe(field.letters === "lower" ? value.toLowerCase() : value.toUpperCase());
    }
  }
});

describe("functions", () => {
  test("are complete and unique", () => {
    expect(functions).toHaveLength(39);
    expect(new Set(functions.map((it) => it.name)).size).toBe(39);
  });

  test.each(functions.map((it) => [it.name, it] as const))("%s", (name, callee) => {
    checkSentence(callee.doc, name);
    if (callee.note !== undefined) checkSentence(callee.note, name);
    expect(callee.example).toContain(`${name}(`);
    for (const other of callee.onceAmong ?? []) expect(functionNamed(other)).toBeDefined();
    callee.parameters.forEach((parameter, index) => {
      checkSentence(parameter.doc, parameter.name);
      for (const field of parameter.fields ?? []) expect(fieldNamed(field)).toBeDefined();
      if (parameter.variadic) expect(index).toBe(callee.parameters.length - 1);
      if (!parameter.optional) {
        expect(callee.parameters.slice(0, index).every((it) => !it.optional)).toBe(true);
      }
    });
  });

  test("the quantifiers are any and all", () => {
    const quantifiers = functions.filter((it) => it.quantifier).map((it) => it.name);
    expect(quantifiers).toEqual(["all", "any"]);
  });

  test.each([
    ["len", 1, 1],
    ["concat", 2, 32],
    ["lookup_json_string", 2, Number.POSITIVE_INFINITY],
    ["is_timed_hmac_valid_v0", 4, 6],
    ["split", 3, 3],
  ])("%s needs %i to %d arguments", (name, fewest, most) => {
    const callee = called(name);
    expect(fewestArguments(callee)).toBe(fewest);
    expect(mostArguments(callee)).toBe(most);
    expect(parameterAt(callee, 0)).toBeDefined();
    expect(parameterAt(callee, 9) !== undefined).toBe(most > 9);
  });

  test("later arguments have the type of the first", () => {
    const [first, rest] = called("concat").parameters;
    if (!first || !rest) throw new Error("concat has two parameters");
    expect(takesType(first, strings, undefined)).toBe(true);
    expect(takesType(first, integerType, undefined)).toBe(false);
    expect(takesType(rest, strings, strings)).toBe(true);
    expect(takesType(rest, stringType, strings)).toBe(false);
    expect(returnType(called("concat"), strings)).toBe(strings);
    expect(acceptedName(first)).toBe("String or Array");
  });

  test("a value to find has the type of the elements", () => {
    const [collection, value] = called("has_value").parameters;
    if (!collection || !value) throw new Error("has_value has two parameters");
    expect(takesType(collection, mapOf(strings), undefined)).toBe(false);
    expect(takesType(collection, mapOf(integerType), undefined)).toBe(true);
    expect(takesType(value, integerType, arrayOf(integerType))).toBe(true);
    expect(takesType(value, stringType, arrayOf(integerType))).toBe(false);
  });

  test.each([
    ["split", "split(input: String, separator: String, limit: Integer): Array<String>"],
    [
      "concat",
      "concat(first: String or Array, …rest: the type of the first argument): the type of the first argument",
    ],
    ["substring", "substring(field: String, start: Integer, end?: Integer): String"],
  ])("the signature of %s", (name, signature) => {
    expect(signatureOf(called(name))).toBe(signature);
  });

  function called(name: string) {
    const callee = functionNamed(name);
    if (!callee) throw new Error(`No function '${name}'`);
    return callee;
  }
});

describe("operators", () => {
  test("every spelling belongs to one operator", () => {
    const spellings = [...comparisons, ...logicals].flatMap((it) => [it.name, ...it.symbols]);
    expect(spellings).toEqual([...new Set(spellings)]);
    for (const it of comparisons) expect(comparisonBySpelling(it.name)).toBe(it);
    expect(comparisonBySpelling("~")?.name).toBe("matches");
    expect(logicalBySpelling("^^")?.name).toBe("xor");
    expect(comparisonBySpelling("EQ")).toBeUndefined();
  });

  test("a longer spelling comes before its prefix", () => {
    const spellings = comparisons.flatMap((it) => [it.name, ...it.symbols] as string[]);
    for (const [index, spelling] of spellings.entries()) {
      expect(spellings.slice(index + 1).filter((it) => it.startsWith(spelling))).toEqual([]);
    }
  });

  test("opposites are mutual", () => {
    for (const it of comparisons) {
      const opposite = "opposite" in it ? comparisonBySpelling(it.opposite) : undefined;
      if (opposite) expect(opposite.opposite).toBe(it.name);
    }
  });

  test.each([...comparisons, ...logicals].map((it) => [it.name, it] as const))(
    "%s",
    (name, operator) => {
      checkSentence(operator.doc, name);
    },
  );

  test.each([
    ["=", "comparison", "eq", false],
    ["===", "comparison", "eq", false],
    ["<>", "comparison", "ne", false],
    ["EQ", "comparison", "eq", false],
    ["AND", "logical", "and", false],
    ["Or", "logical", "or", false],
    ["|", "logical", "or", false],
    ["not in", "comparison", "in", true],
    ["!~", "comparison", "matches", true],
    ["not eq", "comparison", "ne", false],
    ["! contains", "comparison", "contains", true],
    ["starts_with", "function", "starts_with", false],
    ["does not end with", "function", "ends_with", true],
  ])("'%s' means the %s '%s'", (written, kind, name, negated) => {
    expect(operatorMeaning(written)).toEqual({ kind, name, negated });
  });

  test("unknown spellings have no meaning", () => {
    expect(operatorMeaning("constructor")).toBeUndefined();
    expect(operatorMeaning("")).toBeUndefined();
  });

  test("foreign spellings are not part of the language", () => {
    for (const it of comparisons) {
      for (const written of [...it.alsoWritten, ...it.negationWritten]) {
        expect(comparisonBySpelling(written), written).toBeUndefined();
        expect(written).toBe(written.toLowerCase());
      }
    }
  });
});

describe("lists", () => {
  test("five are managed by the service", () => {
    expect(managedLists).toHaveLength(5);
    for (const list of managedLists) {
      expect(list.name.startsWith(managedPrefix)).toBe(true);
      checkSentence(list.doc, list.name);
      expect(managedListNamed(list.name)).toBe(list);
    }
  });

  test("their fields have the type of the list", () => {
    expect(fieldNamed(listKinds.hostname.field)?.type.kind).toBe(listKinds.hostname.holds);
    expect(fieldNamed(listKinds.asn.field)?.type.kind).toBe(listKinds.asn.holds);
  });

  test.each([
    ["office_ips", true],
    ["a".repeat(50), true],
    ["a".repeat(51), false],
    ["Office", false],
    ["office-ips", false],
    ["cf.vpn", false],
    ["", false],
  ])("'%s' can be a name: %s", (name, can) => {
    expect(isListName(name)).toBe(can);
  });
});

describe("phases and plans", () => {
  test("each phase has a description", () => {
    expect(phases).toHaveLength(28);
    for (const phase of phases) checkSentence(phase.doc, phase.name);
  });

  test.each([
    ["http.response.code", "http_request_firewall_custom", "response"],
    ["http.response.code", "http_response_headers_transform", undefined],
    ["http.response.code", "http_ratelimit", undefined],
    ["http.request.body.raw", "http_request_transform", "body"],
    ["http.request.body.raw", "http_request_firewall_custom", undefined],
    ["cf.response.error_type", "http_response_compression", "phase"],
    ["tcp.dstport", "http_request_firewall_custom", "phase"],
    ["tcp.dstport", "magic_transit", undefined],
    ["dns.qry.name", "http_request_firewall_custom", "product"],
    ["http.host", "http_request_firewall_custom", undefined],
  ])("%s in %s: %s", (field, phase, reason) => {
    const known = { field: fieldNamed(field), phase: phaseNamed(phase) };
    if (!known.field || !known.phase) throw new Error("Both are in the catalog");
    expect(unavailableIn(known.field, known.phase)).toBe(reason);
  });

  test("a plan includes the smaller ones", () => {
    expect(planNamed("Business")).toBe("business");
    expect(planNamed("gold")).toBeUndefined();
    expect(planCovers("enterprise", "pro")).toBe(true);
    expect(planCovers("free", "pro")).toBe(false);
    expect(planPhrase("pro")).toBe("the Pro plan or above");
    expect(planPhrase("enterprise", "Bot Management")).toBe(
      "the Enterprise plan with Bot Management",
    );
  });
});

describe("schemes", () => {
  test("the service's scheme has the whole catalog", () => {
    expect(serviceScheme.fieldNames).toHaveLength(246);
    expect(serviceScheme.functionNames).toHaveLength(39);
    expect(serviceScheme.field("ip.src")?.type).toBe(ipType);
    expect(serviceScheme.function("lower")?.returns).toBe(stringType);
    expect(serviceScheme.field("constructor")).toBeUndefined();
    expect(serviceScheme.function("toString")).toBeUndefined();
  });

  test("fields of a workspace take precedence", () => {
    const extra = { "cf.brand.new": "String", "ip.src.asnum": "Bytes", "cf.odd": "Float" };
    const scheme = schemeWith(extra);
    expect(scheme.field("cf.brand.new")?.type).toBe(stringType);
    expect(scheme.field("ip.src.asnum")?.type).toBe(stringType);
    expect(scheme.field("cf.odd")).toBeUndefined();
    expect(scheme.fieldNames).toHaveLength(247);
    expect(schemeWith(extra)).toBe(scheme);
    expect(schemeWith({})).toBe(serviceScheme);
  });
});

test("every value of a vocabulary has a meaning", () => {
  for (const [name, { noun, values }] of Object.entries<Vocabulary>(vocabularies)) {
    expect(noun, name).not.toBe("");
    for (const meaning of values.values()) expect(meaning, name).not.toBe("");
  }
});

function checkSentence(text: string, name: string): void {
  expect(text).toMatch(/^[A-Z0-9'].*\.$/);
  expect(text).not.toBe(`${name}.`);
}

function innermost(type: Type): Type {
  return type.kind === "Array" || type.kind === "Map" ? innermost(type.of) : type;
}

describe("since June 2026", () => {
  const unavailable = (phase: string, names: readonly string[]) =>
    names.filter((it) => unavailableIn(fieldNamed(it) as Field, phaseNamed(phase) as never));

  test("arrays about detections, bots and attackers", () => {
    const added = fields.filter((it) =>
      /^cf\.(?:appsec|intel)\.|^cf\.bot_management\.tags$/.test(it.name),
    );
    expect(added.map((it) => typeName(it.type))).toEqual(Array(7).fill("Array<String>"));
    // Empty, and never missing.
    expect(fieldNamed("cf.appsec.request.failed_detections")?.optional).toBeUndefined();
  });

  test("failed detections are known in three phases", () => {
    const name = "cf.appsec.request.failed_detections";
    const found = phases.filter((it) => !unavailableIn(fieldNamed(name) as Field, it));
    expect(found.map((it) => it.name)).toEqual([
      "http_ratelimit",
      "http_request_firewall_custom",
      "http_request_late_transform",
    ]);
  });

  test("cache rules know bots and AS numbers", () => {
    const names = fields.flatMap(({ name }) =>
      name.startsWith("cf.bot_management.") || name === "ip.src.asnum" ? [name] : [],
    );
    expect(names.length).toBeGreaterThan(9);
    expect(unavailable("http_request_cache_settings", names)).toEqual([]);
  });

  test("functions of all plans are no longer doubtful, unlike the expiration time of tokens", () => {
    for (const name of ["coalesce", "hash_in_range"])
      expect(functionNamed(name)).not.toMatchObject({ standing: expect.anything() });
    const doubtful = fields.filter((it) => it.name.startsWith("http.request.jwt.claims.exp.sec"));
    expect(doubtful.map((it) => it.standing)).toEqual(Array(3).fill("unverified"));
  });
});
