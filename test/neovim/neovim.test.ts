// The server in a second editor, with the file that users copy.
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { call, startEmulator } from "../../scripts/start/emulator.mjs";
import { Folder } from "../support/programs/cli.ts";
import { bundlePath } from "../support/programs/dist.ts";
import {
  closeShared,
  configuration,
  configurationPath,
  ensureNeovim,
  homesIn,
  keyboardOn,
  root,
  sharedKeyboardOn,
} from "./keyboard.ts";

afterAll(closeShared);

test("the page names the folder that is used here", () => {
  const page = readFileSync(join(root, "docs/editors.md"), "utf8");
  const [, folder] = /`weir\.lua`\]\([^)]*\) to `~\/\.(config\/[\w/]+\/)`/.exec(page) ?? [];
  expect(`${folder}weir.lua`).toBe(configurationPath);
});

test("Neovim shows errors, completes, fixes, and pushes", async (context) => {
  if (!ensureNeovim())
    return context.skip("There is no 'nvim' on the PATH. Install Neovim to run this test.");
  const emulator = await startEmulator();
  onTestFinished(() => emulator.stop());
  const { baseUrl, zone } = emulator;
  using folder = new Folder({
    [configurationPath]: configuration,
    "weir.json": JSON.stringify({ profiles: { local: { baseUrl, zone } } }),
    "jobs/slip.lpjob": JSON.stringify({
      name: "slip",
      dataset: "http_requests",
      destination_conf: "s3://logs/{DATE}?region=eu-central-1",
      filter: "../filters/slip.lpfilter",
    }),
    "filters/slip.lpfilter":
      '{ "where": { "key": "ClientIPP", "operator": "eq", "value": "192.0.2.1" } }\n',
    "bin/weir": `#!/bin/sh\nexec "${process.execPath}" "${bundlePath("cli.cjs")}" "$@"\n`,
  });
  chmodSync(join(folder.path, "bin/weir"), 0o755);
  const { stderr, status } = spawnSync(
    "nvim",
    ["--headless", "-S", join(import.meta.dirname, "visit.lua")],
    {
      cwd: folder.path,
      encoding: "utf8",
      timeout: 50_000,
      env: {
        ...process.env,
        ...homesIn(folder),
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

test("in Neovim a filter is typed with keys, and no quote is doubled", async (context) => {
  const keys = await sharedKeyboardOn("typed.lpfilter");
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
  const keys = await sharedKeyboardOn("typed.cfrule");
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

test("in Neovim a word inside closed quotes is completed in place", async (context) => {
  const keys = await sharedKeyboardOn(
    "closed.lpfilter",
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
  const keys = await sharedKeyboardOn(
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
  const keys = await sharedKeyboardOn("commands.cfrule", "ssl\n");
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
  const has = (path: string) => expect.poll(() => call(emulator, "GET", path), { interval: 50 });

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
