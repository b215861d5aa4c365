/** Random changes of rules, and lines with values that databases may read in another way than rules do. */
import fc from "fast-check";
import { requestLine, rules } from "../sql/rule-samples.ts";

// biome-ignore format: one row each
const odd: Readonly<Record<string, readonly unknown[]>> = {
  ClientRequestHost: [true, 5, "A.EXAMPLE.COM", "a.example.com ", "a.example.com:443"],
  ClientRequestPath: ["/a/../login", "/%6cogin", "/./login", "/é", "//login", "/a%2fb", "", "login", "/login/.", "/a b", "/.env"],
  ClientRequestURI: ["/x/../login?a=1", "/%6Cogin", "/é?b", "/a?/../b", "/login?%6c", "/..", "?a"],
  ClientIP: ["010.0.0.1", "10.0.0.1/8", "::ffff:10.0.0.1", " 10.0.0.1", "2001:0db8::1", "1.2.3", 5],
  BotScore: ["30", "3e1", 30.5, "030", " 30", true, -1, 9007199254740993n],
  EdgeResponseStatus: ["200", "2e2", 200.0, null],
  ClientRequestUserAgent: ["CURL/8.5", 8, false, "ſ", "K"],
  BotDetectionIDs: [["1"], [null], [1.5], "[1]", []],
};

const asJson = (value: unknown) =>
  typeof value === "bigint" ? String(value) : JSON.stringify(value);

/** With up to three odd values. */
export const oddLine = fc
  .tuple(
    requestLine,
    fc.array(
      fc
        .constantFrom(...Object.keys(odd))
        .chain((name) =>
          fc.constantFrom(...(odd[name] ?? [])).map((value) => [name, value] as const),
        ),
      { maxLength: 3 },
    ),
  )
  .map(([line, some]) => {
    const fields: Record<string, unknown> = { ...JSON.parse(line), ...Object.fromEntries(some) };
    const parts = Object.entries(fields).map(
      ([name, it]) => `${JSON.stringify(name)}:${asJson(it)}`,
    );
    return `{${parts.join(",")}}`;
  });

/** Some that have no SQL, and one that a line cannot tell. */
const others = fc.constantFrom(
  'any(http.request.headers["x"][*] eq "a")',
  'http.request.uri.path.extension eq "php"',
  "cf.edge.server_port eq 443",
  "ip.src in $office",
  "ip.src.asnum in $networks",
  'http.request.uri.path in {"/login" "/a"}',
  'not starts_with(http.request.uri.path, "/a")',
  'http.request.uri.path ne "/login"',
  'not http.request.uri contains "%"',
  "true",
);
export const expression = fc.oneof(
  { weight: 3, arbitrary: rules("duckdb") },
  { weight: 2, arbitrary: others },
  { weight: 1, arbitrary: fc.tuple(others, rules("duckdb")).map(([a, b]) => `(${a}) and (${b})`) },
);
const action = fc.constantFrom("block", "managed_challenge", "log", "skip");

function rule(ref: string, [action, expression]: readonly [string, string]): object {
  const parameters = action === "skip" ? { action_parameters: { ruleset: "current" } } : {};
  return { ref, action, expression, enabled: true, ...parameters };
}

export const listsJson = {
  lists: {
    office: { kind: "ip", items: ["10.0.0.0/8", "2001:db8::/32"] },
    networks: { kind: "asn", items: [13335] },
  },
};

function ruleset(rules: readonly object[]): string {
  return JSON.stringify({ kind: "zone", phase: "http_request_firewall_custom", rules });
}

/** Two versions of a ruleset: rules are changed, added, removed and moved. */
export const change = fc
  .record({
    rules: fc.array(fc.tuple(action, expression), { minLength: 1, maxLength: 4 }),
    other: fc.tuple(action, expression),
    how: fc.constantFrom("change", "add", "remove", "move", "action"),
  })
  .map(({ rules, other, how }) => {
    const before = rules.map((it, index) => rule(`r${index}`, it));
    const first = rules[0] ?? other;
    const after = {
      change: () => [rule("r0", [first[0], other[1]]), ...before.slice(1)],
      add: () => [rule("new", other), ...before],
      remove: () => before.slice(1),
      move: () => before.toReversed(),
      action: () => [rule("r0", [other[0], first[1]]), ...before.slice(1)],
    }[how]();
    return { before: ruleset(before), after: ruleset(after) };
  });
