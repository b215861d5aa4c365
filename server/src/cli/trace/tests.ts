import { dirname, resolve } from "node:path";
import type { ExampleResult } from "../../core/analysis.ts";
import { kept } from "../../core/solver/kept.ts";
import { readTraceTests } from "../../languages.ts";
import { alwaysResult, Policies } from "../../review/review.ts";
import { Lines } from "../../text/lines.ts";
import { Tracer, testResult } from "../../trace/trace.ts";
import { baseFor, workspaceOf } from "../../workspace/files/contained-paths.ts";
import { isBelow } from "../../workspace/files/parents.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import type { Input } from "../inputs.ts";
import { type Io, UsageError } from "../io.ts";
import type { TestedFile } from "../render/tests.ts";
import { Settings, type TerraformValues } from "../settings.ts";
import { type FoundConfiguration, readEnvironments } from "./configuration.ts";

/** Runs files with tests of a whole configuration. Each configuration is read once. */
export class TraceTests {
  private readonly found = new Map<string, Found>();
  private readonly policies = new Map<TestedConfiguration, Policies>();

  constructor(
    private readonly io: Io,
    private readonly values: TerraformValues = {},
  ) {}

  run({ path, file }: Pick<Input, "path" | "file">, text: string): TestedFile {
    const { rules, tests, always, problems } = readTraceTests(text);
    const [problem] = problems;
    if (problem) {
      const line = new Lines(text).positionAt(problem.start).line + 1;
      return { path, text, results: [], error: `Line ${line}: ${problem.message}` };
    }
    const found = this.configurationFor(file, rules);
    if ("error" in found) return { path, text, results: [], error: found.error };
    const results = [
      ...tests.map((it) => resultIn(found, (one) => testResult(it, one))),
      ...always.map((it) => resultIn(found, (one) => alwaysResult(it, this.policiesOf(one)))),
    ];
    return { path, text, results };
  }

  private policiesOf(configuration: TestedConfiguration): Policies {
    return kept(this.policies, configuration, () => new Policies(configuration));
  }

  /** The names of the rules that the tests of a file are about. Undefined if they cannot be read. */
  rulesFor(file: string, text: string): readonly string[] | undefined {
    const found = this.configurationFor(file, readTraceTests(text).rules);
    if ("error" in found) return undefined;
    return found
      .flatMap((it) => it.configuration.rulesets)
      .flatMap((it) => it.rules)
      .flatMap(({ ref, description, id }) =>
        [ref, description, id].filter((name) => name !== undefined),
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
    const known = this.found.get(key) ?? this.read(paths);
    this.found.set(key, known);
    return known;
  }

  private read(paths: readonly string[]): Found {
    try {
      const all = readEnvironments(paths, this.io, this.values);
      if (all.every((it) => it.configuration.rulesets.length === 0))
        return { error: "There are no rulesets in its 'rules'." };
      return all.map((it) => ({ ...it, tracer: new Tracer(it.configuration, it.context) }));
    } catch (error) {
      if (error instanceof UsageError) return { error: error.message };
      throw error;
    }
  }
}

type Found = readonly TestedConfiguration[] | { readonly error: string };

interface TestedConfiguration extends FoundConfiguration {
  readonly tracer: Tracer;
  readonly environment?: string;
}

/** A test holds in each environment that has its zone. */
function resultIn(
  all: readonly TestedConfiguration[],
  resultOf: (one: TestedConfiguration) => ExampleResult,
): ExampleResult {
  const found = all.map((one) => ({ ...resultOf(one), environment: one.environment }));
  const traced = found.filter((one) => one.actual !== undefined);
  const some = traced.length > 0 ? traced : found;
  const { environment, ...first } =
    some.find((one) => !one.passed) ?? (some[0] as (typeof found)[0]);
  if (first.passed || environment === undefined) return first;
  return { ...first, message: `in ${environment}: ${first.message}` };
}
