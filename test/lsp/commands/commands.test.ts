import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CancellationTokenSource, ErrorCodes, ResponseError } from "vscode-languageserver/node";
import type {
  ConfirmParams,
  FileResults,
  ProfilesResult,
  Refusal,
  ResourceRow,
  TextResult,
  Verified,
} from "../../../server/src/lsp/protocol.ts";
import { removeFolders, writeAt } from "../../support/folders.ts";
import { startClient, stopClients } from "../../support/programs/lsp.ts";
import {
  filter,
  job,
  origin,
  rule,
  saysYes,
  showsMessages,
  Workbench,
  weirJson,
} from "../../support/programs/workbench.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const offers = { confirm: true, choose: true };

/** A file in a folder that does not exist. On Windows, its URI has a drive. */
function nowhere(name: string): string {
  return pathToFileURL(resolve("/nowhere", name)).href;
}

/** `outcome path: message` of every file, or the refusal. */
function summaries(answer: FileResults | Refusal): string[] {
  if ("refusal" in answer) return [`refused: ${answer.refusal}`];
  return answer.results.map((it) => `${it.outcome} ${it.path}: ${it.message}`);
}

describe("a push", () => {
  test("asks a client that confirms, then sends the requests and writes the lock", async () => {
    const bench = await Workbench.open({
      files: { "a.cfrule": rule },
      offers,
      answers: saysYes,
    });
    const { results } = await bench.run("weir.push", bench.uri("a.cfrule"));
    expect(results).toMatchObject([
      { uri: bench.uri("a.cfrule"), path: "a.cfrule", profile: "local", outcome: "created" },
    ]);
    const asked = (await bench.client.untilAsked("weir/confirm")) as ConfirmParams;
    expect(asked).toMatchObject({
      question: "Push this?",
      agree: "Push",
      uri: bench.uri("a.cfrule"),
      plan: { path: "a.cfrule", outcome: "created", title: "Create rule and its filter" },
      where: { profile: "local", origin, zoneName: "example.com" },
    });
    expect(asked.text).toContain("+   ssl");
    expect(bench.writes).toEqual([
      "POST 127.0.0.1:8787 /filters",
      "POST 127.0.0.1:8787 /firewall/rules",
    ]);
    expect(bench.entry("a.cfrule")).toMatchObject({ state: "done", rule: results[0]?.ids.rule });
    await bench.client.untilTold("weir/standings");
  });

  test("asks other clients in a message that includes the plan, and reports the result", async () => {
    const bench = await Workbench.open({
      files: { "a.cfrule": rule },
      capabilities: showsMessages,
      answers: { "window/showMessageRequest": () => ({ title: "Push" }) },
    });
    const answer = await bench.run("weir.push", { uri: bench.uri("a.cfrule") });
    expect(summaries(answer)[0]).toMatch(/^created a\.cfrule: Created rule '[^']+'\.$/);
    const asked = (await bench.client.untilAsked("window/showMessageRequest")) as {
      message: string;
      actions: { title: string }[];
    };
    expect(asked.actions.map((it) => it.title)).toEqual(["Push", "Cancel"]);
    for (const word of [
      "a.cfrule\nPush to example.com (zone) · emulator",
      origin,
      "+ action block",
    ])
      expect(asked.message).toContain(word);
    expect(await bench.client.untilTold("window/showMessage")).toMatchObject({ type: 3 });
  });

  test.each([
    ["no", { "weir/confirm": () => "no" }],
    ["nothing", { "weir/confirm": () => null }],
  ])("answered with %s changes nothing", async (_, answers) => {
    const bench = await Workbench.open({ files: { "a.cfrule": rule }, offers, answers });
    expect(summaries(await bench.run("weir.push", bench.uri("a.cfrule")))).toEqual([
      "skipped a.cfrule: Not confirmed; nothing was changed.",
    ]);
    expect(bench.writes).toEqual([]);
  });

  test("sends nothing when the client cannot ask the user", async () => {
    const bench = await Workbench.open({
      files: { "a.cfrule": rule },
      answers: {
        "window/showMessageRequest": () => {
          throw new ResponseError(ErrorCodes.MethodNotFound, "no");
        },
      },
    });
    expect(summaries(await bench.run("weir.push", bench.uri("a.cfrule")))).toEqual([
      "skipped a.cfrule: Could not ask for confirmation; nothing was changed.",
    ]);
    expect(bench.writes).toEqual([]);
  });

  test("that is destructive has a button with its name", async () => {
    const titles: string[][] = [];
    const bench = await Workbench.open({
      files: { "a.lpjob": job() },
      answers: {
        "window/showMessageRequest": ({ actions }: { actions: { title: string }[] }) => {
          titles.push(actions.map((it) => it.title));
          return actions[0];
        },
      },
    });
    await bench.run("weir.push", bench.uri("a.lpjob"));
    writeAt(bench.uri("a.lpjob"), job().replace("http_requests", "firewall_events"));
    const { results } = await bench.run("weir.push", bench.uri("a.lpjob"));
    expect(results[0]).toMatchObject({ outcome: "updated" });
    const undone = await bench.run("weir.undo", { undo: results[0]?.undo ?? "" });
    expect(summaries(undone)).toEqual([expect.stringContaining("That push replaced a job")]);
    expect(titles).toEqual([
      ["Push", "Cancel"],
      ["Push, and delete 'errors'", "Cancel"],
    ]);
  });

  test("of several files runs one by one, jobs first", async () => {
    const bench = await Workbench.open({
      files: {
        "f.lpfilter": filter("500"),
        "a.lpjob": job(`, "filter": "f.lpfilter"`),
        "bad.cfrule": "ssl and",
      },
      offers,
      answers: saysYes,
    });
    const uris = ["bad.cfrule", "f.lpfilter", "a.lpjob"].map((it) => bench.uri(it));
    expect(summaries(await bench.run("weir.push", { uris }))).toEqual([
      "created a.lpjob: Created job 'errors' (1).",
      "unchanged f.lpfilter: No changes: the file matches job 'errors' (1).",
      expect.stringMatching(/^failed bad\.cfrule: 'bad\.cfrule' has an error in line 1/),
    ]);
  });

  test("asks for the action of a rule without one", async () => {
    const files = { "a.cfrule": "ssl" };
    const bench = await Workbench.open({
      files,
      offers,
      answers: {
        ...saysYes,
        "weir/choose": ({ answers }: { answers: string[] }) => answers.indexOf("log"),
      },
    });
    await bench.run("weir.createRule", bench.uri("a.cfrule"));
    expect([...bench.zone.rules.values()].map((it) => it.action)).toEqual(["log"]);
  });

  test("asks for the job of a filter that no job uses", async () => {
    const bench = await Workbench.open({
      files: { "a.lpjob": job(), "f.lpfilter": filter("500") },
      capabilities: showsMessages,
      answers: {
        "window/showMessageRequest": ({ actions }: { actions: { title: string }[] }) => actions[0],
      },
    });
    await bench.run("weir.push", bench.uri("a.lpjob"));
    expect(summaries(await bench.run("weir.push", bench.uri("f.lpfilter")))).toEqual([
      "updated f.lpfilter: Updated the filter of job 'errors' (1).",
    ]);
    expect(bench.entry("f.lpfilter")).toMatchObject({ job: 1, fields: ["filter"] });
  });

  test("of a filter names the job that must be pushed first", async () => {
    const files = {
      "f.lpfilter": filter("500"),
      "my jobs/a.lpjob": job(`, "filter": "../f.lpfilter"`),
    };
    const bench = await Workbench.open({ files, offers });
    const { results } = await bench.run("weir.push", bench.uri("f.lpfilter"));
    expect(results).toMatchObject([
      {
        push: bench.uri("my%20jobs/a.lpjob"),
        message: "'my jobs/a.lpjob' uses this filter but has not been pushed yet. Push that file.",
      },
    ]);
  });

  test("of a filter gives instructions for an editor", async () => {
    const wrong = `{ "where": { "and": [${'{ "key": "Nothing", "operator": "eq", "value": 1 },'.repeat(2)} 1] } }`;
    const bench = await Workbench.open({
      files: { "f.lpfilter": wrong, "g.lpfilter": filter("500"), "a.lpjob": job() },
      offers,
      answers: { ...saysYes, "weir/choose": () => 0 },
    });
    expect(summaries(await bench.run("weir.push", bench.uri("g.lpfilter")))).toEqual([
      `skipped g.lpfilter: No job uses this filter. Set it as the "filter" of a job, and push the job.`,
    ]);
    await bench.run("weir.push", bench.uri("a.lpjob"));
    expect(summaries(await bench.run("weir.push", bench.uri("f.lpfilter")))[0]).toMatch(
      /^failed f\.lpfilter: 'f\.lpfilter' has an error in line 1: .* The Problems view shows \d more\.$/,
    );
    expect(bench.client.asked.map((it) => it.method)).not.toContain("weir/choose");
    await bench.run("weir.push", bench.uri("g.lpfilter"));
    bench.zone.jobs.clear();
    expect(summaries(await bench.run("weir.push", bench.uri("g.lpfilter")))).toEqual([
      `failed g.lpfilter: The job that 'g.lpfilter' was pushed to (1) no longer exists. Set it as the "filter" of a job, and push the job.`,
    ]);
  });

  test("as a dry run sends nothing, and shows the plan", async () => {
    const bench = await Workbench.open({ files: { "a.cfrule": rule }, offers });
    const { results } = await bench.run("weir.push", { uri: bench.uri("a.cfrule"), dryRun: true });
    expect(results[0]?.message).toBe("Would create rule and its filter.");
    expect(results[0]?.text).toContain("+   ssl");
    expect(bench.writes).toEqual([]);
  });

  test("never sends a destination to the client, which may log it", async () => {
    vi.stubEnv("LOGS_KEY", "hunter2-hunter2");
    const secret = job().replace(
      "region=eu",
      `region=eu&access-key-id=\${env:LOGS_KEY}&secret-access-key=\${env:LOGS_KEY}`,
    );
    const files = { "a.lpjob": secret.replace('"errors"', `"errors \${env:LOGS_KEY}"`) };
    const bench = await Workbench.open({ files, offers, answers: saysYes });
    expect(summaries(await bench.run("weir.push", bench.uri("a.lpjob")))[0]).toMatch(/^created/);
    expect(bench.zone.jobs.get(1)?.destination_conf).toContain("hunter2");
    expect(JSON.stringify([bench.client.asked, bench.client.told])).not.toContain("hunter2");
  });

  test("names a variable that is not set, and takes its value from the client, for later pushes too", async () => {
    const files = { "a.lpjob": job().replace("region=eu", `region=\${env:LOGS_REGION}`) };
    const bench = await Workbench.open({ files, offers, answers: saysYes });
    const uri = bench.uri("a.lpjob");
    const { results } = await bench.run("weir.push", { uri });
    expect(results[0]).toMatchObject({
      message: "'a.lpjob' needs the environment variable 'LOGS_REGION', which is not set.",
      variable: "LOGS_REGION",
    });
    expect(bench.writes).toEqual([]);
    const variables = { LOGS_REGION: "hunter2-hunter2" };
    const pushed = await bench.run("weir.push", { uri, variables });
    expect(summaries(pushed)[0]).toMatch(/^created/);
    expect(bench.zone.jobs.get(1)?.destination_conf).toContain("region=hunter2-hunter2");
    expect(summaries(await bench.run("weir.push", { uri }))[0]).toMatch(/^unchanged/);
    expect(JSON.stringify([pushed, bench.client.asked, bench.client.told])).not.toContain(
      "hunter2",
    );
  });
});

