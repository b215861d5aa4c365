import { expect, test } from "vitest";
import { serviceScheme } from "../../../server/src/cfrule/catalog/scheme.ts";
import { compileRule } from "../../../server/src/cfrule/evaluation/evaluate.ts";
import { explainer } from "../../../server/src/cfrule/evaluation/explain.ts";
import { readRequest } from "../../../server/src/cfrule/requests/read.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";

const names = "http.request.headers.names";
const withHeader = 'GET https://example.com/ http.request.headers["X-Debug"]=1';
const in1 = `${withHeader} http.request.version=HTTP/1.1`;
const in2 = `${withHeader} http.request.version=HTTP/2`;
const lowercase = withHeader.replace("X-Debug", "x-debug");

test.each([
  [withHeader, `any(${names}[*] eq "x-debug")`, "undetermined"],
  [withHeader, `any(${names}[*] eq "X-Debug")`, "undetermined"],
  [withHeader, `any(lower(${names}[*])[*] eq "x-debug")`, true],
  [withHeader, `any(${names}[*] eq "x-other")`, false],
  [withHeader, `len(${names}) eq 2`, true],
  [withHeader, `not any(${names}[*] eq "x-debug") and ssl`, "undetermined"],
  [withHeader, `any(${names}[*] in {"x-debug" "X-Debug"})`, true],
  [in1, `any(${names}[*] eq "x-debug")`, false],
  [in1, `any(${names}[*] eq "X-Debug")`, true],
  [in1, `any(${names}[*] eq "host")`, "undetermined"],
  [in2, `any(${names}[*] eq "x-debug")`, true],
  [in2, `any(${names}[*] eq "X-Debug")`, false],
  [in2, `any(${names}[*] eq "host")`, true],
  [in2.replace("/2", "/3"), `any(${names}[*] eq "host")`, true],
  [lowercase, `any(${names}[*] eq "x-debug")`, true],
  [lowercase, `any(${names}[*] eq "X-Debug")`, false],
])("names of headers have the case as sent in HTTP/1: %s, %s", (line, text, expected) => {
  const { request, problems } = readRequest(line, serviceScheme);
  expect(problems).toEqual([]);
  if (!request) return;
  const { root } = parse(text);
  const rule = compileRule(root);
  expect(rule.outcome(request)).toBe(expected);
  expect(rule.missed(request)).toEqual(expected === "undetermined" ? ["http.request.version"] : []);
  const { facts } = explainer(root, {})(request);
  expect(facts.join()).not.toContain("unknown");
});
