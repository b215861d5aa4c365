import { configurationIn, defaultContext, tracedRequest } from "../../server/src/languages.ts";
import { Tracer } from "../../server/src/trace/trace.ts";
import { type EngineRequest, mostExpressions, startEngine } from "../support/programs/engine.ts";
import { pairOf, type Row, timeOf, withinRow } from "./measure.ts";

const requestCount = 10_000;
const ruleCount = 200;
/** The engine gets every 100th request, because it takes a minute for all of them: it reads the rules again for each request. */
const share = 100;
const rounds = 5;

/** Put before a rule: with the one, it is evaluated, and with the other, it is only read. */
const [holds, fails] = ['http.host ne "none.example"', 'http.host eq "none.example"'];

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

/**
 * Many requests through many rules, compared with the engine. A trace reads the rules once; the engine cannot keep them, so that
 * the time it needs to read them is taken out: what it needs with the rules evaluated, without what it needs with the
 * rules only read, and with what it needs for as many short comparisons.
 */
export async function traceRows(): Promise<Row[]> {
  const engine = await startEngine();
  const some = requests.filter((_, index) => index % share === 0);
  const texts = rules.map((it) => it.expression);
  const [plain, evaluated, read] = [
    batchesOf(texts),
    batchesOf(texts.map((it) => `${holds} and (${it})`)),
    batchesOf(texts.map((it) => `${fails} and (${it})`)),
  ];
  const none = batchesOf(texts.map(() => fails));
  const [ours, theirs] = [matchesOfTrace(some), matchesOfEngine(plain)];
  if (ours !== theirs || ours === 0)
    throw new Error(`${ours} rules match in the trace, but ${theirs} in the engine.`);
  const [own, other]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    own.push(await timeOf(() => matchesOfTrace(requests)));
    const time = (batches: typeof plain) => timeOf(() => matchesOfEngine(batches));
    other.push(share * ((await time(evaluated)) - (await time(read)) + (await time(none))));
  }
  const name = "weir trace, 10,000 requests through 200 rules";
  return [withinRow(`${name}, beside the engine in WebAssembly`, pairOf(own, other), 2)];

  function matchesOfEngine(batches: typeof plain): number {
    return some.reduce(
      (sum, request) => batches.reduce((count, it) => count + engine.count(it, request), sum),
      0,
    );
  }
}

function batchesOf(expressions: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(expressions.length / mostExpressions);
  return Array.from({ length: count }, (_, at) =>
    expressions.slice(at * mostExpressions, (at + 1) * mostExpressions),
  );
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
