import assert from "node:assert/strict";
import { filterIn } from "../../../client/src/commands/escaped.ts";
import type { WriteRequest } from "../../../server/src/api/calls.ts";
import { Credential } from "../../../server/src/api/credential.ts";
import { createService, type Service } from "../../../server/src/api/service.ts";
import { ServiceError } from "../../../server/src/api/service-error.ts";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { defaultContext } from "../../../server/src/languages.ts";
import { lpfilter } from "../../../server/src/lpfilter/language.ts";
import { diagnosticFor } from "../../../server/src/lsp/commands/service-errors/diagnostic-for.ts";
import * as curl from "../../../server/src/push/curl/calls.ts";
import { fillIn } from "../../../server/src/push/masking/variables.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { escapeVariables, templateParts } from "../../../server/src/text/variables.ts";
import { readAddress } from "../../../server/src/workspace/config/address.ts";
import { readConfig } from "../../../server/src/workspace/config/config.ts";
import { configLists } from "../../../server/src/workspace/config/lists.ts";
import { readLock, writeLock } from "../../../server/src/workspace/lock/lock.ts";
import { Workspace } from "../../../server/src/workspace/workspace.ts";
import type { Random } from "../../conformance/random.ts";
import { filesWith } from "../samples.ts";
import { shellWords } from "../shell-words.ts";
import type { Target } from "../target.ts";

const config: Target = {
  name: "weir.json",
  samples: [
    ...filesWith("weir.json"),
    '{ "defaultProfile": "p", "profiles": { "p": { "baseUrl": "https://a.example/v4", "zone": "z" } } }',
    '{ "datasets": { "a/{b,c}/**/[!x]*.lpfilter": "dns_logs" }, "limits": { "bytes": 1 } }',
    '{ "severity": { "prefer-in": "off" }, "lists": ["a"], "plan": "pro" }',
    '{ "fields": { "http_requests": { "New": "int" }, "rules": { "a.b": "Map<Array<String>>" } } }',
  ],
  run(text) {
    const { problems } = readConfig(text);
    for (const { start, end } of problems) assert(0 <= start && start <= end && end <= text.length);
    for (const { edits } of problems.flatMap((it) => it.fixes).slice(0, 3))
      readConfig(applyEdits(text, edits));
    configLists(text);
    const workspace = new Workspace((path) => (path === "/w/weir.json" ? text : undefined));
    for (const path of ["/w/a/b/c.lpfilter", "/w/x.cfrule", "/w/__proto__/a.lpjob"]) {
      const { limits, datasets } = workspace.contextFor(path);
      assert(limits.operators > 0 && limits.bytes > 0 && datasets.length > 0);
    }
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  },
};

const entry = `{ "origin": "https://a.example", "zone": "z", "target": "rulesets", "rule": "r", "hash": "sha256-00", "state": "done" }`;

const lock: Target = {
  name: "lock",
  samples: [
    `{ "version": 1, "resources": { "a.cfrule": { "p": ${entry}, "q": ${entry} } } }`,
    `{ "version": 1, "resources": { "__proto__": { "constructor": ${entry} } } }`,
    '{\n  "version": 1,\n  "resources": {}\n}\n',
  ],
  run(text) {
    const read = readLock(text);
    if ("damage" in read && typeof read.damage === "string") return;
    const written = writeLock(read as Parameters<typeof writeLock>[0]);
    assert(writeLock(readLock(written) as Parameters<typeof writeLock>[0]) === written);
  },
};

const place = {
  baseUrl: "https://api.example/v4",
  auth: { headers: [["Authorization", ["Bearer ", { variable: "WEIR_API_TOKEN" }]]] },
  shell: "posix",
} as const;

/** A shell parses every command as intended, whatever the text contains. */
const quoting: Target = {
  name: "curl",
  samples: [
    `http.host eq "it's" and http.referer contains "$HOME \`x\` \\\\"`,
    `a'b''c\\'d\n$(e) \${env:HOME} \${env:X $\${env:Y} $$\${`,
    '{"where":{"key":"ClientIP","operator":"eq","value":"\'"}}',
  ],
  run(expression) {
    const rule = { expression, action: "block", description: expression };
    const path = "/zones/z1";
    const command = (body: WriteRequest["body"] & {}, written = {}, env = {}) =>
      curl.commandsFor(place, [{ method: "POST", path, body }], { written, env, hide: String });
    const bodyOf = (text: string): unknown => JSON.parse(shellWords(text).at(-1) ?? "");
    assert.deepEqual(bodyOf(command([rule])), [rule]);
    const { filter } = bodyOf(command({ filter: expression })) as { filter: string };
    assert(filter === expression);
    const sentName = (name: string): string => {
      const job = command({ name: String(fillIn(name, {})), filter: expression }, { name });
      const written = shellWords(job, (variable) => `\${env:${variable}}`).at(-1) ?? "";
      return (JSON.parse(written) as { name: string }).name;
    };
    assert(sentName(escapeVariables(expression)) === expression);
    const parts = templateParts(expression);
    const filled = parts.map((it) => (typeof it === "string" ? it : `\${env:${it.variable}}`));
    assert(sentName(expression) === filled.join(""));
    filterIn(JSON.stringify(expression));
    filterIn(expression);
  },
};

