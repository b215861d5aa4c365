/** The keys of a file with tests of a whole configuration. Reading, completion and the schema are all derived from them. */
export interface TestKey {
  readonly doc: string;
  readonly shape: TestShape;
}

export type TestShape =
  | { readonly kind: "text" | "number" | "truth" | "texts" | "request" }
  /** A condition on requests. */
  | { readonly kind: "expression" }
  /** Phases and products that a rule can skip. */
  | { readonly kind: "skippable" }
  /** Any names, with texts, numbers or lists of them. */
  | { readonly kind: "values" }
  /** Fields of a request with their values. */
  | { readonly kind: "fields" }
  /** Any settings, nested. */
  | { readonly kind: "settings" }
  | { readonly kind: "word" | "words"; readonly words: readonly string[] }
  /** The name of a rule, or several. */
  | { readonly kind: "rule" | "rules" }
  | { readonly kind: "keys"; readonly keys: TestKeys }
  | { readonly kind: "tests" | "always"; readonly keys: TestKeys };

export type TestKeys = Readonly<Record<string, TestKey>>;

/** Extensions of the files. */
export const traceTestExtensions = [".trace.yaml", ".trace.yml"] as const;

export function isTraceTest(path: string): boolean {
  const name = path.toLowerCase();
  return traceTestExtensions.some((it) => name.endsWith(it));
}

const text = { kind: "text" } as const;
const values = { kind: "values" } as const;
const settings = { kind: "settings" } as const;

const response: TestKeys = {
  status: { doc: "Status of the response.", shape: { kind: "number" } },
  headers: { doc: "Headers of the response, by name.", shape: values },
};

export const expectKeys: TestKeys = {
  outcome: {
    doc: "What happens to the request.",
    shape: {
      kind: "word",
      words: ["block", "challenge", "redirect", "error", "origin", "unknown"],
    },
  },
  by: { doc: "Rule that decides: its ref, description or ID.", shape: { kind: "rule" } },
  action: { doc: "Action of that rule, such as `managed_challenge`.", shape: text },
  status: { doc: "Status of a block or redirect.", shape: { kind: "number" } },
  location: { doc: "Target of a redirect.", shape: text },
  code: { doc: "Number of the service's error page, such as 1035.", shape: { kind: "number" } },
  path: { doc: "Path that the origin gets.", shape: text },
  query: { doc: "Query that the origin gets, without `?`.", shape: text },
  host: { doc: "Host header that the origin gets.", shape: text },
  headers: { doc: "Headers that the origin gets, by name.", shape: values },
  response: { doc: "What the visitor gets.", shape: { kind: "keys", keys: response } },
  cache: { doc: "Cache settings; only the listed ones are compared.", shape: settings },
  config: {
    doc: "Configuration settings; only the listed ones are compared.",
    shape: settings,
  },
  matched: { doc: "Rules that match.", shape: { kind: "rules" } },
  "not-matched": { doc: "Rules that do not match, or are not reached.", shape: { kind: "rules" } },
};

const testKeys: TestKeys = {
  name: { doc: "Name of the test.", shape: text },
  request: {
    doc: "Request, as in `GET https://example.com/ ip.src=192.0.2.1`.",
    shape: { kind: "request" },
  },
  headers: { doc: "Headers of the request, by name.", shape: values },
  set: { doc: "Fields of the request, such as `ip.src`.", shape: { kind: "fields" } },
  zone: { doc: "ID or name of the zone.", shape: text },
  over: { doc: "Rate limits that are exceeded.", shape: { kind: "rules" } },
  response: { doc: "What the origin answers.", shape: { kind: "keys", keys: response } },
  expect: { doc: "What has to happen.", shape: { kind: "keys", keys: expectKeys } },
};

/** The expectations of a policy. */
export const alwaysExpectKeys: TestKeys = {
  outcome: {
    doc: "What may happen to the request: one or several outcomes.",
    shape: { kind: "words", words: ["block", "challenge", "redirect", "error", "origin"] },
  },
  by: { doc: "Rules, one of which decides.", shape: { kind: "rules" } },
  "not-by": { doc: "Rules that do not decide.", shape: { kind: "rules" } },
  status: { doc: "Status of a block or redirect.", shape: { kind: "number" } },
  location: { doc: "Target of a redirect.", shape: text },
  "not-skipped": {
    doc: "Phases and products that no rule skips.",
    shape: { kind: "skippable" },
  },
  limited: { doc: "Whether a rate limit counts the request.", shape: { kind: "truth" } },
  matched: { doc: "Rules that match.", shape: { kind: "rules" } },
  "not-matched": { doc: "Rules that do not match, or are not reached.", shape: { kind: "rules" } },
};

const alwaysKeys: TestKeys = {
  name: { doc: "Name of the policy.", shape: text },
  when: {
    doc: "Condition on the request as rules see it first. `true` is every request.",
    shape: { kind: "expression" },
  },
  zone: { doc: "ID or name of the zone. Default: each zone.", shape: text },
  expect: {
    doc: "What has to happen to every such request.",
    shape: { kind: "keys", keys: alwaysExpectKeys },
  },
  unknown: {
    doc: "`allow`: it passes also if it can neither be proved nor refuted.",
    shape: { kind: "word", words: ["allow"] },
  },
};

export const fileKeys: TestKeys = {
  rules: {
    doc: "Files, folders or globs with the rules, relative to this file. Default: the workspace.",
    shape: { kind: "texts" },
  },
  tests: {
    doc: "Requests, and what has to happen to each.",
    shape: { kind: "tests", keys: testKeys },
  },
  always: {
    doc: "What has to hold for every request.",
    shape: { kind: "always", keys: alwaysKeys },
  },
};
