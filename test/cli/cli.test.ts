import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { temporaryName } from "../../server/src/workspace/files/leftovers.ts";
import { mutexName } from "../../server/src/workspace/lock/lock-file.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { bundlePath } from "../support/programs/dist.ts";

const good = `{
  "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
}
`;
const bare = `{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }\n`;
const misspelled = `{ "where": { "key": "ClientIPP", "operator": "eq", "value": "192.0.2.1" } }\n`;
const broken = `{ "where": \n`;

const sarifSchema = createRequire(import.meta.url)(
  "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json",
);

describe("weir check", () => {
  test("reports no problems with exit code 0", async () => {
    using folder = new Folder({ "a.lpfilter": good });
    expect(await weir(folder, ["check"])).toEqual({
      status: 0,
      out: "✓ 1 file, nothing found.\n",
      err: "",
    });
  });

  test("shows the position, the line and the fix, with exit code 1", async () => {
    using folder = new Folder({ "a.lpfilter": bare });
    const { status, out } = await weir(folder, ["check", "a.lpfilter"]);
    expect(status).toBe(1);
    expect(out).toBe(`a.lpfilter:1:1 error missing-where
  A filter starts with 'where'. Wrap this in { "where": … }.
  1 │ { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
    │ ^
  fix: Wrap in 'where'

1 file: 1 error, fixable with --fix.
Run 'weir explain CODE' for the reasons and examples.
`);
  });

  test.each([
    [
      "wide characters",
      `{ "where": { "key": "日本語", "operator": "eq", "value": "a" } }`,
      `                    ^^^^^^^^`,
    ],
    [
      "emoji and accents",
      `{ /* 😀 👩‍👩‍👧 🇩🇪 */ "where": { "key": "e\u0301x", "operator": "eq", "value": "a" } }`,
      `                                   ^^^^`,
    ],
    [
      "tabs",
      `{\t"where":\t{ "key": "Xyz", "operator": "eq", "value": "a" } }`,
      ` \t        \t         ^^^^^`,
    ],
  ])("puts the carets under %s", async (_, line, carets) => {
    using folder = new Folder({ "a.lpfilter": line });
    const { out } = await weir(folder, ["check", "a.lpfilter"]);
    expect(out).toContain(`  1 │ ${line}\n    │ ${carets}\n`);
  });

  test("reports which problems are fixable, and which files could not be read", async () => {
    using folder = new Folder({
      "a.lpfilter": bare,
      "b.lpfilter": misspelled,
      "c.lpfilter": Buffer.from([0xff]),
    });
    const { out } = await weir(folder, ["check"]);
    expect(out).toContain(
      "\n2 files: 2 errors, 1 fixable with --fix; 1 file could not be checked.\nRun 'weir explain CODE' for the reasons and examples.\n",
    );
  });

  test("reports a folder without our files", async () => {
    using folder = new Folder({ "notes.txt": "hello" });
    expect((await weir(folder, ["check"])).out).toBe("0 files, nothing found.\n");
  });

  test("reports if a named Terraform, YAML, JSON or Markdown file has nothing to check", async () => {
    using folder = new Folder({
      "locals.tf": "locals {}",
      "notes.md": "hello",
      "a.lpfilter": good,
    });
    expect(await weir(folder, ["check", "locals.tf"])).toMatchObject({
      status: 0,
      out: "No filter, rule or job found in 'locals.tf'.\n",
    });
    const named = await weir(folder, ["check", "locals.tf", "notes.md", "a.lpfilter"]);
    expect(named.out).toBe("✓ 1 file, nothing found. No filter, rule or job found in 2 files.\n");
    expect((await weir(folder, ["check", "locals.tf", "--quiet"])).out).toBe("");
    expect((await weir(folder, ["check"])).out).toBe("✓ 1 file, nothing found.\n");
    const json = await weir(folder, ["check", "locals.tf", "--format", "json"]);
    expect(JSON.parse(json.out).files).toEqual([]);
  });

  test("reports it for standard input, too", async () => {
    using folder = new Folder({});
    const args = ["check", "-", "--stdin-filename", "locals.tf"];
    expect((await weir(folder, args, "locals {}")).out).toBe(
      "No filter, rule or job found in 'locals.tf'.\n",
    );
  });

  test.each([
    ["error", 2, 1],
    ["warning", 0, 1],
    ["off", 0, 0],
  ])(
    "uses the severity '%s' of a weir.json for its own problems",
    async (severity, status, found) => {
      using folder = new Folder({
        "weir.json": `{ "plam": "pro", "severity": { "weir-json": "${severity}" } }`,
        "a.lpfilter": good,
      });
      const outcome = await weir(folder, ["check", "--format", "json"]);
      const { summary } = JSON.parse(outcome.out);
      expect([outcome.status, summary.errors + summary.warnings]).toEqual([status, found]);
    },
  );

  test("does not report omitted problems when 'too-many-findings' is off", async () => {
    using folder = new Folder({
      "weir.json": `{ "severity": { "too-many-findings": "off" } }`,
      "a.lpfilter": ",".repeat(2000),
    });
    const { out } = await weir(folder, ["check", "--format", "json"]);
    expect(out).toContain("json-syntax");
    expect(out).not.toContain("too-many-findings");
  });

  test("prints the JSON document that other programs read", async () => {
    using folder = new Folder({ "sub/a.lpfilter": bare, "sub/b.lpfilter": good });
    const { status, out } = await weir(folder, [
      "check",
      "--format",
      "json",
      "sub",
      "gone.lpfilter",
    ]);
    expect(status).toBe(2);
    const document = JSON.parse(out);
    expect(document).toEqual({
      version: 1,
      files: [
        {
          path: "sub/a.lpfilter",
          language: "lpfilter",
          diagnostics: [
            {
              code: "missing-where",
              severity: "error",
              message: `A filter starts with 'where'. Wrap this in { "where": … }.`,
              url: expect.stringMatching(/^https:.*\bmissing-where\b/),
              range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
              fixes: [
                {
                  title: "Wrap in 'where'",
                  edits: [
                    {
                      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
                      newText: '{ "where": ',
                    },
                    {
                      range: { start: { line: 0, character: 61 }, end: { line: 0, character: 61 } },
                      newText: " }",
                    },
                  ],
                },
              ],
            },
          ],
        },
        { path: "sub/b.lpfilter", language: "lpfilter", diagnostics: [] },
        {
          path: "gone.lpfilter",
          language: "lpfilter",
          diagnostics: [],
          error: "No such file or folder.",
        },
      ],
      notChecked: [],
      summary: { files: 3, errors: 1, warnings: 0, infos: 0, hints: 0 },
    });
  });

  test("prints SARIF that is valid against the 2.1.0 schema", async () => {
    using folder = new Folder({ "a b.lpfilter": bare, "c.lpfilter": misspelled });
    const { out } = await weir(folder, ["check", "--format", "sarif", ".", "gone.lpfilter"]);
    const log = JSON.parse(out);
    const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
    addFormats(ajv);
    const { $schema: _draft, id: _name, ...schema } = sarifSchema;
    const valid = ajv.validate(schema, log);
    expect(ajv.errors).toBeNull();
    expect(valid).toBe(true);
    expect(log.runs[0].results.map((it: { ruleId: string }) => it.ruleId)).toEqual([
      "missing-where",
      "unknown-field",
    ]);
    expect(log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      "a%20b.lpfilter",
    );
    expect(log.runs[0].invocations[0].executionSuccessful).toBe(false);
  });

  test("fingerprints in SARIF stay the same when lines move", async () => {
    const fingerprints = async (text: string) => {
      using folder = new Folder({ "a.cfrule": text });
      const { out } = await weir(folder, ["check", "--format", "sarif"]);
      return JSON.parse(out).runs[0].results.map(
        (it: { partialFingerprints: Record<string, string> }) =>
          it.partialFingerprints.primaryLocationLineHash,
      );
    };
    const text = 'http.hots eq "a" or http.hots eq "b"\n';
    const found = await fingerprints(text);
    expect(new Set(found).size).toBe(2);
    expect(await fingerprints(`# moved\n\n${text}`)).toEqual(found);
  });

  test("prints annotations for GitHub", async () => {
    using folder = new Folder({ "a,b.lpfilter": bare });
    const { out } = await weir(folder, ["check", "--format", "github"]);
    expect(out).toBe(
      `::error file=a%2Cb.lpfilter,line=1,col=1,endLine=1,endColumn=2,title=missing-where::A filter starts with 'where'. Wrap this in { "where": … }.\n`,
    );
  });

  test("applies safe fixes with --fix, and no others", async () => {
    using folder = new Folder({ "a.lpfilter": `\ufeff${bare}`, "b.lpfilter": misspelled });
    const { status, out } = await weir(folder, ["check", "--fix"]);
    expect(status).toBe(1);
    expect(out).toContain("1 error");
    expect(folder.read("a.lpfilter")).toBe(
      `\ufeff{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }\n`,
    );
    expect(folder.read("b.lpfilter")).toBe(misspelled);
  });

  test("fixes matters of style only with --fix=style", async () => {
    const text = "not not ssl and ip.src in {192.0.2.1 192.0.2.1}\n";
    using folder = new Folder({ "a.cfrule": text });
    const { out } = await weir(folder, ["check"]);
    expect(out).toContain("1 warning, 1 remark, 1 fixable with --fix, 1 more with --fix=style.");
    await weir(folder, ["check", "--fix"]);
    expect(folder.read("a.cfrule")).toBe("not not ssl and ip.src in {192.0.2.1}\n");
    const left = await weir(folder, ["check"]);
    expect(left.out).toContain("1 file: 1 remark, fixable with --fix=style.");
    await weir(folder, ["check", "--fix=style"]);
    expect(folder.read("a.cfrule")).toBe("ssl and ip.src in {192.0.2.1}\n");
  });

  test("fixes by the severities of weir.json", async () => {
    const severity = { "double-negation": "warning", "duplicate-value": "hint" };
    using folder = new Folder({
      "a.cfrule": "not not ssl and ip.src in {192.0.2.1 192.0.2.1}\n",
      "weir.json": JSON.stringify({ severity }),
    });
    await weir(folder, ["check", "--fix"]);
    expect(folder.read("a.cfrule")).toBe("ssl and ip.src in {192.0.2.1 192.0.2.1}\n");
  });

  test("reads standard input under the name it is given", async () => {
    using folder = new Folder();
    const { status, out } = await weir(
      folder,
      ["check", "-", "--stdin-filename", "x/y.lpfilter"],
      bare,
    );
    expect(status).toBe(1);
    expect(out).toContain("x/y.lpfilter:1:1 error missing-where");
  });

  test("uses --dataset before anything else", async () => {
    using folder = new Folder({ "a.lpfilter": `// @dataset http_requests\n${good}` });
    const { out } = await weir(folder, ["check", "--dataset", "gateway_dns"]);
    expect(out).toContain("'gateway_dns' has no field 'ClientIP'.");
  });

  test("uses datasets and severities of the nearest weir.json", async () => {
    using folder = new Folder({
      "weir.json": `{ "datasets": { "dns/**": "gateway_dns" }, "severity": { "unknown-field": "warning" } }`,
      "dns/deep/a.lpfilter": good,
      "http/a.lpfilter": good,
    });
    const { status, out } = await weir(folder, ["check"]);
    expect(out).toContain("dns/deep/a.lpfilter:2:21 warning unknown-field");
    expect(out).not.toContain("http/a.lpfilter");
    expect(status).toBe(0);
    expect((await weir(folder, ["check", "--max-warnings", "0"])).status).toBe(1);
  });

  test("reports errors of a weir.json with exit code 2, and still checks", async () => {
    using folder = new Folder({
      "weir.json": `{ "limits": { "operators": "many" } }`,
      "a.lpfilter": bare,
    });
    const { status, out, err } = await weir(folder, ["check"]);
    expect(status).toBe(2);
    expect(err).toBe("");
    expect(out).toContain(
      `weir.json:1:28 error weir-json\n  Expected a positive integer, found '"many"'.`,
    );
    expect(out).toContain("missing-where");
  });

  test("respects .gitignore and skips dependency folders", async () => {
    using folder = new Folder({
      ".gitignore": "out/\n*.tmp.lpfilter\n!kept.tmp.lpfilter\n",
      "out/a.lpfilter": bare,
      "b.tmp.lpfilter": bare,
      "kept.tmp.lpfilter": good,
      "sub/.gitignore": "/c.lpfilter\n",
      "sub/c.lpfilter": bare,
      "sub/deep/c.lpfilter": good,
      "node_modules/x/d.lpfilter": bare,
    });
    const { out } = await weir(folder, ["check", "--format", "json"]);
    expect(JSON.parse(out).files.map((it: { path: string }) => it.path)).toEqual([
      "kept.tmp.lpfilter",
      "sub/deep/c.lpfilter",
    ]);
    // A file that is an argument is checked even if git ignores it.
    expect((await weir(folder, ["check", "b.tmp.lpfilter"])).status).toBe(1);
  });

  test("accepts globs", async () => {
    using folder = new Folder({ "a/x.lpfilter": good, "a/b/y.lpfilter": good, "z.lpfilter": bare });
    const { status, out } = await weir(folder, ["check", "--format", "json", "a/**/*.lpfilter"]);
    expect(status).toBe(0);
    expect(JSON.parse(out).files.map((it: { path: string }) => it.path)).toEqual([
      "a/b/y.lpfilter",
      "a/x.lpfilter",
    ]);
    expect((await weir(folder, ["check", "q/*.lpfilter"])).status).toBe(2);
    const all = await weir(folder, ["check", "--format", "json", "**/*.lpfilter"]);
    expect(JSON.parse(all.out).summary.files).toBe(3);
    for (const glob of [
      "*.lpfilter",
      "./z*.lpfilter",
      "{z,q}.lpfilter",
      join(folder.path, "*.lpfilter"),
    ]) {
      const { out: found } = await weir(folder, ["check", "--format", "json", glob]);
      expect(JSON.parse(found).files.map((it: { path: string }) => it.path)).toEqual([
        "z.lpfilter",
      ]);
    }
  });

  test.each(["*.lpfilter", "nowhere/*.lpfilter"])(
    "names a glob without files: %s",
    async (glob) => {
      using folder = new Folder({ "notes.txt": "hello" });
      const { status, err } = await weir(folder, ["check", glob]);
      expect([status, err]).toEqual([2, `error ${glob}: No matching files.\n\n`]);
    },
  );

  test("continues after unreadable files", async () => {
    using folder = new Folder({
      "latin.lpfilter": Buffer.from([0x7b, 0xe9, 0x7d]),
      "wide.lpfilter": Buffer.from("\ufeff{}", "utf16le"),
      "notes.txt": "hello",
      "fine.lpfilter": bare,
      "huge.lpfilter": Buffer.alloc(17 * 1024 * 1024, " "),
    });
    const { status, out, err } = await weir(folder, [
      "check",
      "latin.lpfilter",
      "wide.lpfilter",
      "notes.txt",
      "huge.lpfilter",
      "fine.lpfilter",
    ]);
    expect(status).toBe(2);
    expect(err).toContain("latin.lpfilter: The file is not valid UTF-8.");
    expect(err).toContain("wide.lpfilter: The file is UTF-16. Save it as UTF-8.");
    expect(err).toContain("notes.txt: Unknown file type. Expected '.lpfilter'");
    expect(err).toContain("huge.lpfilter: The file is 17 MB; the limit is 16 MB.");
    expect(out).toContain("fine.lpfilter:1:1 error missing-where");
  });

  test("escapes control characters", async () => {
    using folder = new Folder({
      "a.lpfilter":
        '{ "where": { "key": "ClientIP", "operator": "eq\\u001b[2J\u202e", "value": "x" } }\n',
    });
    const { out } = await weir(folder, ["check"]);
    expect(out).toContain("␛[2J");
    for (const obeyed of ["\u001b", "\u202e"]) expect(out).not.toContain(obeyed);
  });

  test("names unknown settings", async () => {
    using folder = new Folder({
      "weir.json": `{
  "datasets": { "": "gateway_dns", "a/*": "gateway_dsn" },
  "severity": { "prefer-inn": "off" },
  "fields": { "http_requests": { "New": "strng" }, "http_request": {} }
}`,
      "a.lpfilter": good,
    });
    const { status, out } = await weir(folder, ["check"]);
    expect(status).toBe(2);
    expect(out).toContain("Did you mean 'gateway_dns'?");
    expect(out).toContain("Did you mean 'prefer-in'?");
    expect(out).toContain("Unknown value 'strng'. Did you mean 'string'?");
    expect(out).toContain("Did you mean 'http_requests'?");
    expect(out).toContain("An empty glob matches no file.");
  });

  test("lists the files it has fixed, and in JSON the fixes", async () => {
    using folder = new Folder({ "a.lpfilter": bare, "a.cfrule": "ssl == true\n" });
    const { out } = await weir(folder, ["check", "--fix", "a.cfrule", "--format", "json"]);
    expect(JSON.parse(out).files).toMatchObject([
      { fixed: true, applied: [{ code: "operator-type", title: "Remove '== true'" }] },
    ]);
    expect((await weir(folder, ["check", "--fix"])).out).toBe(
      "1 file fixed. ✓ 2 files, nothing found.\n",
    );
  });

  test.each([
    [["check", "--formt", "json"], "Unknown option '--formt'. Did you mean '--format'?"],
    [
      ["check", "--format", "xml"],
      "'--format' needs 'pretty', 'compact', 'json', 'sarif', 'github', 'gitlab' or 'junit', found 'xml'.",
    ],
    [
      ["check", "--max-warnings", "few"],
      "'--max-warnings' needs an integer of 0 or more, found 'few'.",
    ],
    [
      ["check", "--dataset", "http_request"],
      "Unknown dataset 'http_request'. Did you mean 'http_requests'?",
    ],
    [["check", "--dataset"], "'--dataset' needs a value."],
    [["check", "--fix=yes"], "'--fix=' needs 'style', found 'yes'."],
    [["check", "-"], "Standard input has no name. Add '--stdin-filename NAME'"],
    [["chek"], "Unknown command 'chek'. Did you mean 'check'?"],
    [
      ["explain", "missing-were"],
      "Unknown diagnostic 'missing-were'. Did you mean 'missing-where'?",
    ],
    [["lsp"], "Missing transport"],
  ])("%j is invalid usage: %s", async (args, message) => {
    using folder = new Folder();
    const { status, err } = await weir(folder, args);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });
});

