// A Neovim that tests type in.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { expect, onTestFinished } from "vitest";
import { aptInstall } from "../../scripts/install/apt.mjs";
import { Folder } from "../support/programs/cli.ts";
import { bundlePath } from "../support/programs/dist.ts";

export const root = resolve(import.meta.dirname, "../..");

/** The file that users copy. */
export const configuration = readFileSync(join(root, "editors/neovim/weir.lua"), "utf8");

/** Where docs/editors.md says that the file is copied to, if `~/.config` is the folder 'config'. */
export const configurationPath = "config/nvim/plugin/weir.lua";

/** A user with nothing else. */
export function homesIn(folder: Folder): NodeJS.ProcessEnv {
  return {
    XDG_CONFIG_HOME: join(folder.path, "config"),
    XDG_CONFIG_DIRS: folder.path,
    XDG_STATE_HOME: folder.path,
    XDG_DATA_HOME: folder.path,
  };
}

export function ensureNeovim(): boolean {
  const has = () => spawnSync("nvim", ["--version"]).status === 0;
  return has() || (aptInstall("neovim") && has());
}

/** A headless Neovim that accepts keys, and whose state can be queried. */
export class Keyboard {
  private answered = 0;

  constructor(
    private readonly socket: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly folder: Folder,
    private readonly editor: ChildProcess,
  ) {}

  /** Opens another file, and discards what was typed. */
  async edit(file: string, text: string): Promise<void> {
    this.folder.write(file, text);
    this.press(`<C-\\><C-n>:edit! ${file}<CR>`);
    await this.until("expand('%:t')", file);
    await this.untilAttached();
  }

  /** Waits until a server is attached to the file. */
  untilAttached(): Promise<void> {
    return this.until("luaeval('#vim.tbl_keys(vim.lsp.buf_get_clients(0))')", "1");
  }

  async close(): Promise<void> {
    const gone = once(this.editor, "exit");
    this.editor.kill();
    await gone;
    this.folder[Symbol.dispose]();
  }

  press(keys: string): void {
    this.remote("--remote-send", keys);
  }

  ask(expression: string): string {
    return this.remote("--remote-expr", expression);
  }

  async until(expression: string, answer: string): Promise<void> {
    await expect.poll(() => this.ask(expression), { interval: 50 }).toBe(answer);
  }

  /** Triggers completion, which inserts the first item immediately, and accepts it. A list with one item is not shown. */
  async complete(typed: string, after: string): Promise<void> {
    this.press(`${typed}<C-x><C-o>`);
    await this.until("getline('.')", after);
    if (this.ask("pumvisible()") === "1") this.press("<C-y>");
  }

  /** Waits for the next prompt, chooses an answer by number, and returns the prompt. */
  async answer(choice: number): Promise<string> {
    const asked = () => this.folder.read("asked").split("\n").slice(0, -1);
    await expect.poll(() => asked().length).toBeGreaterThan(this.answered);
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

/** Records each prompt before it is shown, so that a test knows when to answer. The screen is tall enough for all of them. */
const noteQuestions = `
vim.o.lines = 100
local ask = vim.lsp.handlers["window/showMessageRequest"]
vim.lsp.handlers["window/showMessageRequest"] = function(failure, asked, ...)
  vim.fn.writefile({ vim.fn.json_encode(asked.message) }, "asked", "a")
  return ask(failure, asked, ...)
end
`;

/** Opens a file in a Neovim that keeps running. */
function startNeovim(file: string, text = "", settings: object = {}): Keyboard {
  const folder = new Folder({
    [configurationPath]: configuration,
    "config/nvim/init.lua": noteQuestions,
    "weir.json": JSON.stringify(settings),
    asked: "",
    [file]: text,
    "bin/weir": `#!/bin/sh\nexec "${process.execPath}" "${bundlePath("cli.cjs")}" "$@"\n`,
  });
  chmodSync(join(folder.path, "bin/weir"), 0o755);
  const env = {
    ...process.env,
    PATH: `${join(folder.path, "bin")}${delimiter}${process.env.PATH}`,
    ...homesIn(folder),
  };
  const socket = join(folder.path, "keys");
  const args = ["--headless", "--listen", socket, file];
  const editor = spawn("nvim", args, { cwd: folder.path, env, stdio: "ignore" });
  return new Keyboard(socket, env, folder, editor);
}

/** Starts a Neovim for one test, with a server attached. */
export async function keyboardOn(
  ...given: Parameters<typeof startNeovim>
): Promise<Keyboard | undefined> {
  if (!ensureNeovim()) return undefined;
  const keyboard = startNeovim(...given);
  onTestFinished(() => keyboard.close());
  await keyboard.untilAttached();
  return keyboard;
}

let shared: Keyboard | undefined;

export async function closeShared(): Promise<void> {
  await shared?.close();
  shared = undefined;
}

/** A Neovim that several tests share, each with its own file, because starting it and a server is slow. */
export async function sharedKeyboardOn(file: string, text = ""): Promise<Keyboard | undefined> {
  if (!ensureNeovim()) return undefined;
  if (!shared) {
    shared = startNeovim("first.cfrule");
    await shared.untilAttached();
  }
  await shared.edit(file, text);
  return shared;
}
