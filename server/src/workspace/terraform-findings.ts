import type { Elsewhere, FileFindings } from "../core/analysis.ts";
import type { Diagnostic, NotChecked } from "../core/diagnostic.ts";
import { parentOf } from "./files/parents.ts";

/** Diagnostics of a file, and its unchecked parts. */
interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly notChecked: readonly NotChecked[];
}

/** Collects what analyses of Terraform files find in other files: values that come from there, and modules that are called. */
export class TerraformFindings {
  private readonly byPath = new Map<string, (FileFindings & { readonly from: string })[]>();
  /** By folder, the calls of its module. */
  private readonly calls = new Map<string, Set<string>>();
  /** The files that decide what is found. */
  readonly reads = new Set<string>();

  add(from: string, { files, calls, reads }: Elsewhere): void {
    for (const it of reads) this.reads.add(it);
    for (const it of files) {
      const known = this.byPath.get(it.path) ?? [];
      this.byPath.set(it.path, [...known.filter((other) => other.from !== from), { ...it, from }]);
    }
    for (const { folder, address } of calls) {
      const known = this.calls.get(folder) ?? new Set<string>();
      this.calls.set(folder, known.add(`${from} ${address}`));
    }
  }

  /** As in every run without Terraform files that use others. */
  get isEmpty(): boolean {
    return this.byPath.size === 0 && this.calls.size === 0;
  }

  /** The files in which something was found. */
  paths(): readonly string[] {
    const isFound = (it: Findings) => it.diagnostics.length > 0 || it.notChecked.length > 0;
    return [...this.byPath].filter(([, all]) => all.some(isFound)).map(([path]) => path);
  }

  textOf(path: string): string {
    return this.byPath.get(path)?.[0]?.text ?? "";
  }

  /** All that was found in a file, each place and code once. `own` is what its own analysis finds. */
  diagnosticsIn(path: string, own: readonly Diagnostic[]): readonly Diagnostic[] {
    const calls = this.calls.get(parentOf(path) ?? "");
    const others = this.byPath.get(path) ?? [];
    if (!calls && others.length === 0) return own;
    // The arguments of the calls are known, so defaults say nothing.
    const certain = calls ? own.filter((it) => !it.defaults) : own;
    const known = new Set(certain.map(keyOf));
    const found = new Map<string, Found>();
    for (const { from, diagnostics } of others)
      for (const it of diagnostics) {
        if (known.has(keyOf(it))) continue;
        const one = found.get(keyOf(it)) ?? { first: it, calls: new Set(), users: new Set() };
        one.users.add(from);
        for (const address of it.calls ?? []) one.calls.add(`${from} ${address}`);
        found.set(keyOf(it), one);
      }
    const added = Array.from(found.values(), (it) => ({
      ...namingCalls(it.first, it.calls, calls?.size ?? 0),
      users: [...it.users].sort(),
    }));
    return [...certain, ...added].sort((a, b) => a.start - b.start);
  }

  /** Whether the file is one of a module that is called, so that its own analysis knows less. */
  isCalled(path: string): boolean {
    return this.calls.has(parentOf(path) ?? "");
  }

  /** The parts of a file that are not known where others use them. */
  notCheckedIn(path: string): readonly NotChecked[] {
    const unknown = this.byPath.get(path)?.flatMap((it) => it.notChecked) ?? [];
    const byPlace = new Map(unknown.map((it) => [`${it.start} ${it.end}`, it]));
    return [...byPlace.values()].sort((a, b) => a.start - b.start);
  }
}

/** A problem that other files have. */
interface Found {
  readonly first: Diagnostic;
  readonly calls: Set<string>;
  readonly users: Set<string>;
}

function keyOf({ start, end, code }: Diagnostic): string {
  return `${start} ${end} ${code}`;
}

/** Unless all calls have the problem. */
function namingCalls(found: Diagnostic, calls: ReadonlySet<string>, count: number): Diagnostic {
  if (calls.size === 0 || calls.size === count) return found;
  const names = [...new Set(Array.from(calls, (it) => it.slice(it.lastIndexOf(" ") + 1)))].sort();
  return {
    ...found,
    message: `${found.message} This is with the arguments of ${names.join(" and ")}.`,
  };
}