describe("the target of a command", () => {
  test.each<[unknown, RegExp]>([
    [[1], /^Expected an object or a URI\./],
    [[["file:///a"]], /^Expected an object or a URI\./],
    [[{ uri: 1 }], /'uri' needs a string/],
    [[{ uris: "file:///a" }], /'uris' needs an array of strings/],
    [[{ variables: { A: 1 } }], /'variables' needs an object of strings/],
    [[{ uri: "file:///a", dryrun: true }], /^Unknown argument 'dryrun'/],
    [["file:///a", "file:///b"], /^Expected one argument\./],
    [["untitled:Untitled-1"], /never saved/],
    [["https://example.com/a.cfrule"], /is not a local file/],
    [
      [nowhere("a.cfrule")],
      /^No 'weir\.json' in this folder or above it\. Run 'weir init' to create one\.$/,
    ],
    [[nowhere("a.txt")], /is not a file type that can be pushed/],
  ])("%j is refused", async (args, refusal) => {
    const bench = await Workbench.open({ offers });
    const asked = { command: "weir.push", arguments: args };
    const answer = await bench.client.request<Refusal>("workspace/executeCommand", asked);
    expect(answer.refusal).toMatch(refusal);
    expect(bench.sent).toEqual([]);
  });

  test.each(["push", "diff", "pull", "delete", "verify", "copyCurl", "remoteText"] as const)(
    "requires a weir.json with profiles: %s",
    async (name) => {
      const bench = await Workbench.open({
        files: { "weir.json": "{}", "a.cfrule": rule },
        offers,
      });
      const lacking = async (uri: string) => (await bench.run<Refusal>(`weir.${name}`, uri)).lacks;
      const [outside, here] = [nowhere("a.cfrule"), bench.uri("a.cfrule")];
      expect(await lacking(outside)).toEqual({ what: "settings", uri: outside });
      expect(await lacking(here)).toEqual({ what: "profiles", uri: bench.uri("weir.json") });
      const faulty = await Workbench.open({
        files: { "weir.json": "{", "a.cfrule": rule },
        offers,
      });
      const answer = await faulty.run<Refusal>(`weir.${name}`, faulty.uri("a.cfrule"));
      expect(answer.lacks).toEqual({ what: "fix", uri: faulty.uri("weir.json") });
    },
  );

  test("is required, even when only one file is open", async () => {
    const bench = await Workbench.open({ files: { "a.cfrule": rule }, offers });
    const uri = bench.uri("a.cfrule");
    await bench.client.open(uri, rule, "cfrule");
    const answer = await bench.run("weir.push");
    expect(answer.refusal).toBe(`'weir.push' needs a file. Pass { "uri": "${uri}" }.`);
  });

  test("must be a known command", async () => {
    const bench = await Workbench.open({ offers });
    const asked = bench.client.request("workspace/executeCommand", { command: "weir.nothing" });
    await expect(asked).rejects.toThrow("Unknown command 'weir.nothing'.");
    const { executeCommandProvider } = bench.client.initialized?.capabilities ?? {};
    expect(executeCommandProvider?.commands).toContain("weir.push");
  });

  test.each([
    ["the file itself", "a.lpjob", "'a.lpjob' has unsaved changes. Save it first."],
    ["the filter that it names", "f.lpfilter", "'f.lpfilter' has unsaved changes. Save it first."],
    ["the settings", "weir.json", "'weir.json' has unsaved changes. Save it first."],
  ])("must be saved: %s", async (_, name, refusal) => {
    const bench = await Workbench.open({
      files: { "f.lpfilter": filter("500"), "a.lpjob": job(`, "filter": "f.lpfilter"`) },
      offers,
      answers: saysYes,
    });
    await bench.client.open(bench.uri(name), `${bench.text(name)} `, "any");
    const answer = await bench.run("weir.push", bench.uri("a.lpjob"));
    expect(summaries(answer)[0]).toContain(refusal);
    expect(bench.writes).toEqual([]);
    await bench.client.change(bench.uri(name), 2, {
      text: bench.text(name).replace(/\n/g, "\r\n"),
    });
    expect(summaries(await bench.run("weir.push", bench.uri("a.lpjob")))[0]).toMatch(/^created/);
  });
});

