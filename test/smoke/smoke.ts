import type { Credential } from "../../server/src/api/credential.ts";
import { emulatorCredential } from "../../server/src/api/credential.ts";
import { Secrets } from "../../server/src/api/redaction.ts";
import { ServiceError } from "../../server/src/api/service-error.ts";
import { transport } from "../../server/src/api/transport.ts";
import { createEmulator } from "../../server/src/emulator/emulator.ts";
import type { Address } from "../../server/src/workspace/config/address.ts";

export interface Target {
  readonly address: Address;
  readonly credential: Credential;
  readonly fetch: typeof fetch;
  readonly zone: string;
  /** Without one, only the calls of the zone are tried. */
  readonly account?: string | undefined;
}

/** A call that changes nothing. `{first}` is the ID of the first entry of the call before it. */
type Call = readonly [path: string, body?: object];

/** The status of a response, and the types at each path of it: never its values, which may be secret. */
interface Answer {
  readonly status: number;
  readonly shape: ReadonlyMap<string, string>;
  readonly first?: string | undefined;
}

export interface Difference {
  readonly call: string;
  readonly differences: readonly string[];
}

const phase = "http_request_firewall_custom";

function ruleset(expression: string) {
  const rule = { action: "block", expression, enabled: false, description: "smoke test" };
  return { name: "default", kind: "zone", phase, rules: [rule] };
}

const zoneCalls: readonly Call[] = [
  [""],
  ["/logpush/jobs"],
  ["/logpush/jobs/{first}"],
  ["/logpush/datasets/http_requests/jobs"],
  ["/filters"],
  ["/firewall/rules"],
  ["/rulesets"],
  ["/rulesets/{first}"],
  [`/rulesets/phases/${phase}/entrypoint`],
  ["/url_normalization"],
  ["/rulesets?dry_run=true", ruleset('http.host eq "smoke.example.com"')],
  ["/rulesets?dry_run=true", ruleset("http.hots eq 1")],
];
const accountCalls: readonly Call[] = [
  [""],
  ["/logpush/jobs"],
  ["/logpush/transformers"],
  ["/rulesets"],
  ["/rules/lists"],
  ["/rules/lists/{first}"],
  ["/rules/lists/{first}/items"],
];

/** Tries each call on the service and on an emulator with a resource of each kind. Returns every call, with its differences. */
export async function smoke(target: Target): Promise<readonly Difference[]> {
  const { zone, account } = target;
  const calls: readonly (readonly [scope: string, Call])[] = [
    ["", ["/user/tokens/verify"]],
    ...zoneCalls.map((it) => [`/zones/${zone}`, it] as const),
    ...(account ? accountCalls.map((it) => [`/accounts/${account}`, it] as const) : []),
  ];
  const onService = callerOf(target);
  // A second ruleset of a phase would be refused, so the emulator has one if the service does.
  const entryPoint = await onService(
    `/zones/${zone}/rulesets/phases/${phase}/entrypoint`,
    undefined,
  );
  const onEmulator = callerOf(await emulatorLike(target, entryPoint.status === 200));
  const found: Difference[] = [];
  let [first, emulated]: (string | undefined)[] = [];
  for (const [scope, [path, body]] of calls) {
    const call = `${body ? "POST" : "GET"} ${scope}${path}`;
    const isEntry = path.includes("{first}");
    if (isEntry && first === undefined) {
      found.push({ call, differences: ["not tried: there is no entry"] });
      continue;
    }
    const given = await onService(scope + path.replace("{first}", first ?? ""), body);
    const expected = await onEmulator(scope + path.replace("{first}", emulated ?? ""), body);
    if (!isEntry) [first, emulated] = [given.first, expected.first];
    found.push({ call, differences: differencesOf(given, expected) });
  }
  return found;
}

function callerOf({ address, credential, fetch }: Target) {
  const secrets = new Secrets();
  credential.hideIn(secrets);
  const send = transport({
    ...{ credential, secrets, fetch, advice: "Try again later." },
    limits: { whole: 30_000, idle: 30_000 },
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
  });
  return async (path: string, body: object | undefined): Promise<Answer> => {
    try {
      const request = body ? { method: "POST", body: JSON.stringify(body) } : {};
      const { result } = (await (await send(address.baseUrl + path, request)).json()) as {
        readonly result: unknown;
      };
      const first = Array.isArray(result) ? result[0]?.id : undefined;
      return { status: 200, shape: shapeOf(result), first: first && String(first) };
    } catch (error) {
      // A refusal is an answer, too. Without a status, the service did not answer.
      if (!(error instanceof ServiceError) || error.status === undefined) throw error;
      return { status: error.status, shape: new Map() };
    }
  };
}

function shapeOf(value: unknown, path = "result", shape = new Map<string, string>()) {
  const type = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  shape.set(path, type);
  if (Array.isArray(value)) for (const it of value) shapeOf(it, `${path}[]`, shape);
  else if (typeof value === "object" && value !== null)
    for (const [key, it] of Object.entries(value)) shapeOf(it, `${path}.${key}`, shape);
  return shape;
}

/** Properties that one side lacks are differences, unless what they are in is missing there, too, such as an entry of an empty array. */
function differencesOf(service: Answer, emulator: Answer): string[] {
  if (service.status !== emulator.status)
    return [`status ${service.status}, emulator ${emulator.status}`];
  const paths = [...new Set([...service.shape.keys(), ...emulator.shape.keys()])].sort();
  return paths.flatMap((path) => {
    const [there, here] = [service.shape.get(path), emulator.shape.get(path)];
    const within = path.replace(/(\.[^.]*?|\[\])$/, "");
    if (there === here || there === "null" || here === "null") return [];
    if (there && here) return [`${path}: ${there}, emulator ${here}`];
    if (path.endsWith("[]")) return [];
    const isComparable = [service, emulator].every((it) => it.shape.has(within));
    if (!isComparable) return [];
    return [there ? `${path}: not in the emulator` : `${path}: only in the emulator`];
  });
}

/** With the same zone and account, and one resource of each kind, so that entries can be compared. */
async function emulatorLike({ zone, account }: Target, hasRuleset: boolean): Promise<Target> {
  const { fetch } = createEmulator({ zones: [{ id: zone }], ...(account && { account }) });
  const address = { baseUrl: "http://127.0.0.1/client/v4", origin: "http://127.0.0.1" };
  const credential = emulatorCredential(address.origin);
  if (!credential) throw new Error("The emulator has no credential.");
  const target = { address, credential, fetch, zone, account };
  const send = callerOf(target);
  const job = { name: "smoke", dataset: "http_requests", destination_conf: "s3://smoke/logs" };
  await send(`/zones/${zone}/logpush/jobs`, job);
  await send(`/zones/${zone}/filters`, [{ expression: 'http.host eq "smoke.example.com"' }]);
  if (hasRuleset)
    await send(`/zones/${zone}/rulesets`, ruleset('http.host eq "smoke.example.com"'));
  if (account) await send(`/accounts/${account}/rules/lists`, { name: "smoke", kind: "ip" });
  return target;
}
