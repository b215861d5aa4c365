import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Diagnostic } from "../core/diagnostic.ts";
import {
  type Environment,
  type FileContext,
  hostOfPath,
  isFilter,
  isJob,
  isRule,
  mayUse,
} from "../languages.ts";
import { Lines } from "../text/lines.ts";
import { printable } from "../text/printable.ts";
import { configFindings } from "../workspace/config/diagnostics.ts";
import { RuleSets } from "../workspace/configuration/rule-sets.ts";
import { baseFor, workspaceOf } from "../workspace/files/contained-paths.ts";
import { reasonOf } from "../workspace/files/file-errors.ts";
import { findFiles } from "../workspace/files/find-files.ts";
import type { StagedFiles } from "../workspace/files/git-files.ts";
import { isOwnFile, readOptionalFile, readOwnFile } from "../workspace/files/own-files.ts";
import { isBelow, parentOf } from "../workspace/files/parents.ts";
import { withForwardSlashes } from "../workspace/files/paths.ts";
import { type Jobs, readJobs } from "../workspace/jobs.ts";
import { JobsAround } from "../workspace/jobs-around.ts";
import { PlanSources } from "../workspace/plan-sources.ts";
import { TerraformCommit } from "../workspace/terraform-commit.ts";
import { TerraformDisk } from "../workspace/terraform-disk.ts";
import { declaredEnvironments, missingVarFiles } from "../workspace/terraform-environments.ts";
import { type FoundConfig, today, Workspace } from "../workspace/workspace.ts";
import { type BadInput, type Input, isBad, readInput } from "./inputs.ts";
import { type Io, UsageError } from "./io.ts";
import type { FileReport } from "./report.ts";

/** Which values the root modules of Terraform get. */
export interface TerraformValues {
  /** In place of the environments in `weir.json`. */
  readonly environments?: (root: string) => readonly Environment[] | undefined;
  /** The only one to read, for root modules that have several. */
  readonly only?: string | undefined;
}

/** For `--var-file`. As for Terraform, the files replace the environments that are declared. */
export function valuesFrom(varFiles: readonly string[] | undefined, io: Io): TerraformValues {
  if (varFiles === undefined) return {};
  const paths = varFiles.map((it) => withForwardSlashes(resolve(io.cwd, it)));
  const missing = varFiles.find((_, index) => !existsSync(paths[index] ?? ""));
  if (missing !== undefined) throw new UsageError(`'--var-file': '${missing}' does not exist.`);
  const environments = [{ varFiles: paths, variables: {} }];
  return { environments: () => environments };
}

/** The settings of all files in a run. Problems in a `weir.json` are reported once, on first use. */
export class Settings {
  /** Whether a `weir.json` has errors, or a check failed. */
  broken = false;
  /** The problems of the `weir.json` files. */
  readonly reports: FileReport[] = [];
  private readonly workspace: Workspace;
  private readonly ruleSets: RuleSets;
  private readonly reported = new Set<string>();
  private readonly jobs = new Map<string, Jobs>();
  private around: JobsAround | undefined;
  private readonly sources = new Map<string, PlanSources>();
  private readonly terraform = new Map<string, TerraformDisk>();
  private readonly commits = new Map<string, Promise<TerraformCommit>>();
  private instead: ReadonlyMap<string, string> = new Map();
  private staged: StagedFiles | undefined;
  private inputs: ReadonlyMap<string, Input> = new Map();
  private checked: readonly string[] | undefined;
  private walked: readonly string[] = [];
  /** The names of the environments that were asked for. */
  readonly environmentNames = new Set<string>();

  constructor(
    readonly io: Io,
    private readonly forcedDataset: string | undefined,
    private readonly values: TerraformValues = {},
  ) {
    this.workspace = new Workspace((path) => this.read(path), {
      jobsBelow: (folder, file) =>
        folder === undefined ? this.jobsAround(file) : this.jobsBelow(folder),
      leadsToFile: (from, path) =>
        this.leadsToFile(withForwardSlashes(resolve(dirname(from), path))),
      today,
      ruleSet: (path) => this.ruleSets.around(path),
    });
    this.ruleSets = new RuleSets(this.workspace, {
      read: (path) => this.instead.get(path) ?? readOptional(path)?.replace(/^\ufeff/, ""),
      pathOf: (folder, name) => `${folder}/${name}`,
      nameOf: (folder, path) => path.slice(folder.length + 1),
      rulesBelow: (folder) => this.rulesBelow(folder),
    });
  }

  /** Sets all files of the run, and the paths that were searched for them. */
  know(inputs: readonly (Input | BadInput)[], paths: readonly string[]): void {
    const known = new Map<string, Input>();
    for (const it of inputs) if (!isBad(it)) known.set(it.file, it);
    this.inputs = known;
    this.walked = (paths.length === 0 ? ["."] : paths).map((it) =>
      withForwardSlashes(resolve(this.io.cwd, it)),
    );
  }

