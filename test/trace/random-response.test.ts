// A second evaluator for what comes back: cache response rules, custom errors, response headers and compression.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type RulesetBody, rulesetsOf, traceOf } from "./support.ts";

type Headers = Record<string, readonly string[]>;

const algorithms = [["gzip"], ["brotli", "gzip"], ["zstd", "auto"], ["none"], ["zstd"]] as const;
const encodings: Readonly<Record<string, string>> = { gzip: "gzip", brotli: "br", zstd: "zstd" };

const page = fc.record(
  {
    from: fc.constantFrom(200, 404, 500),
    status_code: fc.constantFrom(503, 520),
    content_type: fc.constantFrom("text/plain", "application/json"),
  },
  { requiredKeys: ["from"] },
);

const made = fc.record({
  isBlocked: fc.boolean(),
  block: fc.option(
    fc.record({
      status_code: fc.constantFrom(404, 418),
      content_type: fc.constantFrom("text/plain", "text/xml"),
    }),
    { nil: undefined },
  ),
  status: fc.constantFrom(200, 404, 502),
  accepts: fc.constantFrom("", "gzip", "br, gzip", "br;q=0, zstd"),
  isFixed: fc.boolean(),
  strips: fc.array(fc.constantFrom("strip_etags", "strip_set_cookie", "strip_last_modified"), {
    maxLength: 2,
  }),
  zone: fc.array(page, { maxLength: 2 }),
  account: fc.array(page, { maxLength: 2 }),
  changes: fc.array(
    fc.record({
      name: fc.constantFrom("a", "B", "etag", "content-type"),
      operation: fc.constantFrom("set", "add", "remove"),
      value: fc.constantFrom("1", "2", ""),
      code: fc.constantFrom(undefined, 404, 520),
    }),
    { maxLength: 4 },
  ),
  compress: fc.array(fc.constantFrom(...algorithms), { maxLength: 3 }),
});
type Made = typeof made extends fc.Arbitrary<infer It> ? It : never;

const sent: Readonly<Headers> = { etag: ["e"], "set-cookie": ["c"], a: ["0"] };

/** The status and the headers that the client gets. */
function expected(it: Made): { readonly status: number; readonly headers: Headers } {
  const { isBlocked, block, account, zone } = it;
  let status = isBlocked ? (block?.status_code ?? 403) : it.status;
  let headers: Headers = { ...sent, ...(it.isFixed && { "cache-control": ["no-transform"] }) };
  if (isBlocked) headers = block ? { "content-type": [block.content_type] } : {};
  else {
    for (const one of it.strips)
      delete headers[one.slice("strip_".length).replace("_", "-").replace("etags", "etag")];
    const found = [...zone, ...account].find((one) => status >= 400 && status >= one.from);
    if (found) {
      status = found.status_code ?? status;
      headers["content-type"] = [found.content_type ?? "text/html"];
    }
  }
  for (const { name, operation, value, code } of it.changes) {
    if (code !== undefined && code !== status) continue;
    const key = name.toLowerCase();
    const isAdded = operation === "add";
    if (isAdded && value !== "") headers[key] = [...(headers[key] ?? []), value];
    else if (operation === "set" && value !== "") headers[key] = [value];
    else if (!isAdded) delete headers[key];
  }
  const last = it.compress.at(-1);
  if (last && !headers["cache-control"]) {
    const accepted = it.accepts.split(", ").filter((one) => !one.includes("q=0"));
    const chosen = last.find(
      (one) => one === "auto" || one === "none" || accepted.includes(encodings[one] ?? ""),
    );
    const encoding = encodings[chosen ?? ""];
    if (encoding !== undefined) headers["content-encoding"] = [encoding];
  }
  return { status, headers };
}

function bodies(it: Made): readonly RulesetBody[] {
  const errors = (kind: string, pages: Made["zone"]) => ({
    ...{ phase: "http_custom_errors", kind },
    rules: pages.map(({ from, ...parameters }) => ({
      ...{ expression: `http.response.code ge ${from}`, action: "serve_error" },
      action_parameters: { ...parameters, content: "x" },
    })),
  });
  const block = it.block && { action_parameters: { response: { ...it.block, content: "x" } } };
  return [
    {
      phase: "http_request_firewall_custom",
      rules: it.isBlocked ? [{ expression: "true", action: "block", ...block }] : [],
    },
    {
      phase: "http_response_cache_settings",
      rules: it.strips.map((name) => ({
        ...{ expression: "true", action: "set_cache_settings" },
        action_parameters: { [name]: true },
      })),
    },
    errors("root", it.account),
    errors("zone", it.zone),
    {
      phase: "http_response_headers_transform",
      rules: it.changes.map(({ name, code, operation, value }) => ({
        expression: code === undefined ? "true" : `http.response.code eq ${code}`,
        action: "rewrite",
        action_parameters: {
          headers: { [name]: { operation, ...(operation !== "remove" && { value }) } },
        },
      })),
    },
    {
      phase: "http_response_compression",
      rules: it.compress.map((names) => ({
        ...{ expression: "true", action: "compress_response" },
        action_parameters: { algorithms: names.map((name) => ({ name })) },
      })),
    },
  ];
}

test("any rules about responses", () => {
  fc.assert(
    fc.property(made, (it) => {
      const { outcome } = traceOf(rulesetsOf(...bodies(it)), "GET https://example.com/", {
        headers: it.accepts === "" ? [] : [`accept-encoding: ${it.accepts}`],
        response: {
          status: it.status,
          headers: new Map(
            Object.entries({ ...sent, ...(it.isFixed && { "cache-control": ["no-transform"] }) }),
          ),
        },
      });
      expect(outcome.kind).toBe(it.isBlocked ? "block" : "origin");
      const { status, headers = {} } = outcome.response ?? {};
      const lists = Object.entries(headers).map(([name, all]) => [name, [all].flat()]);
      expect({ status, headers: Object.fromEntries(lists) }).toEqual(expected(it));
    }),
    { numRuns: Number(process.env.WEIR_TRACE_RUNS ?? 80) },
  );
});