describe("credentials", () => {
  const elsewhere = "https://api.example";
  const files = {
    "weir.json": weirJson({ baseUrl: `${elsewhere}/client/v4` }),
    "a.cfrule": rule,
  };
  const own = "weir-emulator-token";

  test("come from the client for their own origin", async () => {
    const asked: string[] = [];
    const bench = await Workbench.open({
      files,
      offers: { ...offers, credential: true },
      answers: {
        ...saysYes,
        "weir/credential": ({ origin }: { origin: string }) => {
          asked.push(origin);
          return { origin, token: own };
        },
      },
    });
    expect(summaries(await bench.run("weir.push", bench.uri("a.cfrule")))[0]).toMatch(/^created/);
    expect(asked).toEqual([elsewhere]);
    expect(new Set(bench.sent.map((it) => it.authorization))).toEqual(
      new Set(["Bearer weir-emulator-token"]),
    );
  });

  test.each([
    ["another origin", { origin: "https://other.example", token: "s3cret-token" }],
    ["another port", { origin: `${elsewhere}:8443`, token: "s3cret-token" }],
    ["no origin", { token: "s3cret-token" }],
    ["half a key", { origin: elsewhere, email: "s3cret-mail@example.com" }],
    ["a token with a line break", { origin: elsewhere, token: "s3cret-token\r\nHost: x" }],
  ])("for %s are refused, and not shown", async (_, handed) => {
    const bench = await Workbench.open({
      files,
      offers: { ...offers, credential: true },
      answers: { ...saysYes, "weir/credential": () => handed },
    });
    const answer = await bench.run("weir.push", bench.uri("a.cfrule"));
    expect(answer).toMatchObject({ refusal: expect.any(String), signInTo: elsewhere });
    expect(bench.sent).toEqual([]);
    expect(JSON.stringify([answer, bench.client.logged, bench.client.told])).not.toContain(
      "s3cret",
    );
  });

  test("that are missing are requested by the error", async () => {
    vi.stubEnv("WEIR_API_TOKEN", own);
    vi.stubEnv("WEIR_BASE_URL", `${elsewhere}/client/v4`);
    const bench = await Workbench.open({ files, offers: { ...offers, credential: true } });
    expect(await bench.run("weir.push", bench.uri("a.cfrule"))).toEqual({
      refusal: `Profile 'local': Not signed in to '${elsewhere}'. Sign in first.`,
      signInTo: elsewhere,
    });
    expect(bench.sent).toEqual([]);
  });

  test("come from the environment for a client without credential support", async () => {
    const bench = await Workbench.open({ files, offers, answers: saysYes });
    expect(await bench.run("weir.push", bench.uri("a.cfrule"))).toMatchObject({
      signInTo: elsewhere,
    });
    vi.stubEnv("WEIR_API_TOKEN", own);
    vi.stubEnv("WEIR_BASE_URL", `${elsewhere}/client/v4`);
    expect(summaries(await bench.run("weir.push", bench.uri("a.cfrule")))[0]).toMatch(/^created/);
  });

  test("of the emulator need no sign-in", async () => {
    const bench = await Workbench.open({
      files: { "a.cfrule": rule },
      offers: { ...offers, credential: true },
      answers: saysYes,
    });
    expect(summaries(await bench.run("weir.push", bench.uri("a.cfrule")))[0]).toMatch(/^created/);
  });

  test("are verified, and list the zones and accounts that they have access to", async () => {
    const bench = await Workbench.open();
    expect(await bench.run<Verified>("weir.verify", bench.uri("weir.json"))).toMatchObject({
      origin,
      identity: expect.stringMatching(/^the token with ID \w+$/),
      zones: [{ name: "example.com" }],
      accounts: [{ name: "Weir emulator" }],
    });
    const { message } = (await bench.client.untilTold("window/showMessage")) as { message: string };
    expect(message).toMatch(
      /^'http.*' accepts the credential: the token with ID \w+\.\nZones: example\.com \(/,
    );
    vi.stubEnv("WEIR_API_TOKEN", "s3cret-and-wrong");
    vi.stubEnv("WEIR_BASE_URL", origin);
    const { refusal } = await bench.run<Refusal>("weir.verify", bench.uri("weir.json"));
    expect(refusal).toMatch(/rejected the credential \(401\)/);
    expect(refusal).not.toContain("s3cret");
  });
});

describe("an untrusted workspace", () => {
  test("reads no profile and sends nothing, but has language features", async () => {
    const bench = await Workbench.open({
      files: { "a.cfrule": rule },
      offers,
      answers: saysYes,
      initializationOptions: { trusted: false },
    });
    const uri = bench.uri("a.cfrule");
    await bench.client.open(uri, "# @action block\nssll", "cfrule");
    for (const command of ["weir.push", "weir.profiles", "weir.copyCurl", "weir.verify"] as const)
      expect((await bench.run(command, uri)).refusal).toMatch(/^This workspace is not trusted/);
    expect(bench.sent).toEqual([]);
    await bench.client.until(() => bench.client.published.some((it) => it.diagnostics.length > 0));
    await bench.client.change(uri, 2, { text: rule });
    expect(await bench.run<TextResult>("weir.copyEscaped", uri)).toEqual({ text: '"ssl"' });
    await bench.client.notify("weir/workspace", { trusted: true });
    await bench.client.untilTold("weir/standings");
    expect(summaries(await bench.run("weir.push", uri))[0]).toMatch(/^created/);
  });
});

describe("canceling", () => {
  test("before the requests changes nothing", async () => {
    const source = new CancellationTokenSource();
    const bench = await Workbench.open({
      files: { "a.cfrule": rule },
      offers,
      answers: {
        "weir/confirm": () => {
          source.cancel();
          return new Promise(() => {});
        },
      },
    });
    expect(summaries(await bench.run("weir.push", bench.uri("a.cfrule"), source.token))).toEqual([
      "skipped a.cfrule: Canceled; nothing was changed.",
    ]);
    expect(bench.writes).toEqual([]);
  });

  test("aborts reading immediately", async () => {
    const source = new CancellationTokenSource();
    const bench = await Workbench.open({ files: { "a.cfrule": rule }, offers, answers: saysYes });
    bench.before = () => {
      source.cancel();
      return new Promise(() => {});
    };
    // The service never responds, so only the cancellation ends this.
    expect(summaries(await bench.run("weir.push", bench.uri("a.cfrule"), source.token))).toEqual([
      "skipped a.cfrule: Canceled; nothing was changed.",
    ]);
    expect(bench.writes).toEqual([]);
  });

  test("between two requests stops before the second, and the lock and the result record it", async () => {
    const bench = await Workbench.open({
      files: { "a.cfrule": rule },
      capabilities: { window: { workDoneProgress: true } },
      offers,
      answers: saysYes,
    });
    bench.before = async (call) => {
      if (!call.startsWith("POST")) return;
      const { token } = (await bench.client.untilAsked("window/workDoneProgress/create")) as {
        token: string;
      };
      await bench.client.notify("window/workDoneProgress/cancel", { token });
      // The server has to receive the notification before the call ends.
      await bench.client.request("workspace/symbol", { query: "none" });
    };
    const [result] = summaries(await bench.run("weir.push", bench.uri("a.cfrule")));
    expect(result).toMatch(
      /^failed a\.cfrule: Create rule: not done\. Canceled\. The filter 'ssl' \(\w+\) exists\. Push again to continue with it\.$/,
    );
    expect(bench.writes).toEqual(["POST 127.0.0.1:8787 /filters"]);
    expect(bench.entry("a.cfrule")).toMatchObject({ state: "filter-created" });
    bench.before = () => {};
    expect(summaries(await bench.run("weir.push", bench.uri("a.cfrule")))[0]).toMatch(/^created/);
    expect(bench.zone.filters.size).toBe(1);
  });

  test("skips the remaining files", async () => {
    const source = new CancellationTokenSource();
    const bench = await Workbench.open({
      files: { "a.cfrule": rule, "b.cfrule": "# @action log\nnot ssl" },
      offers,
      answers: {
        "weir/confirm": () => {
          source.cancel();
          return new Promise(() => {});
        },
      },
    });
    const uris = [bench.uri("a.cfrule"), bench.uri("b.cfrule")];
    expect(summaries(await bench.run("weir.push", { uris }, source.token))).toEqual([
      "skipped a.cfrule: Canceled; nothing was changed.",
      "skipped b.cfrule: Canceled; nothing was changed.",
    ]);
  });
});

test("progress uses the token of the request", async () => {
  const bench = await Workbench.open({ files: { "a.cfrule": rule }, offers, answers: saysYes });
  await bench.client.request("workspace/executeCommand", {
    command: "weir.push",
    arguments: [bench.uri("a.cfrule")],
    workDoneToken: "mine",
  });
  const shown = await bench.client.until(() => {
    const all = bench.client.told.filter((it) => it.method === "$/progress").map((it) => it.params);
    return all.length >= 4 && all;
  });
  expect(shown).toMatchObject([
    { token: "mine", value: { kind: "begin", title: "Pushing", cancellable: true } },
    { value: { kind: "report", message: "Create filter" } },
    { value: { kind: "report", message: "Create rule" } },
    { value: { kind: "end" } },
  ]);
  expect(bench.client.asked.map((it) => it.method)).not.toContain("window/workDoneProgress/create");
});

describe("undo", () => {
  test("deletes a created resource, once", async () => {
    const bench = await Workbench.open({ files: { "a.cfrule": rule }, offers, answers: saysYes });
    const { results } = await bench.run("weir.push", bench.uri("a.cfrule"));
    const undo = results[0]?.undo ?? "";
    const [undone] = (await bench.run("weir.undo", { undo })).results;
    expect(undone).toMatchObject({ outcome: "deleted", uri: bench.uri("a.cfrule") });
    expect(bench.zone.rules.size + bench.zone.filters.size).toBe(0);
    expect((await bench.run("weir.undo", { undo })).refusal).toMatch(/can no longer be undone/);
    expect((await bench.run("weir.undo")).refusal).toMatch(/needs a file/);
  });

  test("undoes all files of a run with one question, by its ID or by the folder", async () => {
    const files = { "a.cfrule": rule, "b.lpjob": job() };
    const bench = await Workbench.open({ files, offers, answers: saysYes });
    const uris = [bench.uri("a.cfrule"), bench.uri("b.lpjob")];
    const { results } = await bench.run("weir.push", { uris });
    expect(new Set(results.map((it) => it.undo))).toEqual(new Set(["push-1"]));
    const rehearsed = await bench.run("weir.undo", { undo: "push-1", dryRun: true });
    expect(summaries(rehearsed).join("\n")).toMatch(/^skipped a\.cfrule: Would delete.*b\.lpjob/s);
    const asked = bench.client.asked.length;
    expect(summaries(await bench.run("weir.undo", { undo: "push-1" }))).toEqual([
      "deleted a.cfrule: Deleted from the service.",
      "deleted b.lpjob: Deleted from the service.",
    ]);
    expect(
      bench.client.asked.slice(asked).filter((it) => it.method === "weir/confirm"),
    ).toHaveLength(1);
    await bench.run("weir.push", { uris });
    // The destination is known to this process, though it is not stored.
    writeAt(bench.uri("b.lpjob"), job().replace("s3://", "gs://"));
    await bench.run("weir.push", bench.uri("b.lpjob"));
    const folder = bench.uri("b.lpjob").replace(/\/[^/]*$/, "");
    expect(summaries(await bench.run("weir.undo", { uri: folder }))).toEqual([
      "updated b.lpjob: Restored the state from before the push.",
    ]);
    const [destination] = [...bench.zone.jobs.values()].map((it) => it.destination_conf);
    expect(destination).toMatch(/^s3:/);
    expect(summaries(await bench.run("weir.undo", { uri: folder }))[0]).toMatch(
      /already been undone/,
    );
  });

  test("a deletion is the last push, and its rule is created again", async () => {
    const bench = await Workbench.open({ files: { "a.cfrule": rule }, offers, answers: saysYes });
    await bench.run("weir.push", bench.uri("a.cfrule"));
    const { results } = await bench.run("weir.delete", bench.uri("a.cfrule"));
    expect(bench.zone.rules.size).toBe(0);
    await bench.run("weir.undo", { undo: results[0]?.undo ?? "" });
    expect(bench.zone.rules.size).toBe(1);
  });

  test("finds the last push of a file by another process", async () => {
    const files = { "a.cfrule": rule };
    const bench = await Workbench.open({ files, offers, answers: saysYes });
    const uri = bench.uri("a.cfrule");
    await bench.run("weir.push", uri);
    bench.client = await startClient({
      folders: [bench.folder],
      capabilities: { experimental: { weir: offers } },
      answers: saysYes,
    });
    expect(summaries(await bench.run("weir.undo", { uri, dryRun: true }))[0]).toMatch(
      /^skipped a\.cfr/,
    );
    expect(bench.zone.rules.size).toBe(1);
    const [undone] = (await bench.run("weir.undo", { uri })).results;
    expect(undone).toMatchObject({ outcome: "deleted", uri });
    expect(bench.zone.rules.size + bench.zone.filters.size).toBe(0);
    expect(summaries(await bench.run("weir.undo", { uri }))).toEqual([
      "failed a.cfrule: Nothing to undo: no push of 'a.cfrule' is recorded.",
    ]);
  });

  test("restores a changed resource, and is refused after an external change", async () => {
    const bench = await Workbench.open({ files: { "a.lpjob": job() }, offers, answers: saysYes });
    const uri = bench.uri("a.lpjob");
    await bench.run("weir.push", uri);
    writeAt(uri, job(`, "filter": ${filter("500")}`));
    const undo = (await bench.run("weir.push", uri)).results[0]?.undo ?? "";
    const pushed = bench.zone.jobs.get(1);
    if (!pushed) throw new Error("There is no job.");
    bench.zone.jobs.set(1, { ...pushed, enabled: false });
    expect(summaries(await bench.run("weir.undo", { undo }))).toEqual([
      "failed a.lpjob: The job 'errors' (1) has changed on the service since that push, so it was not reverted. Compare the file with the service first.",
    ]);
    bench.zone.jobs.set(1, pushed);
    expect(summaries(await bench.run("weir.undo", { undo }))).toEqual([
      "updated a.lpjob: Restored the state from before the push.",
    ]);
    expect(bench.zone.jobs.get(1)?.filter).toBe("");
  });
});

describe("other commands", () => {
  const files = {
    "a.cfrule": rule,
    "f.lpfilter": filter("500"),
    "a.lpjob": job(`, "filter": "f.lpfilter"`),
  };

  test("compare a file with the service, and show the differences", async () => {
    const bench = await Workbench.open({ files, offers, answers: saysYes });
    const uri = bench.uri("a.cfrule");
    expect(summaries(await bench.run("weir.diff", uri))).toEqual([
      "created a.cfrule: Not on the service. Push to create it.",
    ]);
    await bench.run("weir.push", uri);
    writeAt(uri, "# @action block\nnot ssl");
    const { results } = await bench.run("weir.diff", uri);
    expect(results[0]?.message).toBe("The file has changed since the last push.");
    expect(results[0]?.text).toContain("+   not ssl");
  });

  test("pull into existing and new files", async () => {
    const bench = await Workbench.open({ files, offers, answers: saysYes });
    const uris = [bench.uri("a.cfrule"), bench.uri("a.lpjob")];
    await bench.run("weir.push", { uris });
    for (const [id, it] of bench.zone.filters)
      bench.zone.filters.set(id, { ...it, expression: "not ssl" });
    expect(summaries(await bench.run("weir.pull", bench.uri("a.cfrule")))).toEqual([
      "updated a.cfrule: Written.",
    ]);
    expect(bench.text("a.cfrule")).toBe("# @action block\nnot ssl\n");
    const job1 = bench.zone.jobs.get(1);
    if (job1)
      bench.zone.jobs.set(1, {
        ...job1,
        filter: '{"where":{"key":"EdgeResponseStatus","operator":"eq","value":404}}',
      });
    expect(summaries(await bench.run("weir.pull", bench.uri("f.lpfilter")))).toEqual([
      "updated f.lpfilter: Written.",
    ]);
    expect(bench.text("f.lpfilter")).toContain("404");
    const { results } = await bench.run("weir.pull", bench.folder);
    expect(results.map((it) => it.outcome)).toEqual(["unchanged", "unchanged"]);
  });

  test("delete the resource of a file", async () => {
    const bench = await Workbench.open({ files, offers, answers: saysYes });
    await bench.run("weir.push", bench.uri("a.cfrule"));
    expect(summaries(await bench.run("weir.delete", bench.uri("a.cfrule")))).toEqual([
      "deleted a.cfrule: Deleted from the service.",
    ]);
    expect((await bench.client.untilAsked("weir/confirm")) as ConfirmParams).toMatchObject({
      agree: "Push",
    });
    expect(bench.zone.rules.size).toBe(0);
  });

  test("copy the pushed text and the requests, without secrets", async () => {
    vi.stubEnv("WEIR_API_TOKEN", "s3cret");
    const bench = await Workbench.open({ files, offers, answers: saysYes });
    const copy = async (args: { uri: string; inline?: boolean }) =>
      (await bench.run<{ text: string }>("weir.copyCurl", args)).text;
    const escaped = await bench.run<{ text: string }>("weir.copyEscaped", bench.uri("f.lpfilter"));
    expect(JSON.parse(JSON.parse(escaped.text))).toEqual(JSON.parse(filter("500")));
    const two = await copy({ uri: bench.uri("a.cfrule") });
    expect(two.match(/curl .*/g)).toHaveLength(2);
    expect(two).toContain(`/filters'`);
    // The one in the environment belongs to another host.
    expect(two).not.toContain("$WEIR_API_TOKEN");
    expect(two).toContain("Bearer weir-emulator-token");
    const one = await copy({ uri: bench.uri("a.cfrule"), inline: true });
    expect(one.match(/curl .*/g)).toHaveLength(1);
    expect(one).toContain(`"filter":{"expression":"ssl"}`);
    const jobCall = await copy({ uri: bench.uri("a.lpjob") });
    expect(jobCall).toContain("$DESTINATION_CONF");
    expect([two, one, jobCall].join()).not.toMatch(/s3cret/);
    expect(bench.sent.filter(({ call }) => !call.startsWith("GET "))).toEqual([]);
  });

  test("copy files as SQL, from the editor and for any database", async () => {
    const bench = await Workbench.open({
      files: { ...files, "p.lpjob": '{ "filter": "f.lpfilter" }' },
      offers,
    });
    const copy = (args: object) => bench.run<TextResult>("weir.copySql", args);
    const uri = bench.uri("f.lpfilter");
    const sql = {
      text: expect.stringMatching(/^SELECT \*\nFROM http_requests\nWHERE\n(?:.|\n)+;\n$/),
    };
    expect(await copy({ uri, dialect: "postgres" })).toEqual(sql);
    expect(await copy({ uri: bench.uri("p.lpjob"), dialect: "sqlite" })).toEqual(sql);
    expect(await copy({ uri })).toEqual({ text: expect.stringContaining("read_ndjson") });
    const rule = bench.uri("a.cfrule");
    await bench.client.open(rule, 'http.request.body.raw eq "a"', "cfrule");
    expect(await copy({ uri: rule, dialect: "trino" })).toEqual({
      refusal: "Line 1: 'http.request.body.raw' is not in the log lines of 'http_requests'.",
    });
    expect(await copy({ uri, dialect: "no-dialect" })).toEqual({
      refusal: expect.stringContaining("'dialect' needs 'duckdb', 'clickhouse'"),
    });
    expect(bench.sent).toEqual([]);
  });

  test("copy a rule as a filter, from the editor", async () => {
    const bench = await Workbench.open({ files, offers });
    const uri = bench.uri("new.cfrule");
    await bench.client.open(uri, 'ssl and http.host matches "a"', "cfrule");
    expect(await bench.run<TextResult>("weir.copyFilter", { uri })).toEqual({
      text: expect.stringMatching(
        /^\/\/ @dataset http_requests\n\/\/ Not carried over: http\.host matches "a"\n\{/,
      ),
    });
    expect(bench.sent).toEqual([]);
  });

  test("copy a rule of a host document as a filter", async () => {
    const bench = await Workbench.open({ files, offers });
    const uri = bench.uri("main.tf");
    const rule = (expression: string) => `    { action = "log", expression = "${expression}" },\n`;
    const set = (...rules: string[]) =>
      `resource "cloudflare_ruleset" "a" {\n  phase = "http_request_firewall_custom"\n  rules = [\n${rules.join("")}  ]\n}\n`;
    const text = set(rule("ssl"), rule('http.host eq \\"a\\"'), rule("cf.threat_score gt 5"));
    await bench.client.open(uri, text, "terraform");
    const copy = (line: number) =>
      bench.run<TextResult>("weir.copyFilter", { uri, position: { line, character: 40 } });
    expect(await copy(4)).toEqual({
      text: expect.stringContaining('"key": "ClientRequestHost", "operator": "eq", "value": "a"'),
    });
    expect(await copy(5)).toEqual({
      refusal: "No log field has what this rule needs: cf.threat_score gt 5.",
    });
    expect(await copy(0)).toEqual({
      refusal:
        "No filter or rule found at line 1. This file has 3 filters and rules (lines 4, 5, 6). Place the cursor in one of them.",
    });
    const only = bench.uri("only.tf");
    await bench.client.open(only, set(rule("ssl")), "terraform");
    expect(await bench.run<TextResult>("weir.copyFilter", { uri: only })).toHaveProperty("text");
    const open = bench.uri("open.tf");
    await bench.client.open(open, set(rule(`http.host eq \\"\${var.host}\\"`)), "terraform");
    expect(await bench.run<TextResult>("weir.copyFilter", { uri: open })).toEqual({
      refusal: "Parts of the rule are filled in later, so it cannot be copied as a filter.",
    });
  });

  test("show the copied text when the client has no clipboard", async () => {
    const bench = await Workbench.open({ files });
    const { text } = await bench.run<{ text: string }>("weir.copyEscaped", bench.uri("f.lpfilter"));
    expect(await bench.client.untilTold("window/showMessage")).toEqual({ type: 3, message: text });
  });

  test("list profiles, without sending anything", async () => {
    const bench = await Workbench.open({ files });
    const { profiles } = await bench.run<ProfilesResult>("weir.profiles");
    expect(profiles).toMatchObject([
      {
        uri: bench.uri("weir.json"),
        name: "local",
        isDefault: true,
        origin,
        isLoopback: true,
        rulesTarget: "firewall-rules",
      },
    ]);
    expect(bench.sent).toEqual([]);
  });

  test("list the resources of the service with their state", async () => {
    const bench = await Workbench.open({ files, offers, answers: saysYes });
    const uris = [bench.uri("a.cfrule"), bench.uri("a.lpjob")];
    await bench.run("weir.push", { uris });
    const rows = async () => {
      const { resources } = await bench.run<{ resources: ResourceRow[] }>(
        "weir.resources",
        bench.uri("weir.json"),
      );
      return resources.map(
        (it) => `${it.kind} ${it.name} ${it.uri?.split("/").pop()} ${it.standing}`,
      );
    };
    expect(await rows()).toEqual([
      "job errors a.lpjob in-sync",
      "rule ssl a.cfrule in-sync",
      "filter ssl a.cfrule in-sync",
    ]);
    writeAt(bench.uri("f.lpfilter"), filter("404"));
    for (const [id, it] of bench.zone.rules) bench.zone.rules.set(id, { ...it, action: "log" });
    bench.zone.filters.set("abc", { id: "abc", expression: "not ssl", paused: false });
    expect(await rows()).toEqual([
      "job errors a.lpjob changed",
      "rule ssl a.cfrule drifted",
      "filter ssl a.cfrule drifted",
      "filter not ssl undefined remote-only",
    ]);
  });

  test("show the text that a pull would write, and none for a missing resource", async () => {
    const bench = await Workbench.open({ files, offers, answers: saysYes });
    const remote = async (name: string) =>
      (await bench.run<{ text: string }>("weir.remoteText", bench.uri(name))).text;
    expect([await remote("a.cfrule"), await remote("f.lpfilter"), await remote("a.lpjob")]).toEqual(
      ["", "", ""],
    );
    await bench.run("weir.push", { uris: [bench.uri("a.cfrule"), bench.uri("a.lpjob")] });
    expect(await remote("a.cfrule")).toBe(rule);
    for (const [id, it] of bench.zone.rules) bench.zone.rules.set(id, { ...it, action: "log" });
    expect(await remote("a.cfrule")).toBe("# @action log\nssl\n");
    expect(bench.text("a.cfrule")).toBe(rule);
    expect(await remote("f.lpfilter")).toBe(filter("500"));
    const job1 = bench.zone.jobs.get(1);
    if (job1) bench.zone.jobs.set(1, { ...job1, filter: filter("404") });
    expect(await remote("f.lpfilter")).toContain("404");
  });
});