const zone = { zone_id: "z1" };
const address = readAddress("http://127.0.0.1:8787/client/v4");

/** Whatever the service responds, a call returns a valid result or a readable error. */
const answers: Target = {
  name: "answers",
  samples: [
    '{ "result": [{ "id": "f1", "expression": "ssl", "paused": false }], "success": true, "errors": [], "messages": [], "result_info": { "page": 1, "total_pages": 1 } }',
    '{ "result": { "id": 12, "name": "a", "dataset": "http_requests" }, "success": true, "errors": [], "messages": [] }',
    '{ "result": [{ "id": "r1", "action": "block", "filter": { "id": "f1", "expression": "ssl" } }], "success": true }',
    '{ "result": { "id": "s1", "rules": [{ "id": "r1", "action": "log", "expression": "ssl" }] }, "success": true }',
    '{ "result": null, "success": false, "errors": [{ "code": 10014, "message": "bad", "source": { "pointer": "/filter" } }] }',
    "<html>Bad gateway</html>",
  ],
  async run(text, random) {
    assert(!("problem" in address));
    const status = random.pick([200, 200, 200, 201, 204, 302, 400, 401, 404, 429, 500, 503]);
    const service = createService({
      address,
      credential: new Credential(address.origin, "a test", { token: "hunter2" }),
      fetch: async () =>
        new Response(status === 204 ? null : text, { status, headers: headers(random) }),
      patience: { attempts: 2, sleep: async () => {} },
    });
    try {
      await random.pick(calls)(service);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      assert.doesNotMatch(error.message, /hunter2|[^\P{Cc}\t]/u);
    }
  },
};

function headers(random: Random): Record<string, string> {
  const type = random.pick(["application/json", "text/html", "", "application/json; charset=x"]);
  return { "content-type": type, "retry-after": random.pick(["1", "-1", "soon", "1e9"]) };
}

const calls: readonly ((service: Service) => Promise<unknown>)[] = [
  (it) => it.jobs.list(zone),
  (it) => it.jobs.create(zone, { name: "a" }),
  (it) => it.jobs.update(zone, 1, { enabled: true }),
  (it) => it.jobs.delete(zone, 1),
  (it) => it.filters.list("z1"),
  (it) => it.filters.create("z1", { expression: "ssl" }),
  (it) => it.rules.list("z1"),
  (it) => it.rulesets.entryPoint("z1", "http_request_firewall_custom"),
  (it) => it.rulesets.get("z1", "s1"),
  (it) => it.rulesets.addRule("z1", "s1", { expression: "ssl" }, "do"),
  (it) => it.zoneName("z1"),
];

const refusedTexts = [
  { language: cfrule, text: '# @action block\nhttp.host eq "é" # a\n  and ssl\n' },
  { language: lpfilter, text: '{ "where": { "key": "ClientIP", "operator": "eq", "value": 5 } }' },
];

/** Whatever error the service returns, its location is inside the text. */
const refusals: Target = {
  name: "refusals",
  samples: [
    "Filter parsing error (1:14):\nhttp.host eq \"é\" and ssl\n             ^^^ expected 'x'",
    "`http.host eq`\n ^^^ no field 'ClientIP'",
    'bad value "5" at "\\u0041"',
    "/rules/0/expression",
  ],
  run(message, random) {
    const pointer = random.pick(["", "/filter", "/a~1b/0", "/constructor", message]);
    for (const { language, text } of refusedTexts) {
      const refused = { text, language, context: defaultContext };
      const found = diagnosticFor({ message, pointer }, refused);
      if (!found) continue;
      assert(0 <= found.start && found.start < found.end && found.end <= text.length);
      assert(found.message.length < 1000);
      assert.doesNotMatch(found.message, /[^\P{Cc}\t]/u);
    }
  },
};

export const fileTargets: readonly Target[] = [config, lock, quoting, answers, refusals];
