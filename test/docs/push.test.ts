import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EmulatorProcess, type Ran } from "../support/programs/bundle.ts";
import { Folder, runIn } from "../support/programs/cli.ts";
import { type Block, blocksOf, isStepOfWalk, root, walkPages } from "./markdown.ts";
import { type CommandLine, commandsOf, programs } from "./shell.ts";

const usualPort = 8787;

/** Runs the tutorial with the samples and an emulator. */
class Walk {
  readonly ran: string[] = [];
  private last: Ran = { status: 0, output: "" };

  constructor(
    private readonly folder: string,
    private emulator: EmulatorProcess | undefined = undefined,
  ) {}

  async take(block: Block): Promise<void> {
    if (block.info === "sh") for (const it of commandsOf(block)) await this.run(it);
    else if (block.info === "diff") this.edit(block);
    else if (block.info === "text") this.compare(block);
    else throw new Error(`${block.page}:${block.line} is not a step of the tutorial.`);
  }

  async end(): Promise<void> {
    expect(await this.emulator?.stop()).toBe(0);
  }

  private async run({ where, words, status }: CommandLine): Promise<void> {
    const written = words.join(" ");
    this.ran.push(written);
    if (written === "npx --no weir emulator") {
      this.emulator = await EmulatorProcess.start(["emulator"], this.folder);
      this.last = { status: 0, output: this.emulator.firstLine };
      // The samples and the page use the default port, which may be in use.
      this.replaceIn("samples/weir.json", String(usualPort), String(this.emulator.port));
      return;
    }
    this.last = await this.result(words);
    expect(this.last.status, `${where}: ${written}\n${this.last.output}`).toBe(status);
  }

  private result([program = "", ...args]: readonly string[]): Promise<Ran> {
    const port = String(this.emulator?.port);
    const here = args.map((it) => it.replace(`:${usualPort}/`, `:${port}/`));
    const other = programs[program];
    if (other) return other(here, this.folder);
    const [no, name, ...rest] = here;
    if (`${program} ${no} ${name}` !== "npx --no weir")
      throw new Error(`Unsupported program '${program}'.`);
    // A reader answers 'y'. Here, there is no terminal.
    const asks = ["push", "pull", "delete", "undo"].includes(rest[0] ?? "");
    return this.weir([...rest, ...(asks ? ["--yes"] : [])]);
  }

  private async weir(args: readonly string[]): Promise<Ran> {
    let output = "";
    const write = (text: string) => {
      output += text;
    };
    const { status } = await runIn(this.folder, args, { out: write, err: write, env: {} });
    return { status, output };
  }

  /** Replaces the '-' lines with the '+' lines in the file after '---'. */
  private edit({ text }: Block): void {
    const [head = "", ...lines] = text.split("\n");
    const signed = (sign: string) =>
      lines.flatMap((it) => (it.startsWith(sign) ? [it.slice(1).trim()] : [])).join("\n");
    this.replaceIn(head.replace(/^--- /, ""), signed("-"), signed("+"));
  }

  /** The last output contains each line of the block, in order. '…' matches anything. */
  private compare({ page, line, text }: Block): void {
    const parts = text.split(/…|\n/).map((it) => it.trim());
    let at = 0;
    for (const part of parts) {
      const found = this.shown().indexOf(part, at);
      expect(found, `${page}:${line}: '${part}' is not in\n${this.shown()}`).not.toBe(-1);
      at = found + part.length;
    }
  }

  private shown(): string {
    return this.last.output.replaceAll(`:${this.emulator?.port}`, `:${usualPort}`);
  }

  private replaceIn(path: string, before: string, after: string): void {
    const file = join(this.folder, path);
    const text = readFileSync(file, "utf8");
    expect(text, `${path} has no '${before}'`).toContain(before);
    writeFileSync(file, text.replace(before, after));
  }
}

test("the tutorial works as written", async () => {
  using folder = new Folder();
  cpSync(join(root, "samples"), join(folder.path, "samples"), { recursive: true });
  const walk = new Walk(folder.path);
  for (const it of walkPages.flatMap(blocksOf).filter(isStepOfWalk)) await walk.take(it);
  await walk.end();
  for (const step of [
    /push .*\.lpfilter/,
    /push .*\.cfrule$/,
    /--inline/,
    /ruleQuota/,
    /diff/,
    /pull/,
    /delete/,
    /undo/,
  ])
    expect(
      walk.ran.some((it) => step.test(it)),
      String(step),
    ).toBe(true);
  // Everything was deleted again.
  expect(JSON.parse(folder.read("samples/weir.lock.json")).resources).toEqual({});
});
