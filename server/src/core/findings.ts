import type { Span } from "../text/span.ts";
import { thousands } from "../text/wording.ts";
import type { CheckManual, Report } from "./check.ts";
import type { Context } from "./context.ts";
import { type Diagnostic, mostFindings } from "./diagnostic.ts";

/** Collects what the checks of one text report, under the severities of its workspace. */
export class Findings {
  private readonly found: Diagnostic[] = [];
  private readonly reporters = new Map<string, Report>();
  private dropped = 0;

  constructor(private readonly severity: Context["severity"]) {}

  /** Undefined when the workspace has switched the check off, so that it need not run. */
  reporter(check: Pick<CheckManual, "code" | "severity">): Report | undefined {
    const setting = Object.hasOwn(this.severity, check.code)
      ? this.severity[check.code]
      : undefined;
    if (setting === "off") return undefined;
    const known = this.reporters.get(check.code);
    if (known) return known;
    const report: Report = (span, message, extras) => {
      if (this.found.length >= mostFindings) {
        this.dropped++;
        return;
      }
      const { fixes = [], related, look, severity } = extras ?? {};
      this.found.push({
        code: check.code,
        severity: setting ?? severity ?? check.severity,
        start: span.start,
        end: span.end,
        message,
        fixes,
        ...(related ? { related } : undefined),
        ...(look ? { look } : undefined),
      });
    };
    this.reporters.set(check.code, report);
    return report;
  }

  get full(): boolean {
    return this.found.length >= mostFindings;
  }

  /** In the order of the text. */
  all(): Diagnostic[] {
    const sorted = this.found.sort((a, b) => a.start - b.start || a.end - b.end);
    if (this.dropped === 0 && !this.full) return sorted;
    const last: Span = sorted[sorted.length - 1] ?? { start: 0, end: 0 };
    sorted.push({
      code: "too-many-findings",
      severity: "info",
      start: last.start,
      end: last.end,
      message: `Only the first ${thousands(mostFindings)} findings in this file are shown. Fix some of them to see the rest.`,
      fixes: [],
    });
    return sorted;
  }
}
