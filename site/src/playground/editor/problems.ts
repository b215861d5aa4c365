import type { ChangeSpec, Text } from "@codemirror/state";
import type { CodeAction, Diagnostic } from "vscode-languageserver";
import { changesFor, offsetIn } from "./positions.ts";

export const severities = ["error", "warning", "info", "hint"] as const;
export type Severity = (typeof severities)[number];

/** A diagnostic with its range in the editor and its fixes. */
export interface Problem {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly fixes: readonly Fix[];
}

export interface Fix {
  readonly title: string;
  readonly changes: readonly ChangeSpec[];
}

export function problemsOf(
  doc: Text,
  uri: string,
  diagnostics: readonly Diagnostic[],
  actions: readonly CodeAction[],
): Problem[] {
  const quick = actions.filter((it) => it.kind === "quickfix");
  return diagnostics.map((found) => ({
    from: offsetIn(doc, found.range.start),
    to: offsetIn(doc, found.range.end),
    line: found.range.start.line + 1,
    severity: severities[(found.severity ?? 1) - 1] ?? "error",
    code: String(found.code ?? ""),
    message: textOf(found.message),
    fixes: quick
      .filter((it) => it.diagnostics?.some((at) => isSame(at, found)))
      .map((it) => fixOf(it, doc, uri)),
  }));
}

/** The fix that applies all safe fixes, if there are any. */
export function fixAllOf(doc: Text, uri: string, actions: readonly CodeAction[]): Fix | undefined {
  const action = actions.find((it) => it.kind?.startsWith("source.fixAll"));
  return action && fixOf(action, doc, uri);
}

function fixOf({ title, edit }: CodeAction, doc: Text, uri: string): Fix {
  return { title, changes: changesFor(doc, edit?.changes?.[uri] ?? []) };
}

function isSame(one: Diagnostic, other: Diagnostic): boolean {
  const { start, end } = one.range;
  const at = other.range;
  return (
    one.code === other.code &&
    one.message === other.message &&
    start.line === at.start.line &&
    start.character === at.start.character &&
    end.line === at.end.line &&
    end.character === at.end.character
  );
}

function textOf(message: Diagnostic["message"]): string {
  return typeof message === "string" ? message : message.value;
}