  /** The files of the run that are checked. */
  willCheck(inputs: readonly (Input | BadInput)[]): void {
    this.checked = inputs.flatMap((it) => (isBad(it) ? [] : [it.file]));
  }

  private get files(): readonly string[] {
    return [...this.inputs.keys()];
  }

  contextFor(file: string): FileContext {
    const path = withForwardSlashes(file);
    this.reportConfig(path);
    return this.workspace.contextFor(path, {
      forcedDataset: this.forcedDataset,
      onCrash: (code, error) => this.crashed(file, code, error),
      terraform: isTerraform(path) ? { path, files: this.terraformAround(path) } : undefined,
    });
  }

  /** Reports the problems in the `weir.json` of a file (with `/`), once. */
  reportConfig(path: string): void {
    const found = this.workspace.configFor(path);
    if (found && !this.reported.has(found.path)) {
      this.reported.add(found.path);
      const text = this.staged?.texts.get(found.path) ?? readOptional(found.path) ?? "";
      const missing = missingVarFiles(found, text, existsSync);
      const problems = [...found.problems, ...missing];
      const diagnostics = configFindings({ ...found, problems });
      const ofSettings = configFindings({ ...found, problems, unusable: [] });
      this.broken ||= ofSettings.some((it) => it.severity === "error");
      if (diagnostics.length > 0)
        this.reports.push({ ...emptyReport(found.path, this.io.cwd), text, diagnostics });
    }
  }

  /** The files that the values of a Terraform file may come from: the files of its workspace. */
  private terraformAround(path: string): TerraformDisk {
    const cwd = withForwardSlashes(this.io.cwd);
    const start = isBelow(path, cwd) ? cwd : (parentOf(path) ?? cwd);
    const known =
      this.terraform.get(start) ??
      new TerraformDisk(workspaceOf(start), {
        known: () => this.checked ?? this.files,
        readKnown: (it) => this.readKnown(it),
        instead: (it) => this.instead.get(it) ?? this.staged?.texts.get(it),
        isAbsent: (it) => this.staged?.untracked.has(it) === true,
        environments: (it) => this.environmentsOf(it),
      });
    this.terraform.set(start, known);
    return known;
  }

  readonly environmentsOf = (root: string): readonly Environment[] | undefined => {
    const { environments, only } = this.values;
    const surroundings = {
      workspace: this.workspace,
      variables: this.io.env ?? process.env,
      isFile: (path: string) => existsSync(path),
    };
    const all = environments ? environments(root) : declaredEnvironments(root, surroundings);
    for (const { name } of all ?? []) if (name !== undefined) this.environmentNames.add(name);
    return all?.filter(({ name }) => only === undefined || name === undefined || name === only);
  };

  /** The Terraform files that may use files of the run; without `among`, the files of their workspaces. */
  mayUse(used: readonly string[], among?: readonly string[]): readonly string[] {
    const disks = new Set(used.map((it) => this.terraformAround(it)));
    return [...disks].flatMap((files) => {
      const own = used.filter((it) => this.terraformAround(it) === files);
      const all = (among ?? filePaths(files.root, isTerraform)).filter(isTerraform);
      // Most workspaces have none, and hosts are loaded only for them.
      return all.length === 0 ? [] : mayUse(files, all, own);
    });
  }

  /** Takes the files as a commit would contain them; without an argument, as they are on disk. */
  useStaged(staged?: StagedFiles): void {
    this.staged = staged;
    this.workspace.forget();
    this.forgetTexts();
  }

  private readKnown(path: string): string | undefined {
    const input = this.inputs.get(path);
    const read = input && readInput(input);
    return read && "text" in read ? read.text : undefined;
  }

  /** The text of a Terraform file that was read for another one. */
  readBefore(file: string): { readonly text: string } | undefined {
    const path = withForwardSlashes(file);
    if (this.terraform.size === 0 || !isTerraform(path)) return undefined;
    const text = this.terraformAround(path).readBefore(path);
    return text === undefined ? undefined : { text };
  }

  /** As `contextFor`, with the Terraform files of a commit. `compute` is repeated until it knows all texts that it reads. */
  async inCommit<Result>(
    file: string,
    commit: string,
    compute: (context: FileContext) => Result,
  ): Promise<Result> {
    const context = this.contextFor(file);
    if (!context.terraform) return compute(context);
    const { path, files } = context.terraform;
    const folder = workspaceOf(parentOf(path) ?? path);
    const known = `${folder} ${commit}`;
    const then = this.commits.get(known) ?? TerraformCommit.of(files, folder, commit);
    this.commits.set(known, then);
    const earlier = await then;
    return earlier.whenLoaded(() => compute({ ...context, terraform: { path, files: earlier } }));
  }

  /** Call after files were changed. `instead` has texts that files are to get, by path. */
  forgetTexts(instead: ReadonlyMap<string, string> = new Map()): void {
    this.instead = instead;
    this.ruleSets.forget();
    for (const it of this.terraform.values()) it.forget();
    this.commits.clear();
  }

