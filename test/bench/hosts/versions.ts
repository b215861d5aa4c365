import { resolve } from "node:path";
import type { Analysis } from "../../../server/src/core/analysis.ts";
import { defaultContext, hostOfPath } from "../../../server/src/languages.ts";
import { ServerProcess } from "../lsp-client.ts";
import { compareEvenly, type Pair, pairOf, type Row, timeOf, withinRow } from "../measure.ts";
import { terraformOfRules, yamlOfRules } from "./corpus.ts";

/** The cost of one key in a file with a thousand rules, beside the first analysis of the file. */
export async function hostVersionRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const file of files()) {
    for (const place of ["an expression", "a comment"] as const) {
      const pair = await overStdio(file, positionOf(file.text, place));
      rows.push(
        withinRow(`${file.title}: one key in ${place}, beside the first analysis`, pair, 0.1),
      );
    }
    const again = await inProcess(file);
    rows.push(
      withinRow(`${file.title}: the same in a warm process, beside a fresh analysis`, again, 0.5),
    );
  }
  return rows;
}

interface File {
  readonly title: string;
  readonly language: string;
  readonly extension: string;
  readonly text: string;
}

function files(): readonly File[] {
  const rules = 1000;
  return [
    { title: "Terraform", language: "terraform", extension: ".tf", text: terraformOfRules(rules) },
    { title: "YAML", language: "yaml", extension: ".yaml", text: yamlOfRules(rules) },
  ].map((it) => ({ ...it, title: `1,000 rules in ${it.title}`, text: withComment(it.text) }));
}

/** A comment above the rule in the middle. */
function withComment(text: string): string {
  const lines = text.split("\n");
  const middle = lines.findIndex((it) => /\brule_(?:0_)?500\b/.test(it));
  return lines.toSpliced(middle, 0, `${" ".repeat(6)}# About it`).join("\n");
}

function positionOf(text: string, place: "an expression" | "a comment") {
  const lines = text.split("\n");
  const word = place === "a comment" ? "About" : "/login/500";
  const line = lines.findIndex((it) => it.includes(word));
  return { line, character: (lines[line]?.indexOf(word) ?? 0) + word.length };
}

const processes = 5;
const keys = 40;

/** The median of some keys, and the first diagnostics, in each of a few processes. */
async function overStdio(file: File, place: { line: number; character: number }): Promise<Pair> {
  const ours: number[] = [];
  const first: number[] = [];
  for (let i = 0; i < processes; i++) {
    const command = [process.execPath, resolve("dist/server.cjs"), "--stdio"];
    const server = new ServerProcess(command, file.language, file.extension, { weir: {} });
    await server.initialize();
    first.push(
      await timeOf(async () => {
        await server.open("doc", file.text);
        await server.pull("doc");
      }),
    );
    const times: number[] = [];
    for (let version = 2; version < keys + 2; version++) {
      times.push(
        await timeOf(async () => {
          await server.change("doc", version, place, version % 2 === 0 ? "x" : "");
          await server.pull("doc");
        }),
      );
    }
    ours.push(times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN);
    await server.stop();
  }
  return pairOf(ours, first);
}

function inProcess({ text, extension }: File): Promise<Pair> {
  const language = hostOfPath(extension);
  const at = text.indexOf("/login/500");
  let last: Analysis | undefined;
  let count = 0;
  const typed = () => {
    const changed = count++ % 2 === 0 ? text : `${text.slice(0, at)}x${text.slice(at)}`;
    last = language?.analyze(changed, { ...defaultContext }, last);
    return last?.diagnostics();
  };
  const fresh = () => language?.analyze(text, defaultContext).diagnostics();
  return compareEvenly(typed, fresh, { runs: 20, warmUp: 20 });
}
