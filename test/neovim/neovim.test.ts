// The server in a second editor, with the file that users copy.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aptInstall } from "../../scripts/install/apt.mjs";
import { call, startEmulator } from "../../scripts/start/emulator.mjs";
import { Folder } from "../support/programs/cli.ts";

const root = resolve(import.meta.dirname, "../..");

/** The file that users copy. */
const configuration = readFileSync(join(root, "editors/neovim/weir.lua"), "utf8");

function ensureNeovim(): boolean {
  const has = () => spawnSync("nvim", ["--version"]).status === 0;
  return has() || (aptInstall("neovim") && has());
}

test("Neovim shows errors, completes, fixes, and pushes", async (context) => {
  if (!ensureNeovim())
    return context.skip("There is no 'nvim' on the PATH. Install Neovim to run this test.");
  const emulator = await startEmulator();
  onTestFinished(() => emulator.stop());
  const { baseUrl, zone } = emulator;
  using folder = new Folder({
    "init.lua": configuration,
    "weir.json": JSON.stringify({ profiles: { local: { baseUrl, zone } } }),
    "jobs/slip.lpjob": JSON.stringify({
      name: "slip",
      dataset: "http_requests",
      destination_conf: "s3://logs/{DATE}?region=eu-central-1",
      filter: "../filters/slip.lpfilter",
    }),
    "filters/slip.lpfilter":
      '{ "where": { "key": "ClientIPP", "operator": "eq", "value": "192.0.2.1" } }\n',
    "bin/weir": `#!/bin/sh\nexec "${process.execPath}" "${join(root, "dist", "cli.cjs")}" "$@"\n`,
  });
  chmodSync(join(folder.path, "bin/weir"), 0o755);
  const { stderr, status } = spawnSync(
    "nvim",
    ["--headless", "--clean", "-u", "init.lua", "-S", join(import.meta.dirname, "visit.lua")],
    {
      cwd: folder.path,
      encoding: "utf8",
      timeout: 50_000,
      env: {
        ...process.env,
        PATH: `${join(folder.path, "bin")}${delimiter}${process.env.PATH}`,
        WEIR_REPORT: join(folder.path, "report.json"),
      },
    },
  );
  expect(status, stderr).toBe(0);
  const where = '{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }';
  expect(JSON.parse(folder.read("report.json"))).toEqual({
    filetype: "lpfilter",
    before: ["'http_requests' has no field 'ClientIPP'. Did you mean 'ClientIP'?"],
    operators: expect.arrayContaining(["eq", "in"]),
    text: `{ "where": ${where} }`,
    escaped: { text: JSON.stringify(JSON.stringify({ where: JSON.parse(where) })) },
    questions: [expect.stringContaining("Create job 'slip'")],
    pushed: { version: 1, results: [expect.objectContaining({ outcome: "created" })] },
  });
  expect(await call(emulator, "GET", "/logpush/jobs")).toMatchObject([
    { name: "slip", filter: JSON.stringify({ where: JSON.parse(where) }) },
  ]);
});

/** A Neovim without a screen that takes keys, and tells what is on it. */
class Keyboard {
  private answered = 0;

  constructor(
    private readonly socket: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly folder: Folder,
  ) {}

  press(keys: string): void {
    this.remote("--remote-send", keys);
  }

  ask(expression: string): string {
    return this.remote("--remote-expr", expression);
  }

  async until(expression: string, answer: string): Promise<void> {
    await expect.poll(() => this.ask(expression), { timeout: 20_000, interval: 50 }).toBe(answer);
  }

  /** Asks for the list, whose first word is put into the text at once, and accepts it. A list of one word is not shown. */
  async complete(typed: string, after: string): Promise<void> {
    this.press(`${typed}<C-x><C-o>`);
    await this.until("getline('.')", after);
    if (this.ask("pumvisible()") === "1") this.press("<C-y>");
  }

  /** Waits for the next question, chooses an answer by its number, and gives the question. */
  async answer(choice: number): Promise<string> {
    const asked = () => this.folder.read("asked").split("\n").slice(0, -1);
    await expect.poll(() => asked().length, { timeout: 20_000 }).toBeGreaterThan(this.answered);
    this.answered++;
    this.press(`${choice}<CR>`);
    return JSON.parse(asked()[this.answered - 1] ?? "");
  }

  private remote(how: string, what: string): string {
    const args = ["--server", this.socket, how, what];
    const { stdout, stderr } = spawnSync("nvim", args, { encoding: "utf8", env: this.env });
    return (stdout + stderr).trim();
  }
}