describe("weir fmt", () => {
  const ugly = `{"where":{"key":"ClientIP","operator":"eq","value":"192.0.2.1"}}`;

  test("formats files and lists them", async () => {
    using folder = new Folder({ "a.lpfilter": ugly, "b.lpfilter": good });
    const first = await weir(folder, ["fmt"]);
    expect(first).toEqual({ status: 0, out: "a.lpfilter\n", err: "2 files: 1 changed.\n" });
    expect(folder.read("a.lpfilter")).toBe(good);
    expect((await weir(folder, ["fmt"])).out).toBe("");
  });

  test("changes nothing with --check", async () => {
    using folder = new Folder({ "a.lpfilter": ugly });
    expect(await weir(folder, ["fmt", "--check"])).toEqual({
      status: 1,
      out: "a.lpfilter\n",
      err: "1 file: 1 would change.\n",
    });
    expect(folder.read("a.lpfilter")).toBe(ugly);
  });

  test("uses the operator style of weir.json", async () => {
    using folder = new Folder({
      "weir.json": '{ "format": { "operators": "english" } }',
      "a.cfrule": 'ssl && http.host == "a"\n',
    });
    expect((await weir(folder, ["fmt"])).out).toBe("a.cfrule\n");
    expect(folder.read("a.cfrule")).toBe('ssl and http.host eq "a"\n');
  });

  test("reports errors of a weir.json with exit code 2", async () => {
    using folder = new Folder({ "weir.json": `{ "limits": 3 }`, "a.lpfilter": good });
    const { status, err } = await weir(folder, ["fmt"]);
    expect(status).toBe(2);
    expect(err).toContain("weir.json:1:13 error weir-json\n  Expected an object");
  });

  test("formats standard input to standard output", async () => {
    using folder = new Folder();
    expect(await weir(folder, ["fmt", "--stdin-filename", "x.lpfilter"], ugly)).toEqual({
      status: 0,
      out: good,
      err: "",
    });
  });

  test("leaves a text with syntax errors unchanged, and reports it", async () => {
    using folder = new Folder({ "a.lpfilter": broken, "b.lpfilter": ugly });
    const { status, err } = await weir(folder, ["fmt"]);
    expect(status).toBe(1);
    expect(err).toContain("a.lpfilter: Not formatted because of syntax errors.");
    expect(err).toContain("\n2 files: 1 changed, 1 with syntax errors.\n");
    expect(folder.read("a.lpfilter")).toBe(broken);
    expect(folder.read("b.lpfilter")).toBe(good);
    const piped = await weir(folder, ["fmt", "-", "--stdin-filename", "x.lpfilter"], broken);
    expect(piped.status).toBe(1);
    expect(piped.out).toBe(broken);
  });
});

