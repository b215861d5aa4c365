import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  type Command,
} from "vscode-languageserver";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { fixAll, isFixable } from "../../core/fix-all.ts";
import { difference, type Edit } from "../../text/edit.ts";
import { overlaps, type Span } from "../../text/span.ts";
import { fixAllKind, fixStyleKind } from "../capabilities.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import { toDiagnostic, toWorkspaceEdit } from "../wire/convert.ts";
import { shrinkActions, transformerActions } from "./shrink-actions.ts";
import { type DescribedAction, describeAction, withUniqueTitles } from "./unique-titles.ts";

/** Code actions for a range: fixes of its diagnostics, fix all, and refactorings. */
export function codeActions(it: Snapshot, span: Span, { context }: CodeActionParams): CodeAction[] {
  // Without literals, only commands could be offered, and the server has none.
  if (!it.source.client.codeActionLiterals) return [];
  const wants = (kind: string) => isWanted(kind, context);
  const actions: DescribedAction[] = [];
  const here = it.diagnostics.filter(
    (found) => overlaps(found, span) || isNamed(found, context, it),
  );
  if (wants(CodeActionKind.QuickFix))
    actions.push(
      ...here.flatMap((found) => [
        ...fixes(found, it),
        ...shrinkActions(found, it),
        ...transformerActions(found, it),
      ]),
    );
  const asked = context.only !== undefined;
  for (const style of [false, true]) {
    const kind = style ? fixStyleKind : fixAllKind;
    const isOffered = () => !isLong(it) && here.some((found) => addsFix(found, style));
    if (asked ? wants(kind) : isOffered())
      actions.push(...everyFix(it, style).map((action) => describeAction(action, span, it)));
  }
  const rewrites = refactorings(it, span).filter(({ kind }) => wants(kind ?? ""));
  actions.push(...rewrites.map((action) => describeAction(action, span, it)));
  return withUniqueTitles(actions);
}

function isWanted(kind: string, { only }: CodeActionContext): boolean {
  return !only || only.some((it) => it === "" || kind === it || kind.startsWith(`${it}.`));
}

/** Clients send the diagnostics at the cursor. They may be outdated, so they are only used to find the current ones. */
function isNamed(found: Diagnostic, { diagnostics }: CodeActionContext, it: Snapshot): boolean {
  if (!Array.isArray(diagnostics)) return false;
  return diagnostics.some(
    (sent) =>
      sent?.code === found.code &&
      sent.message === found.message &&
      sent.range?.start?.line === it.places.lineOf(found.start),
  );
}

/** Push commands as code actions, for editors without other menus. Not for automatic requests, because it reads the disk. */
export function sourceActions(
  it: Snapshot,
  { context }: CodeActionParams,
  commands: () => readonly Command[],
): CodeAction[] {
  if (!it.source.client.codeActionLiterals) return [];
  if (!context.only && context.triggerKind === CodeActionTriggerKind.Automatic) return [];
  if (!isWanted(`${CodeActionKind.Source}.weir`, context) && !asksForOne(context)) return [];
  return commands().flatMap((command) => {
    const kind = `${CodeActionKind.Source}.${command.command}`;
    return isWanted(kind, context) ? [{ title: command.title, kind, command }] : [];
  });
}

function asksForOne({ only }: CodeActionContext): boolean {
  return only?.some((it) => it.startsWith(`${CodeActionKind.Source}.weir.`)) === true;
}

function fixes(found: Diagnostic, it: Snapshot): DescribedAction[] {
  return found.fixes.map(({ title, edits }, index) => {
    const action: CodeAction = {
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [toDiagnostic(found, it.places)],
      ...(index === 0 && { isPreferred: true }),
      edit: toWorkspaceEdit(edits, it.places),
    };
    return describeAction(action, found, it);
  });
}

/** With `style`, only a fix that would not be applied without it. */
function addsFix(found: Diagnostic, style: boolean): boolean {
  return isFixable(found, style) && !(style && isFixable(found));
}

/** For a large text, fix all is only computed on request, and in a single pass. */
function isLong({ source }: Snapshot): boolean {
  return source.text.length > 100_000;
}

function everyFix(it: Snapshot, style: boolean): CodeAction[] {
  const { source, analysis, places } = it;
  if (!analysis.diagnostics().some((found) => addsFix(found, style))) return [];
  const { language, text, context } = source;
  const rounds = isLong(it) ? 1 : undefined;
  const edits = difference(text, fixAll(language, text, context, { style, rounds }));
  if (edits.length === 0) return [];
  const edit = toWorkspaceEdit(edits, places);
  return style
    ? [{ title: "Apply all safe fixes, including style", kind: fixStyleKind, edit }]
    : [{ title: "Apply all safe fixes", kind: fixAllKind, edit }];
}

function refactorings(it: Snapshot, span: Span): CodeAction[] {
  const action = (title: string, kind: string, edits: readonly Edit[]): CodeAction => ({
    title,
    kind,
    edit: toWorkspaceEdit(edits, it.places),
  });
  return it.analysis.refactorings(span).map(({ title, kind, edits }) => action(title, kind, edits));
}
