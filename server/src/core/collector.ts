import { hasHole } from "../text/hole.ts";
import type { Span } from "../text/span.ts";
import type { CheckManual, ReportExtras } from "./check.ts";
import type { Context } from "./context.ts";
import { advised, type Diagnostic, maxDiagnostics } from "./diagnostic.ts";
import { tooManyFindings } from "./too-many-findings.ts";

/** Collects the diagnostics of one text, with the severities of its workspace. */
export class Collector {
  private readonly found: Diagnostic[] = [];
  private dropped = 0;
  private readonly severity: Context["severity"];
  private readonly hasHoles: boolean;

  constructor(
    { severity, hasHoles }: Context,
    private readonly text: string,
  ) {
    this.severity = severity;
    this.hasHoles = hasHoles ?? false;
  }

  add(
    check: Pick<CheckManual, "code" | "severity">,
    span: Span,
    message: string,
    extras: ReportExtras | undefined,
  ): void {
    const setting = this.settingOf(check.code);
    if (setting === "off") return;
    // The content of a hole is unknown.
    if (this.hasHoles && hasHole(this.text.slice(span.start, span.end))) return;
    if (this.full) {
      this.dropped++;
      return;
    }
    const { fix, fixes = [], related, look, severity } = extras ?? {};
    this.found.push({
      code: check.code,
      severity: setting ?? severity ?? check.severity,
      start: span.start,
      end: span.end,
      ...(fix ? advised(message, fix) : { message, fixes }),
      ...(related ? { related } : undefined),
      ...(look ? { look } : undefined),
    });
  }

  private settingOf(code: string): Context["severity"][string] | undefined {
    return Object.hasOwn(this.severity, code) ? this.severity[code] : undefined;
  }

  get full(): boolean {
    return this.found.length >= maxDiagnostics;
  }

  /** In the order of the text. */
  all(): Diagnostic[] {
    const sorted = this.found.sort((a, b) => a.start - b.start || a.end - b.end);
    if (this.dropped === 0 && !this.full) return sorted;
    const notice = tooManyFindings(this.severity, sorted.at(-1) ?? { start: 0, end: 0 });
    if (notice) sorted.push(notice);
    return sorted;
  }
}