/** Notes each question before it is asked, so that a test knows when to answer. The screen is tall enough for any of them. */
const noteQuestions = `
vim.o.lines = 100
local ask = vim.lsp.handlers["window/showMessageRequest"]
vim.lsp.handlers["window/showMessageRequest"] = function(failure, asked, ...)
  vim.fn.writefile({ vim.fn.json_encode(asked.message) }, "asked", "a")
  return ask(failure, asked, ...)
end
`;

/** Opens a file in a Neovim that goes on running, with a server attached to it. */
async function keyboardOn(
  file: string,
  text = "",
  settings: object = {},
): Promise<Keyboard | undefined> {
  if (!ensureNeovim()) return undefined;
  const folder = new Folder({
    "init.lua": [configuration, noteQuestions].join("\n"),
    "weir.json": JSON.stringify(settings),
    asked: "",
    [file]: text,
    "bin/weir": `#!/bin/sh\nexec "${process.execPath}" "${join(root, "dist", "cli.cjs")}" "$@"\n`,
  });
  onTestFinished(() => folder[Symbol.dispose]());
  chmodSync(join(folder.path, "bin/weir"), 0o755);
  const env = {
    ...process.env,
    PATH: `${join(folder.path, "bin")}${delimiter}${process.env.PATH}`,
    XDG_STATE_HOME: folder.path,
    XDG_DATA_HOME: folder.path,
  };
  const socket = join(folder.path, "keys");
  const args = ["--headless", "--clean", "-u", "init.lua", "--listen", socket, file];
  const editor = spawn("nvim", args, { cwd: folder.path, env, stdio: "ignore" });
  onTestFinished(async () => {
    const gone = once(editor, "exit");
    editor.kill();
    await gone;
  });
  const keyboard = new Keyboard(socket, env, folder);
  const attached = "luaeval('#vim.tbl_keys(vim.lsp.buf_get_clients(0))')";
  await keyboard.until(attached, "1");
  return keyboard;
}

test("in Neovim a filter is typed with keys, and no quote is doubled", async (context) => {
  const keys = await keyboardOn("typed.lpfilter");
  if (!keys) return context.skip("There is no 'nvim' on the PATH.");
  await keys.complete('i{ "whe', '{ "where": { "key": "", "operator": "", "value": "" }');
  keys.press("<Esc>S");
  await keys.complete('{"where":{"key":"ClientRequestHo', '{"where":{"key":"ClientRequestHost"');
  await keys.complete(',"op', '{"where":{"key":"ClientRequestHost","operator": ""');
  keys.press("<Left>");
  await keys.complete("e", '{"where":{"key":"ClientRequestHost","operator": "eq"');
  keys.press('<Right>,"value":"shop.example.com"}}<Esc>');
  await keys.until("luaeval('#vim.diagnostic.get(0)')", "0");
  expect(keys.ask("getline(1)")).toBe(
    '{"where":{"key":"ClientRequestHost","operator": "eq","value":"shop.example.com"}}',
  );
});

test("in Neovim a rule is typed with keys", async (context) => {
  const keys = await keyboardOn("typed.cfrule");
  if (!keys) return context.skip("There is no 'nvim' on the PATH.");
  await keys.complete("ihttp.ho", "http.host");
  await keys.complete(" cont", "http.host contains");
  keys.press(' "shop"');
  await keys.complete(" an", 'http.host contains "shop" and');
  await keys.complete(" ip.src.cou", 'http.host contains "shop" and ip.src.country');
  await keys.complete(' eq "PT', 'http.host contains "shop" and ip.src.country eq "PT"');
  keys.press("<Esc>");
  await keys.until("luaeval('#vim.diagnostic.get(0)')", "0");
});

test("in Neovim a word inside closed quotes is completed in its place", async (context) => {
  const keys = await keyboardOn(
    "typed.lpfilter",
    '{ "where": { "key": "ClientI", "operator": "eq", "value": "192.0.2.1" } }\n',
  );
  if (!keys) return context.skip("There is no 'nvim' on the PATH.");
  keys.press("/ClientI<CR>ea");
  await keys.complete(
    "P",
    '{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }',
  );
});

