import type { Request } from "../../server/src/cfrule/evaluation/value.ts";
import { detailNames, type EngineRequest } from "../support/programs/engine.ts";
import type { Random } from "./random.ts";

const texts = [
  "",
  "a",
  "A",
  "b",
  "ab",
  "aB",
  "aa",
  "example.com",
  "EXAMPLE.com",
  "/a/b",
  "é",
  "😀",
  "a b",
  "a\nb",
  "*",
  "xay",
  "Ax",
];
const addresses = [
  "1.2.3.4",
  "1.2.3.5",
  "10.0.0.1",
  "0.0.0.0",
  "255.255.255.255",
  "::1",
  "2001:db8::1",
  "::ffff:1.2.3.4",
  "12.0.0.0",
];

/** A request with few different values, so that comparisons are often true. */
export function makeRequest(random: Random): EngineRequest {
  const some = (names: readonly string[], value: () => string) =>
    Object.fromEntries(names.filter(() => random.chance(0.6)).map((name) => [name, value()]));
  const text = () => random.pick(texts);
  const plain = () => random.pick(["a", "b", "ab", "example.com", "x-y"]);
  return {
    ip: random.pick(addresses),
    method: random.pick(["GET", "POST", "a"]),
    host: text(),
    path: random.pick(["/a/b", "/", "a", "b"]),
    headers: some(["x-a", "x-b"], plain),
    local: some(["a", "b", "c", "é"], text),
    details: details(random),
  };
}

/** The request in the form of our evaluator. */
export function asFields(request: EngineRequest): Request {
  const found = Object.entries(detailNames).flatMap(([field, name]) =>
    name in request.details ? [[field, request.details[name]]] : [],
  );
  return {
    "ip.src": request.ip,
    "http.request.method": request.method,
    "http.host": request.host,
    "http.request.uri.path": request.path,
    "http.request.headers": request.headers,
    "http.request.cookie": {},
    "http.request.uri.args": {},
    local: request.local,
    ...Object.fromEntries(found),
  };
}

function details(random: Random): EngineRequest["details"] {
  const known = Object.entries(detailNames).filter(() => random.chance(0.7));
  return Object.fromEntries(
    known.map(([, name]) => [
      name,
      name.startsWith("is_") ? random.chance(0.5) : random.pick(["a", "A", "US"]),
    ]),
  );
}
