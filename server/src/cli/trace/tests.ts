import { dirname, resolve } from "node:path";
import { readTraceTests } from "../../languages.ts";
import { Lines } from "../../text/lines.ts";
import { Tracer, testResult } from "../../trace/trace.ts";
import { baseFor, workspaceOf } from "../../workspace/files/contained-paths.ts";
import { isBelow } from "../../workspace/files/parents.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import type { Input } from "../inputs.ts";
import { type Io, UsageError } from "../io.ts";
import type { TestedFile } from "../render/tests.ts";
import { Settings } from "../settings.ts";
import { type FoundConfiguration, readConfiguration } from "./configuration.ts";

/** Runs files with tests of a whole configuration. Each configuration is read once. */
export class TraceTests {
  private readonly found = new Map<string, Found>();

  constructor(private readonly io: Io) {}

  run({ path, file }: Pick<Input, "path" | "file">, text: string): TestedFile {
    const { rules, tests, problems } = readTraceTests(text);
    const [problem] = problems;
    if (problem) {
      const line = new Lines(text).positionAt(problem.start).line + 1;
      return { path, text, results: [], error: `Line ${line}: ${problem.message}` };
    }
    const found = this.configurationFor(file, rules);
    if ("error" in found) return { path, text, results: [], error: found.error };
    return { path, text, results: tests.map((it) => testResult(it, found)) };
  }

  /** The names of the rules that the tests of a file are about. Undefined if they cannot be read. */
  rulesFor(file: string, text: string): readonly string[] | undefined {
    const found = this.configurationFor(file, readTraceTests(text).rules);
    if ("error" in found) return undefined;
    return found.configuration.rulesets.flatMap((it) =>
      it.rules.flatMap(({ ref, description, id }) =>
        [ref, description, id].filter((name) => name !== undefined),
      ),
    );
  }

  /** By default, the rules of the workspace: below the nearest `weir.json`, or the working folder. */
  private configurationFor(file: string, rules: readonly string[] | undefined): Found {
    const settings = new Settings(this.io, undefined);
    const top = settings.configFor(file)?.folder ?? this.io.cwd;
    const named = rules?.map((it) => withForwardSlashes(resolve(dirname(file), it)));
    const workspace = workspaceOf(baseFor(file, this.io.cwd));
    const outside = named?.findIndex((it) => it !== workspace && !isBelow(it, workspace)) ?? -1;
    if (outside !== -1)
      return { error: `'${rules?.[outside]}' in 'rules' is outside the workspace.` };
    const paths = named ?? [top];
    const key = JSON.stringify(paths);
    const known = this.found.get(key) ?? this.read(paths, settings);
    this.found.set(key, known);
    return known;
  }

  private read(paths: readonly string[], settings: Settings): Found {
    try {
      const found = readConfiguration(paths, this.io, settings);
      if (found.configuration.rulesets.length === 0)
        return { error: "There are no rulesets in its 'rules'." };
      return { ...found, tracer: new Tracer(found.configuration, found.context) };
    } catch (error) {
      if (error instanceof UsageError) return { error: error.message };
      throw error;
    }
  }
}

type Found = (FoundConfiguration & { readonly tracer: Tracer }) | { readonly error: string };
