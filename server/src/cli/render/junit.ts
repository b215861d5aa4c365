import { type Diagnostic, messageOf } from "../../core/diagnostic.ts";
import { Lines } from "../../text/lines.ts";
import type { FileReport } from "../report.ts";
import { type JunitCase, junitDocument } from "./junit-document.ts";

/** JUnit XML: errors and warnings are failed tests, and a clean file is a passed one. */
export function renderJunit(reports: readonly FileReport[]): string {
  return junitDocument(
    reports.map(({ path, text, diagnostics, error }) => {
      const lines = new Lines(text);
      const cases = diagnostics.map((it) => caseOf(it, lines));
      return { path, cases: cases.length > 0 ? cases : [{ name: "weir check" }], error };
    }),
  );
}

function caseOf(found: Diagnostic, lines: Lines): JunitCase {
  const { line, character } = lines.positionAt(found.start);
  const name = `${found.code} (${line + 1}:${character + 1})`;
  const isFailure = found.severity === "error" || found.severity === "warning";
  const message = `${found.severity}: ${messageOf(found)}`;
  return { name, line: line + 1, ...(isFailure && { failure: message }) };
}
