import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

/** Every page, except the page of diagnostics: it is generated from the checks, whose examples are tests. */
export const pages: readonly string[] = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(root, "docs"))
    .filter((it) => it.endsWith(".md") && it !== "diagnostics.md")
    .map((it) => `docs/${it}`),
];

/** A fenced code block. */
export interface Block {
  readonly page: string;
  readonly line: number;
  /** The info string. */
  readonly info: string;
  readonly text: string;
}

export interface Piece {
  readonly page: string;
  readonly line: number;
  readonly text: string;
}

export function pageText(page: string): string {
  return readFileSync(join(root, page), "utf8").replaceAll("\r\n", "\n");
}

export function blocksOf(page: string): Block[] {
  const lines = pageText(page).split("\n");
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; i++) {
    const [, indent = "", info] = /^( *)```(.*)$/.exec(lines[i] ?? "") ?? [];
    if (info === undefined) continue;
    const end = lines.findIndex((it, at) => at > i && it.trim() === "```");
    if (end === -1) throw new Error(`${page}:${i + 1} has an unclosed code block.`);
    const inside = lines.slice(i + 1, end).map((it) => it.slice(indent.length));
    blocks.push({ page, line: i + 1, info: info.trim(), text: inside.join("\n") });
    i = end;
  }
  return blocks;
}

/** The commands, edits and outputs of these pages are one tutorial: each depends on those before it. */
export const walkPages = ["docs/push-tutorial.md", "docs/push.md", "docs/push-internals.md"];

export function isStepOfWalk({ page, info }: Block): boolean {
  return walkPages.includes(page) && ["sh", "text", "diff"].includes(info);
}

/** Inline code, outside of blocks. */
export function codeOf(page: string): Piece[] {
  return prose(page).flatMap(({ line, text }) =>
    [...text.matchAll(/`([^`]+)`/g)].map(([, it = ""]) => ({ page, line, text: it })),
  );
}

/** Link targets. */
export function linksOf(page: string): Piece[] {
  return prose(page).flatMap(({ line, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, it = ""]) => ({ page, line, text: it })),
  );
}

/** Heading anchors. */
export function anchorsOf(page: string): string[] {
  return prose(page)
    .filter((it) => it.text.startsWith("#"))
    .map((it) =>
      it.text
        .replace(/^#+\s*/, "")
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
}

function prose(page: string): Piece[] {
  let inBlock = false;
  return pageText(page)
    .split("\n")
    .flatMap((text, i): Piece[] => {
      const isFence = /^ *```/.test(text);
      if (isFence) inBlock = !inBlock;
      return inBlock || isFence ? [] : [{ page, line: i + 1, text }];
    });
}
