import { expect, test } from "vitest";
import { CancellationError, CancellationTokenSource, Uri } from "vscode";
import type { vsdiag } from "vscode-languageclient";
import { provideDiagnostics } from "../../../client/src/server/diagnostics-middleware.ts";
import { editor } from "../fakes/fake-vscode.ts";

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

test.each([
  ["cfrule", ""],
  ["cfrule", "# @action \n# @description What it is for\n\n"],
  ["lpfilter", '{\r\n  "where": { "key": "", "operator": "", "value": "" }\r\n}\r\n'],
])("nothing is reported in a new %s before anything is typed: %j", async (languageId, text) => {
  const wrong = { ...report, items: [{}] } as unknown as typeof report;
  const { token } = new CancellationTokenSource();
  const reported = async (content: string) => {
    const uri = Uri.parse(`untitled:${languageId}`);
    editor.documents = [{ uri, languageId, getText: () => content }] as never;
    const shown = await provideDiagnostics(uri, undefined, token, () => wrong);
    editor.documents = [];
    return shown?.kind === "full" ? shown.items.length : 0;
  };
  expect([await reported(text), await reported(`${text}#`)]).toEqual([0, 1]);
});

test("a report that was canceled during conversion is discarded, so that the library requests it again", async () => {
  const source = new CancellationTokenSource();
  const half = provideDiagnostics(file, undefined, source.token, async () => {
    source.cancel();
    return report;
  });
  await expect(half).rejects.toBeInstanceOf(CancellationError);
});
