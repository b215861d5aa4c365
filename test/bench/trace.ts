import { configurationIn, defaultContext, tracedRequest } from "../../server/src/languages.ts";
import { Tracer } from "../../server/src/trace/trace.ts";
import { type EngineRequest, startEngine } from "../support/programs/engine.ts";
import { pairOf, type Row, timeOf, withinRow } from "./measure.ts";

const requestCount = 10_000;
const ruleCount = 200;
/** The engine gets every 100th request, because it takes minutes for all of them: it reads an expression again for each request. */
const share = 100;

/** One for each kind of comparison, with fields that both the service and the engine's small scheme have. */
const conditions: readonly ((index: number) => string)[] = [
  (it) => `http.request.uri.path contains "/checkout/${it}"`,
  (it) => `http.request.method in {"POST" "PUT"} and http.host eq "h${it}.example.com"`,
  (it) => `ip.src in {198.51.100.${it} 203.0.113.${it}/32 2001:db8:${it}::/48}`,
  (it) => `lower(http.request.uri.path) eq "/health/${it}"`,
  (it) => `http.request.uri.path wildcard "/api/*/orders/${it}"`,
  (it) => `http.request.uri.path matches "^/api/v[0-9]+/${it}/"`,
  (it) => `http.host ne "www.example.org" and not http.request.uri.path contains "/public/${it}"`,
  (it) =>
    `(ip.src eq 192.0.2.${it} or http.request.method eq "GET") and http.host contains "${it}"`,
];

const rules = Array.from({ length: ruleCount }, (_, index) => ({
  ref: `r${index}`,
  expression: conditions[index % conditions.length]?.(index) ?? "",
  action: "log",
}));

const requests = Array.from({ length: requestCount }, (_, index): EngineRequest => {
  const number = index % 300;
  const paths = ["/", `/checkout/${number}`, `/api/v2/orders/${number}`, `/api/v1/${number}/x`];
  return {
    ip: `192.0.2.${index % 250}`,
    method: index % 3 === 0 ? "POST" : "GET",
    host: index % 2 === 0 ? "www.example.org" : `h${index % ruleCount}.example.com`,
    path: paths[(index % 7) % paths.length] ?? "/",
    headers: {},
    local: {},
    details: {},
  };
});

/** Many requests through many rules, compared with the engine that evaluates the rules one by one. */
export async function traceRows(): Promise<Row[]> {
  const engine = await startEngine();
  const some = requests.filter((_, index) => index % share === 0);
  const [ours, theirs] = [matchesOfTrace(some), matchesOfEngine(some)];
  if (ours !== theirs || ours === 0)
    throw new Error(`${ours} rules match in the trace, but ${theirs} in the engine.`);
  const pair = pairOf(
    [await timeOf(() => matchesOfTrace(requests))],
    [share * (await timeOf(() => matchesOfEngine(some)))],
  );
  const name = "weir trace, 10,000 requests through 200 rules";
  return [withinRow(`${name}, beside the engine in WebAssembly`, pair, 2)];

  function matchesOfEngine(asked: readonly EngineRequest[]): number {
    const matched = (request: EngineRequest) =>
      rules.filter((it) => engine.judge(it.expression, request) === true).length;
    return asked.reduce((sum, it) => sum + matched(it), 0);
  }
}

function matchesOfTrace(asked: readonly EngineRequest[]): number {
  const body = { kind: "zone", phase: "http_request_firewall_custom", rules };
  const tracer = new Tracer(configurationIn(JSON.stringify(body), "rules.json"), defaultContext);
  const matched = ({ method, host, path, ip }: EngineRequest) => {
    const text = `${method} https://${host}${path} ip.src=${ip}`;
    const { request } = tracedRequest(text, { headers: [] }, defaultContext);
    const traced = request && tracer.trace(request, { explain: false });
    if (!traced || "problem" in traced) throw new Error(`'${text}' cannot be traced.`);
    return traced.steps.flatMap((it) => it.rules).filter((it) => it.result === "matched").length;
  };
  return asked.reduce((sum, it) => sum + matched(it), 0);
}
