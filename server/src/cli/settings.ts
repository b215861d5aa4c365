import { readFileSync } from "node:fs";
import type { Context } from "../core/context.ts";
import { Lines } from "../text/lines.ts";
import { slashed } from "../workspace/paths.ts";
import { Workspace } from "../workspace/workspace.ts";
import type { Io } from "./io.ts";

/** The settings of every file of one run. What is wrong with a `weir.json` is said once, when it is first met. */
export class Settings {
  /** Some `weir.json` could not be taken whole. */
  broken = false;
  private readonly workspace: Workspace;
  private readonly told = new Set<string>();

  constructor(
    private readonly io: Io,
    private readonly forcedDataset: string | undefined,
  ) {
    this.workspace = new Workspace(readOptional);
  }

  contextFor(file: string): Context {
    const path = slashed(file);
    const found = this.workspace.configFor(path);
    if (found && found.problems.length > 0 && !this.told.has(found.path)) {
      this.told.add(found.path);
      this.broken = true;
      const lines = new Lines(readOptional(found.path) ?? "");
      for (const { start, message } of found.problems) {
        const { line, character } = lines.positionAt(start);
        this.io.err(`${found.path}:${line + 1}:${character + 1}: ${message}\n`);
      }
    }
    return this.workspace.contextFor(path, { forcedDataset: this.forcedDataset });
  }
}

function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
