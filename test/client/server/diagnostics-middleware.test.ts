import { expect, test } from "vitest";
import { CancellationError, CancellationTokenSource, Uri } from "vscode";
import type { vsdiag } from "vscode-languageclient";
import { provideDiagnostics } from "../../../client/src/server/diagnostics-middleware.ts";

const report = {
  kind: "full",
  resultId: "1",
  items: [],
} as unknown as vsdiag.DocumentDiagnosticReport;
const file = Uri.parse("file:///a.cfrule");

test("a report is passed on", async () => {
  const { token } = new CancellationTokenSource();
  expect(await provideDiagnostics(file, "0", token, () => report)).toBe(report);
});

test("a report that was canceled during conversion is discarded, so that the library requests it again", async () => {
  const source = new CancellationTokenSource();
  const half = provideDiagnostics(file, undefined, source.token, async () => {
    source.cancel();
    return report;
  });
  await expect(half).rejects.toBeInstanceOf(CancellationError);
});
