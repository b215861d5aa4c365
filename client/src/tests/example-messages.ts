import {
  Location,
  l10n,
  type TestItem,
  TestMessage,
  TestMessageStackFrame,
  type TestRun,
  type Uri,
} from "vscode";
import type { ExampleRow } from "../../../server/src/lsp/protocol.ts";
import { rangeOf } from "../text-edits.ts";

/** Shows the result of an example. */
export function report(run: TestRun, item: TestItem, uri: Uri, row: ExampleRow): void {
  if (row.outcome === "passed") {
    run.passed(item);
    return;
  }
  const message = messageOf(row, uri);
  if (row.outcome === "failed") run.failed(item, message);
  else run.errored(item, message);
  const place = `${item.parent?.label}:${row.range.start.line + 1}`;
  const more = row.details?.trimEnd().split("\n") ?? [];
  const lines = [`${place} ${row.label}`, row.message, ...row.decidedBy.map(reasonOf), ...more];
  // The output is shown in a terminal, which needs CRLF.
  run.appendOutput(`${lines.join("\r\n  ")}\r\n`, message.location, item);
}

/** A message with the actual and expected result, and links to the parts of the text that decided. */
function messageOf(row: ExampleRow, uri: Uri): TestMessage {
  const { expected, actual, range, decidedBy, details = "" } = row;
  const text = `${row.message}${details === "" ? "" : `\n\n${details}`}`;
  // Not as a diff, which VS Code shows as "kept != dropped".
  const message = new TestMessage(
    actual === undefined ? text : `${l10n.t("{0}, expected {1}", actual, expected)}\n\n${text}`,
  );
  if (row.request) message.contextValue = "weir.brokenPolicy";
  message.location = new Location(uri, rangeOf(range));
  if (decidedBy.length > 0)
    message.stackTrace = decidedBy.map(
      (it) => new TestMessageStackFrame(reasonOf(it), uri, rangeOf(it.range).start),
    );
  return message;
}

/** As in "This is false: http.host eq "shop.example.com"". */
function reasonOf({ message, text }: ExampleRow["decidedBy"][number]): string {
  return `${message.replace(/\.$/, "")}: ${text}`;
}
