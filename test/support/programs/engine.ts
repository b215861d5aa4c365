import type { Field } from "../../../server/src/cfrule/catalog/fields.ts";
import type { RuleFunction } from "../../../server/src/cfrule/catalog/functions.ts";
import { type Scheme, schemeOf } from "../../../server/src/cfrule/catalog/scheme.ts";
import {
  booleanType,
  integerType,
  ipType,
  mapOf,
  stringType,
  type Type,
} from "../../../server/src/cfrule/catalog/type.ts";

/** The rule engine, compiled to WebAssembly in an npm package that uses it for another purpose. */
export interface Engine {
  judge(expression: string, request: EngineRequest): Verdict;
  /** How many of some expressions match. It reads them again at each call, and takes ten at most. */
  count(expressions: readonly string[], request: EngineRequest): number;
}

export const mostExpressions = 10;

export type Verdict = "refused" | "undetermined" | boolean;

/** The request from which the package derives the engine's fields. */
export interface EngineRequest {
  readonly ip: string;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly local: Readonly<Record<string, string>>;
  /** The result of looking up the address. Omitted values are missing. */
  readonly details: Readonly<Record<string, string | boolean>>;
}

/** The maximum length of an expression in the package, in bytes. */
export const longestExpression = 1024;

/** The fields that come from the lookup, with their names there. */
export const detailNames = {
  "ip.src.country": "country",
  "ip.src.city": "city",
  "ip.src.asnum": "asn",
  "ip.src.vpn": "is_vpn",
  "ip.src.tor": "is_tor",
  "ip.src.relay": "is_relay",
  "ip.src.proxy": "is_proxy",
  "ip.src.hosting": "is_hosting",
} as const;

const strings = mapOf(stringType);

const types: Readonly<Record<string, Type>> = {
  "http.host": stringType,
  "http.request.method": stringType,
  "http.request.uri.path": stringType,
  "http.request.headers": strings,
  "http.request.cookie": strings,
  "http.request.uri.args": strings,
  local: strings,
  "ip.src": ipType,
  "ip.src.accuracy_radius": stringType,
  "ip.src.asnum": stringType,
  "ip.src.asnum.country": stringType,
  "ip.src.asnum.domain": stringType,
  "ip.src.asnum.name": stringType,
  "ip.src.asnum.type": stringType,
  "ip.src.city": stringType,
  "ip.src.continent": stringType,
  "ip.src.continent.name": stringType,
  "ip.src.country": stringType,
  "ip.src.country.name": stringType,
  "ip.src.crawler": booleanType,
  "ip.src.crawler.name": stringType,
  "ip.src.hosting": booleanType,
  "ip.src.lat": stringType,
  "ip.src.lon": stringType,
  "ip.src.mobile": booleanType,
  "ip.src.postal_code": stringType,
  "ip.src.proxy": booleanType,
  "ip.src.region": stringType,
  "ip.src.relay": booleanType,
  "ip.src.service": stringType,
  "ip.src.timezone.name": stringType,
  "ip.src.tor": booleanType,
  "ip.src.vpn": booleanType,
};

const fields: readonly Field[] = Object.entries(types).map(([name, type]) => ({
  name,
  type,
  doc: "",
}));

const functions: readonly RuleFunction[] = (
  [
    ["len", integerType],
    ["lower", stringType],
    ["upper", stringType],
  ] as const
).map(([name, returns]) => ({
  name,
  returns,
  parameters: [{ name: "value", types: [stringType], fieldOnly: true, doc: "" }],
  ...(name === "len" ? { missing: "skipped" as const } : undefined),
  doc: "",
  example: "",
}));

export const engineScheme: Scheme = schemeOf(fields, functions);

export async function startEngine(): Promise<Engine> {
  let details: EngineRequest["details"] = {};
  const unknown = () => "unknown" as const;
  // Loaded on demand, because compiling it takes a second.
  const { initializeWasm } = await import("@arcjet/analyze-wasm");
  const wasm = await initializeWasm({
    "arcjet:js-req/bot-identifier": { detect: () => [] },
    "arcjet:js-req/email-validator-overrides": {
      isFreeEmail: unknown,
      isDisposableEmail: unknown,
      hasMxRecords: unknown,
      hasGravatar: unknown,
    },
    "arcjet:js-req/filter-overrides": { ipLookup: () => JSON.stringify(details) },
    "arcjet:js-req/sensitive-information-identifier": { detect: () => [] },
    "arcjet:js-req/verify-bot": { verify: () => "unverifiable" },
  });
  if (!wasm) throw new Error("The engine did not start.");
  const match = (expressions: readonly string[], request: EngineRequest) => {
    const { local, details: found, ...rest } = request;
    details = found;
    const asked = JSON.stringify({ ...rest, cookies: "", query: "", protocol: "https:" });
    return wasm.matchFilters(asked, JSON.stringify(local), [...expressions], true);
  };
  return {
    count: (expressions, request) => match(expressions, request).matchedExpressions.length,
    judge(expression, request) {
      try {
        const result = match([expression], request);
        if (result.undeterminedExpressions.length > 0) return "undetermined";
        return result.matchedExpressions.length > 0;
      } catch (error) {
        if (String((error as Error).message ?? error).includes("parsing error")) return "refused";
        throw error;
      }
    },
  };
}
