import type { Edit } from "../text/edit.ts";
import type { AnyCheck, Check, CheckManual, HasContext, Report } from "./check.ts";
import { Collector } from "./collector.ts";
import type { Context } from "./context.ts";
import type { Diagnostic, Severity } from "./diagnostic.ts";

/** The input of a check besides its node, in any language. */
interface AnyScope extends HasContext {
  readonly text: string;
}

export type ChecksByKind<Nodes, Scope extends HasContext> = {
  readonly [Kind in keyof Nodes]?: readonly Check<Nodes, Kind, Scope>[];
};

/** A list of checks, grouped by node kind once rather than per text. */
export class CheckSet<Nodes, Scope extends HasContext> {
  private readonly all: ChecksByKind<Nodes, Scope>;
  private readonly brief: ChecksByKind<Nodes, Scope>;

  /** `briefCodes` are the checks that still run on texts too large for all checks on each keystroke. */
  constructor(
    private readonly checks: readonly AnyCheck<Nodes, Scope>[],
    private readonly briefCodes: ReadonlySet<string>,
  ) {
    this.all = byKind(checks);
    this.brief = byKind(checks.filter((it) => briefCodes.has(it.code)));
  }

  /** Disabled checks do not run. */
  enabledIn({ brief, severity }: Context): ChecksByKind<Nodes, Scope> {
    const off = Object.keys(severity).filter((code) => severity[code] === "off");
    if (off.length === 0) return brief ? this.brief : this.all;
    return byKind(
      this.checks.filter(
        (it) => !off.includes(it.code) && (!brief || this.briefCodes.has(it.code)),
      ),
    );
  }
}

function byKind<Nodes, Scope extends HasContext>(
  checks: readonly AnyCheck<Nodes, Scope>[],
): ChecksByKind<Nodes, Scope> {
  const grouped: { [Kind in keyof Nodes]?: AnyCheck<Nodes, Scope>[] } = {};
  for (const each of checks) {
    grouped[each.on] ??= [];
    grouped[each.on]?.push(each);
  }
  return grouped as ChecksByKind<Nodes, Scope>;
}

/** Runs checks on the nodes of one text. The language walks its tree and passes each node with the checks of its kind. */
export class CheckRunner<Nodes, Scope extends AnyScope> {
  private current: CheckManual | undefined;
  private readonly collector: Collector;
  /** One function for all checks, so that texts without diagnostics allocate none. */
  private readonly report: Report = (span, message, extras) => {
    if (this.current) this.collector.add(this.current, span, message, extras);
  };

  constructor(private readonly scope: Scope) {
    this.collector = new Collector(scope.context, scope.text);
  }

  /** Whether the limit of diagnostics is reached, so that the walk can stop. */
  get full(): boolean {
    return this.collector.full;
  }

  run<Kind extends keyof Nodes>(
    checks: readonly Check<Nodes, Kind, Scope>[] | undefined,
    node: Nodes[Kind],
  ): void {
    if (!checks) return;
    for (const each of checks) this.runOne(each, node);
  }

  /** Runs each check on all nodes before the next one. */
  runEach<Kind extends keyof Nodes>(
    checks: readonly Check<Nodes, Kind, Scope>[] | undefined,
    nodes: readonly Nodes[Kind][],
  ): void {
    if (!checks) return;
    for (const each of checks) {
      for (const node of nodes) {
        if (this.full) return;
        this.runOne(each, node);
      }
    }
  }

  private runOne<Kind extends keyof Nodes>(
    check: Check<Nodes, Kind, Scope>,
    node: Nodes[Kind],
  ): void {
    this.current = check;
    try {
      check.run(node, this.report, this.scope);
    } catch (error) {
      // A crash in one check does not affect the others.
      const { onCrash } = this.scope.context;
      if (!onCrash) throw error;
      onCrash(check.code, error);
    }
  }

  /** Sorted by position. */
  diagnostics(): Diagnostic[] {
    return this.collector.all();
  }
}

/**
 * Messages and fixes hold for any content of the holes. Advice that a hole may contradict is dropped, and the fix of an
 * error becomes a guess.
 */
export function respectingHoles(
  found: readonly Diagnostic[],
  isSafe: (edits: readonly Edit[]) => boolean,
  checks: readonly { readonly code: string; readonly severity: Severity }[],
): readonly Diagnostic[] {
  return found.flatMap((it) => {
    const fixes = it.fixes.map((fix) =>
      fix.guess || isSafe(fix.edits) ? fix : { ...fix, guess: true as const },
    );
    if (fixes.every((fix, index) => fix === it.fixes[index])) return [it];
    const severity = checks.find(({ code }) => code === it.code)?.severity;
    return severity === "hint" || severity === "info" ? [] : [{ ...it, fixes }];
  });
}