describe("the other commands", () => {
  test("for a diagnostic of the whole file, explain only shows how to suppress it", async () => {
    using folder = new Folder();
    const { out } = await weir(folder, ["explain", "weir-json"]);
    expect(out).toContain('"severity": { "weir-json": "off" } in weir.json');
    expect(out).not.toContain("weir-ignore");
  });

  test("init writes files without problems, and never overwrites one", async () => {
    using folder = new Folder({ "filters/server-errors.lpfilter": good });
    const first = await weir(folder, ["init"]);
    expect(first.status).toBe(0);
    expect(first.out).toContain("wrote weir.json");
    expect(folder.read("filters/server-errors.lpfilter")).toBe(good);
    execFileSync("git", ["init", "-q"], { cwd: folder.path });
    for (const it of [
      temporaryName(),
      `filters/${temporaryName()}`,
      ".weir/a",
      `${mutexName}/free`,
    ])
      folder.write(it, "");
    const git = ["status", "--porcelain", "--untracked-files=all"];
    const untracked = execFileSync("git", git, { cwd: folder.path, encoding: "utf8" });
    expect(untracked).not.toContain(".weir");
    expect(untracked).toContain("weir.json");
    expect((await weir(folder, ["check"])).out).toBe("✓ 2 files, nothing found.\n");
    expect((await weir(folder, ["init"])).status).toBe(2);
    // The profile uses the emulator, which needs no account.
    expect(folder.read("weir.json")).toContain(`"zone": "${defaults.zone}"`);
  });

  test.each([
    ["an empty folder", undefined],
    ["an empty object", "{}\n"],
    ["settings", '{\n  // Of the zone.\n  "plan": "pro"\n}\n'],
  ])("adds three policies that find something to %s, once", async (_, settings) => {
    using folder = new Folder(settings === undefined ? {} : { "weir.json": settings });
    expect(await weir(folder, ["init", "--policies"])).toMatchObject({
      status: 0,
      out: "wrote weir.json\nNext: weir check\n",
    });
    const text = folder.read("weir.json");
    expect(text).toContain(settings?.includes("plan") ? '"plan": "pro"' : "policies");
    folder.write("a.cfrule", "# @action skip\n# @skip phases=http_ratelimit\nssl\n");
    folder.write("a.lpjob", '{ "output_options": { "field_names": ["RayID", "Cookies"] } }\n');
    const { out, status } = await weir(folder, ["check", "--format", "compact"]);
    const broken = [...out.matchAll(/(\w+): Policy '([\w-]+)'/g)].map(([, level, name]) => [
      level,
      name,
    ]);
    expect(broken).toEqual([
      ["error", "description"],
      ["warning", "limits-for-all"],
      ["error", "no-sessions"],
    ]);
    expect(status).toBe(1);
    expect(await weir(folder, ["init", "--policies"])).toMatchObject({
      status: 2,
      err: "'weir.json' has policies already; nothing was changed.\n",
    });
    expect(folder.read("weir.json")).toBe(text);
  });

  test("explain lists the prerequisites of an example, like the docs", async () => {
    using folder = new Folder();
    const { out } = await weir(folder, ["explain", "too-many-operators"]);
    expect(out).toContain(`Examples
    With \`limits\` \`{"operators":2,"bytes":1000}\`:
    {
      "where": {`);
  });

  test("explain states why there is no example", async () => {
    using folder = new Folder();
    const { out } = await weir(folder, ["explain", "large-file"]);
    expect(out).toContain("There is no example here: ");
  });

  test("explain shows a page and lists all", async () => {
    using folder = new Folder();
    const page = await weir(folder, ["explain", "missing-where"]);
    expect(page.status).toBe(0);
    expect(page.out).toContain("missing-where (error, log push filter)");
    expect(page.out).toContain("weir-ignore missing-where");
    expect((await weir(folder, ["explain"])).out).toContain("unknown-operator");
  });

  test("help and version", async () => {
    using folder = new Folder();
    expect((await weir(folder, ["--help"])).out).toContain("weir COMMAND");
    expect((await weir(folder, ["check", "--help"])).out).toContain("--max-warnings");
    expect((await weir(folder, ["--version"])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await weir(folder, [])).status).toBe(2);
  });
});