test("in Neovim rules inside Terraform and JSON are checked and completed", async (context) => {
  const rule = (text: string) => `expression = "${text}"`;
  const keys = await keyboardOn(
    "main.tf",
    `resource "cloudflare_filter" "a" {\n${rule(String.raw`http.hots eq \"a\"`)}\n}\n`,
  );
  if (!keys) return context.skip("There is no 'nvim' on the PATH.");
  expect(keys.ask("&filetype")).toBe("terraform");
  await keys.until("luaeval('#vim.diagnostic.get(0)')", "1");
  keys.press("2G$i");
  await keys.complete(
    " and http.user_ag",
    rule(String.raw`http.hots eq \"a\" and http.user_agent`),
  );
  keys.press("<Esc>u");
  await keys.until("luaeval('vim.diagnostic.get(0)[1].lnum')", "1");
  await keys.until("luaeval('vim.diagnostic.get(0)[1].col')", "14");
  const ruleset = { phase: "http_request_firewall_custom", rules: [{ expression: "ip.scr" }] };
  keys.press(`:edit! rules.json<CR>i${JSON.stringify(ruleset)}<Esc>`);
  await keys.until("luaeval('vim.diagnostic.get(0)[1].message') =~ 'ip.scr'", "1");
});

test("in Neovim our commands are completed, and an unknown one is reported", async (context) => {
  const keys = await keyboardOn("typed.cfrule", "ssl\n");
  if (!keys) return context.skip("There is no 'nvim' on the PATH.");
  expect(keys.ask("join(getcompletion('Weir pu', 'cmdline'))")).toBe("push pull");
  keys.press(":Weir nonsense<CR>");
  await keys.until("execute('messages') =~ 'weir.nonsense'", "1");
});

test("in Neovim a server that was killed is started again with the next edit", async (context) => {
  const keys = await keyboardOn("typed.cfrule", 'http.hots eq "a"\n');
  if (!keys) return context.skip("There is no 'nvim' on the PATH.");
  const findings = "luaeval('#vim.diagnostic.get(0)')";
  await keys.until(findings, "1");
  const pid = Number(keys.ask("luaeval('vim.lsp.get_active_clients()[1].rpc.pid')"));
  process.kill(pid, "SIGKILL");
  await keys.until("luaeval('#vim.lsp.get_active_clients()')", "0");
  keys.press("A and ssll<Esc>");
  await keys.until(findings, "2");
  await keys.complete("A or http.ho", 'http.hots eq "a" and ssll or http.host');
});

test("in Neovim a filter and a rule are typed, pushed and undone by keys", async (context) => {
  const emulator = await startEmulator();
  onTestFinished(() => emulator.stop());
  const { baseUrl, zone } = emulator;
  const to = "s3://logs/{DATE}?region=eu-central-1";
  const job = { name: "api", dataset: "http_requests", destination_conf: to };
  await call(emulator, "POST", "/logpush/jobs", job);
  const settings = { profiles: { local: { baseUrl, zone } } };
  const keys = await keyboardOn("api.lpfilter", "", settings);
  if (!keys) return context.skip("There is no 'nvim' on the PATH.");
  const has = (path: string) =>
    expect.poll(() => call(emulator, "GET", path), { timeout: 20_000, interval: 50 });

  await keys.complete('i{"where":{"key":"ClientRequestPa', '{"where":{"key":"ClientRequestPath"');
  keys.press(',"operator":"');
  await keys.complete("star", '{"where":{"key":"ClientRequestPath","operator":"startsWith"');
  keys.press(',"value":"/api/"}}<Esc>:w<CR>:Weir push<CR>');
  expect(await keys.answer(1)).toContain("Which job should use it?");
  expect(await keys.answer(1)).toContain("Update the filter of job 'api'");
  const where = { key: "ClientRequestPath", operator: "startsWith", value: "/api/" };
  await has("/logpush/jobs").toMatchObject([{ filter: JSON.stringify({ where }) }]);

  keys.press("<CR>:Weir undo<CR>");
  expect(await keys.answer(1)).toContain("Restore the previous filter of job");
  await has("/logpush/jobs").toMatchObject([{ filter: "" }]);

  keys.press("<CR>:edit admin.cfrule<CR>");
  await keys.until("&filetype", "cfrule");
  await keys.complete("i# @action blo", "# @action block");
  await keys.complete("<CR>http.request.uri.pa", "http.request.uri.path");
  keys.press(' eq "/admin"<Esc>:w<CR>:Weir push<CR>');
  expect(await keys.answer(1)).toContain("Create rule");
  const expression = 'http.request.uri.path eq "/admin"';
  await has("/firewall/rules").toMatchObject([{ action: "block", filter: { expression } }]);
});
