import { expect, test } from "vitest";
import { defaultContext, requestIn, tracedRequest } from "../../server/src/languages.ts";
import { Tracer } from "../../server/src/trace/trace.ts";
import { answerOnRequest } from "../../server/src/try/try.ts";
import { generate } from "../conformance/generate.ts";
import { Random } from "../conformance/random.ts";
import { times } from "../support/long.ts";
import { rule, rulesetsOf } from "./support.ts";

/** A rule alone gives the same result, for the same reason, as 'weir try --request' says: random rules and requests. */

const context = { ...defaultContext, listItems: { office: ["192.0.2.0/24"] } };

const conditions = [
  'http.request.method eq "POST"',
  'http.request.uri.path eq "/a/b"',
  'starts_with(lower(http.request.uri.path), "/a")',
  'raw.http.request.uri.path contains ".."',
  'http.request.uri.query contains "x=1"',
  'http.host in {"a.example" "b.example"}',
  'http.request.full_uri wildcard "https://*.example/*"',
  'any(http.request.uri.args["x"][*] eq "1")',
  'any(http.request.headers["x-a"][*] eq "1")',
  'http.user_agent contains "bot"',
  'http.cookie contains "s=1"',
  "len(http.request.uri.path) gt 3",
  "ip.src in {192.0.2.0/28 2001:db8::/32}",
  "ip.src in $office",
  "ip.src in $unknown",
  'ip.src.country in {"AT" "DE"}',
  "ip.src.asnum eq 64500",
  "cf.bot_management.score lt 30",
  "cf.client.bot",
  "ssl",
];

function expression(random: Random, depth: number): string {
  if (random.chance(0.05)) return generate(random, 1);
  if (depth === 0 || random.chance(0.4)) return random.pick(conditions);
  const parts = [expression(random, depth - 1), expression(random, depth - 1)];
  const whole = `(${parts.join(random.pick([" and ", " or ", " xor "]))})`;
  return random.chance(0.3) ? `not ${whole}` : whole;
}

function request(random: Random): string {
  const start = random.pick(["https://a.example", "http://b.example", "https://x.c.example", ""]);
  const path = random.pick(["/", "/a/b", "/a/%62", "/A/../a/b", "/a//b?x=1", "/c?y=2&x=1"]);
  const fields = [
    `ip.src=${random.pick(["192.0.2.1", "198.51.100.1", "2001:db8::1"])}`,
    `ip.src.country=${random.pick(["AT", "US"])}`,
    "ip.src.asnum=64500",
    `cf.bot_management.score=${random.pick(["1", "99"])}`,
    `cf.client.bot=${random.pick(["true", "false"])}`,
  ].filter(() => random.chance(0.5));
  return [random.pick(["GET", "POST"]), `${start}${path}`, ...fields].join(" ");
}

test("random rules on random requests", () => {
  const random = new Random(33);
  const seen = new Map<string, number>();
  for (let i = 0; i < times(100); i++) {
    const [text, asked] = [expression(random, 2), request(random)];
    const headers = ["x-a: 1", "user-agent: a bot", "cookie: s=1; t=2"].filter(() =>
      random.chance(0.5),
    );
    const subject = { path: "a.cfrule", file: "/a.cfrule", text: `${text}\n`, context };
    const read = requestIn(asked, { headers }, context);
    const traced = tracedRequest(asked, { headers }, context);
    if (!read.request || !traced.request) throw new Error(`${asked}: ${read.problems.join(" ")}`);
    const { request: given } = read;
    const [tried] = answerOnRequest([subject], () => given, false).results;
    const phase = "http_request_firewall_custom";
    const configuration = rulesetsOf({ phase, rules: [rule("a", text, "block")] });
    const trace = new Tracer(configuration, context).trace(traced.request);
    if ("problem" in trace) throw new Error(trace.problem);
    const found = trace.steps.flatMap((it) => it.rules).find((it) => it.ref === "a");
    // Of a rule that cannot be read, a trace evaluates the readable parts.
    if (tried?.error !== undefined) {
      expect(["matched", "not-matched", "unknown"], text).toContain(found?.result);
      continue;
    }
    const isOpen = tried?.undetermined === 1;
    const expected = isOpen ? "unknown" : tried?.kept === 1 ? "matched" : "not-matched";
    const about = `${text}\n${asked} ${headers.join(", ")}`;
    expect(found?.result, about).toBe(expected);
    const facts = tried?.facts ?? [];
    if (!isOpen)
      expect(found?.because ?? "", about).toBe(
        facts.slice(0, 8).join(", ") + (facts.length > 8 ? ", …" : ""),
      );
    for (const it of tried?.missed ?? []) expect(found?.because, about).toContain(`'${it}'`);
    seen.set(expected, (seen.get(expected) ?? 0) + 1);
  }
  // None of the results is rare.
  for (const it of ["matched", "not-matched", "unknown"])
    expect(seen.get(it) ?? 0, it).toBeGreaterThan(times(100) / 10);
});