describe("many files", () => {
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`${i}.lpfilter`, bare]));

  test.each(["check", "fmt"])("are counted by %s on a terminal", async (command) => {
    using folder = new Folder(many);
    const { err } = await weir(folder, [command], "", { progress: true });
    expect(err).toContain("\r200 files…\r\u001b[K");
  });

  test.each(["check", "fmt"])("are not counted by %s in a pipe", async (command) => {
    using folder = new Folder(many);
    expect((await weir(folder, [command])).err).not.toContain("…");
  });
});

describe("the bundle", () => {
  const bundle = bundlePath("cli.cjs");

  test("runs as a program", () => {
    using folder = new Folder({ "a.lpfilter": bare });
    const result = spawnSync(process.execPath, [bundle, "check"], {
      cwd: folder.path,
      encoding: "utf8",
    });
    expect(result.status).toBe(1);
    expect(result.stdout).toContain("missing-where");
    expect(result.stdout).not.toContain("\u001b");
  });

  /** A copy of the program with only the language of filters: a language is loaded with its first file. */
  function programIn(folder: Folder): string {
    for (const name of ["cli.cjs", "cli-fast.cjs", "json.cjs", "lpfilter.cjs"])
      copyFileSync(join(dirname(bundle), name), join(folder.path, name));
    return join(folder.path, "cli.cjs");
  }

  // Windows has no such permissions. Root has access to any folder, so another user runs the program in that case.
  test.runIf(process.platform !== "win32")("names a folder without access, and continues", () => {
    using folder = new Folder({ "a.lpfilter": good, "closed/b.lpfilter": good });
    const program = programIn(folder);
    chmodSync(folder.path, 0o755);
    chmodSync(join(folder.path, "closed"), 0);
    const otherUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, "check"], {
      cwd: folder.path,
      encoding: "utf8",
      ...otherUser,
    });
    chmodSync(join(folder.path, "closed"), 0o700);
    expect(stderr).toContain("closed: Permission denied.");
    expect(stdout).toContain("1 file, nothing found; 1 file could not be checked.");
    expect(status).toBe(2);
  });

  test.runIf(process.platform !== "win32")(
    "continues after files that cannot be read or written",
    () => {
      using folder = new Folder({
        "a.lpfilter": bare,
        "closed/b.lpfilter": good,
        "z.lpfilter": good,
      });
      const program = programIn(folder);
      symlinkSync("loop.lpfilter", join(folder.path, "loop.lpfilter"));
      chmodSync(folder.path, 0o755);
      chmodSync(join(folder.path, "a.lpfilter"), 0o444);
      chmodSync(join(folder.path, "closed"), 0);
      const otherUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
      const run = (...args: string[]) =>
        spawnSync(process.execPath, [program, ...args], {
          cwd: folder.path,
          encoding: "utf8",
          ...otherUser,
        });
      const checked = run("check", "--fix", "closed", "loop.lpfilter", "a.lpfilter", "z.lpfilter");
      const formatted = run("fmt", "closed", "a.lpfilter");
      chmodSync(join(folder.path, "closed"), 0o700);
      expect(checked.stderr).toContain("closed: Permission denied.");
      expect(checked.stderr).toContain("loop.lpfilter: Circular link.");
      expect(checked.stderr).toContain(
        "a.lpfilter: Permission denied; 'a.lpfilter' was not changed.",
      );
      expect(checked.stdout).toContain("1 file, nothing found; 3 files could not be checked.");
      expect([checked.status, formatted.status]).toEqual([2, 2]);
      expect(formatted.stderr).toContain("closed: Permission denied.");
    },
  );

  test("exits quietly when a pipe is closed early", () => {
    using folder = new Folder(
      Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}.lpfilter`, bare])),
    );
    const command = `"${process.execPath}" "${bundle}" check --format json`;
    const head =
      process.platform === "win32" ? `${command} | more +100000` : `${command} | head -n 1`;
    expect(() =>
      execFileSync(head, { cwd: folder.path, shell: true, stdio: "pipe" }),
    ).not.toThrow();
  });
});
