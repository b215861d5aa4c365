import { defaultContext } from "../../server/src/languages.ts";
import { startEngine } from "../support/programs/engine.ts";
import { growthRow } from "./growth.ts";
import { slowestRow } from "./hostile.ts";
import { compareEvenly, fasterRow, type Row } from "./measure.ts";
import { cfrule } from "./shipped.ts";

/** A clause for each kind of comparison, with fields that both the service and the engine's small scheme have. */
const clauses = [
  'http.request.uri.path contains "/checkout"',
  'http.request.method in {"POST" "PUT" "PATCH"}',
  "not ip.src in {198.51.100.0/24 203.0.113.7 2001:db8:7::/48}",
  'lower(http.request.uri.path) ne "/health"',
  'http.request.uri.path wildcard "/api/*/orders"',
];

const withRegex = [...clauses, 'http.request.uri.path matches "^/api/v[0-9]+/"'];

const request = {
  ip: "192.0.2.1",
  method: "GET",
  host: "www.example.org",
  path: "/",
  headers: {},
  local: {},
  details: {},
};

/** Diagnostics of rules: compared with the engine for the longest text it accepts, and how the time grows. */
export async function ruleRows(): Promise<Row[]> {
  const engine = await startEngine();
  const beside = async (name: string, text: string): Promise<Row> => {
    const judge = () => engine.judge(text, request);
    if (judge() === "refused") throw new Error("The engine refuses the text to be measured.");
    const diagnose = () => cfrule.analyze(text, defaultContext).diagnostics();
    const pair = await compareEvenly(diagnose, judge, { runs: 800, warmUp: 2000 });
    return fasterRow(`${name}, beside the engine in WebAssembly`, pair, 1);
  };
  return [
    await beside("rule diagnostics, 1 kB", ruleOfLength(1000, withRegex)),
    await beside("rule diagnostics, 1 kB without regexes", ruleOfLength(1000, clauses)),
    await growthRow(
      "growth: rule diagnostics, 4 kB beside 0.4 kB",
      cfrule,
      ruleOfLength(400, clauses),
      ruleOfLength(4000, clauses),
    ),
    await growthRow(
      "growth: rule diagnostics, 10,000 addresses beside 1,000",
      cfrule,
      addresses(1_000),
      addresses(10_000),
    ),
    await slowestRow("hostile rules of 1 MB, the slowest", cfrule, hostileRules()),
  ];
}

/** Hostile input, alone and inside an expression. */
function hostileRules(): string[] {
  const pieces = [
    ...["(", ")", "{", "}", "[", "]", '"', "\\", "!", "not ", "a", "1", "#", "\n", "#\n", "-"],
    ...["\u00e9", "\ud800", "\0", "$", ".", "..", "ssl and ", "ssl or ", "ssl ", "any(", "lower("],
    ...['"a" ', "1.2.3.4 ", "::/1 ", "1..9 ", 'http.host eq "a" and ', 'http.host in {"a"} or '],
    ...[
      'http.host matches "(a*)*b" or ',
      'r"',
      'r#"',
      "&&",
      "||",
      "^^",
      "==",
      "~ ",
      "@",
      "# @action\n",
    ],
  ];
  const repeated = pieces.flatMap((piece) => {
    const text = piece.repeat(Math.ceil(megabyte / piece.length));
    return [text, `ssl and (http.host in {${text}})`];
  });
  return [...repeated, ...manyOfAKind()];
}

const megabyte = 1_000_000;

/** Texts in which nothing repeats, so that no cached result helps. */
function manyOfAKind(): string[] {
  const numbered: ((number: number) => string)[] = [
    (it) => `http.host matches "(a*)*b${it}" or `,
    (it) => `http.host matches "^www.a${it}.com$" or `,
    (it) => `http.host matches "${"a?".repeat(3990)}${it}" or `,
    (it) => `http.host matches "${"(a".repeat(3990)}${it}" or `,
    (it) => `http.request.uri.path matches "[a-z${it}]+/*(?:a|b${it}){1,3}?q=" or `,
    (it) => `http.host wildcard "*.h${it}.*" or `,
    (it) => `http.host wildcard "${"\\\\*".repeat(2000)}${it}" or `,
    (it) => `http.host eq "h${it}" or `,
    (it) => `http.request.method eq "${"a-".repeat(2000)}${it}" or `,
    (it) => `not http.host eq "h${it}" and `,
    (it) => `(http.host eq "h${it}" and ip.src eq 192.0.2.1) or `,
    (it) => `any(http.request.headers["h${it}"][*] eq "x") or `,
    (it) => `http.hst${it} eq "a" or `,
    (it) => `ip.src in {2001:db8:${it.toString(16)}::/48} or `,
  ];
  const long = ["\u00e9 ", "\\\\*", "a-", "/../", "%2e"].map((it) =>
    it.repeat(megabyte / it.length),
  );
  return [
    `any(http.request.headers${".".repeat(megabyte)}`,
    ...numbered.map(upToMegabyte),
    ...long.flatMap((it) => [`http.referer eq "${it}"`, `http.host wildcard "${it}"`]),
  ];
}

function upToMegabyte(piece: (number: number) => string): string {
  const pieces: string[] = [];
  for (let size = 0; size < megabyte; size += pieces[pieces.length - 1]?.length ?? 0) {
    pieces.push(piece(pieces.length));
  }
  return pieces.join("");
}

/**
 * Different conditions joined by `or`, each in parentheses, of about that many characters. No part makes another one redundant,
 * so that there is nothing to report.
 */
function ruleOfLength(length: number, clauses: readonly string[]): string {
  const parts: string[] = [];
  for (let i = 0, size = 0; size < length; i++) {
    const first = clauses[i % clauses.length] ?? "";
    const second = `http.host eq "h${i}.example.com"`;
    const part = `(${first} and ${second})`;
    parts.push(part);
    size += part.length + 4;
  }
  while (parts.join(" or ").length > length) parts.pop();
  return parts.join(" or ");
}

function addresses(count: number): string {
  const items = Array.from(
    { length: count },
    (_, i) => `11.${(i >> 12) & 255}.${(i >> 4) & 255}.${(i & 15) * 16}/28`,
  );
  return `ip.src in {${items.join(" ")}}`;
}