  /** Adds where the text of a plan is written, if its Terraform files are in the workspace. */
  withSource(found: Diagnostic, file: string): Diagnostic {
    if (!found.rule) return found;
    const folder = baseFor(withForwardSlashes(file), withForwardSlashes(this.io.cwd));
    const sources =
      this.sources.get(folder) ??
      new PlanSources(() => this.filesBelow(folder, isTerraform), readOptional);
    this.sources.set(folder, sources);
    return sources.withSource(found);
  }

  /** Makes the paths of related locations relative to the working folder. */
  withShownPaths(found: Diagnostic): Diagnostic {
    if (!found.related?.some((it) => it.file)) return found;
    const shown = (path: string) => withForwardSlashes(relative(this.io.cwd, path));
    const related = found.related.map((it) =>
      it.file ? { ...it, file: { ...it.file, path: shown(it.file.path) } } : it,
    );
    return { ...found, related };
  }

  /** Whether a `weir.json` excludes a file. */
  isExcluded(file: string): boolean {
    return this.workspace.isExcluded(withForwardSlashes(file));
  }

  /** The `weir.json` that applies to a file. */
  configFor(file: string): FoundConfig | undefined {
    return this.workspace.configFor(withForwardSlashes(file));
  }

  /** Other diagnostics are still reported; the exit code shows that the result is incomplete. */
  private crashed(file: string, code: string, error: unknown): void {
    const about = `${file} ${code}`;
    this.broken = true;
    if (this.reported.has(about)) return;
    this.reported.add(about);
    const path = withForwardSlashes(relative(this.io.cwd, file));
    this.io.err(
      `${printable(`${path}: The check '${code}' failed, which is a bug in Weir. ${error}`)}\n`,
    );
  }

  /** Used without a `weir.json`. */
  private jobsAround(file: string): Jobs {
    this.around ??= new JobsAround(this.files, this.walked, readOptional);
    return this.around.of(file);
  }

  private jobsBelow(folder: string): Jobs {
    const known = this.jobs.get(folder);
    if (known) return known;
    const jobs = readJobs(
      this.filesBelow(folder, (it) => isJob(it) || isFilter(it)),
      readOptional,
    );
    this.jobs.set(folder, jobs);
    return jobs;
  }

  private rulesBelow(folder: string): readonly string[] {
    return this.filesBelow(folder, isRule).map((it) => it.slice(folder.length + 1));
  }

  private filesBelow(folder: string, wanted: (path: string) => boolean): readonly string[] {
    const isWalked = this.walked.some((it) => folder === it || isBelow(folder, it));
    if (isWalked) return this.files.filter((it) => wanted(it) && isBelow(it, folder));
    return filePaths(folder, wanted);
  }

  private leadsToFile(path: string): boolean {
    return isOwnFile(path, baseFor(path, withForwardSlashes(this.io.cwd)));
  }

  /** A missing `weir.json` is fine; an unreadable one is an error. */
  private read(path: string): string | undefined {
    const staged = this.staged?.texts.get(path);
    if (staged !== undefined) return staged;
    // Most folders have none, and checking is faster than a failed read.
    if (!existsSync(path)) return undefined;
    try {
      return readOwnFile(path, baseFor(path, withForwardSlashes(this.io.cwd))).toString();
    } catch (error) {
      this.broken = true;
      this.reports.push({ ...emptyReport(path, this.io.cwd), error: reasonOf(error) });
      return undefined;
    }
  }
}

function filePaths(folder: string, wanted: (path: string) => boolean): readonly string[] {
  return findFiles(folder, wanted).flatMap((it) => ("error" in it ? [] : [it.path]));
}

function isTerraform(path: string): boolean {
  return hostOfPath(path)?.id === "terraform";
}

function emptyReport(path: string, cwd: string): FileReport {
  return {
    path: withForwardSlashes(relative(cwd, path)),
    language: "json",
    text: "",
    diagnostics: [],
  };
}

/** Prefixes the errors of a `weir.json` with their positions. */
export function reportProblems({ path, problems, unusable }: FoundConfig, io: Io): void {
  const lines = new Lines(readOptional(path) ?? "");
  for (const { start, message } of [...problems, ...unusable.filter((it) => it.severity)]) {
    const { line, character } = lines.positionAt(start);
    io.err(`${printable(`${path}:${line + 1}:${character + 1}: ${message}`)}\n`);
  }
}

/** Reads a file. Undefined if it is missing or unreadable. */
function readOptional(path: string): string | undefined {
  try {
    return readOwnFile(path).toString();
  } catch {
    return undefined;
  }
}

/** Throws if the file exists but cannot be read, because its content decides what is pushed. */
export function readSettings(path: string, cwd: string): string | undefined {
  return readOptionalFile(path, baseFor(path, withForwardSlashes(cwd)))?.toString();
}
