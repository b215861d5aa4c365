import type { CancellationToken } from "vscode-languageserver";
import type { Completion } from "../../core/analysis.ts";
import { replace } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { relativePath } from "../../workspace/jobs.ts";
import { plainPath } from "../../workspace/workspace.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import type { WorkspaceText, WorkspaceTexts } from "../documents/workspace-texts.ts";
import { keyOf } from "../files/uris.ts";

/** How other files refer to a rule. */
interface Named {
  readonly ref: string | undefined;
  readonly description: string | undefined;
}

/** The other rules of the workspace, by `@ref`, or by file if they have none. */
export async function ruleOffers(
  asked: Snapshot,
  span: Span,
  texts: Pick<WorkspaceTexts, "each">,
  token: CancellationToken,
): Promise<Completion[]> {
  const own = keyOf(asked.source.uri);
  const look = async (text: WorkspaceText) => text.get(namesOf);
  const found: Completion[] = [];
  for await (const [{ uri }, names] of texts.each(token, look)) {
    const [named] = keyOf(uri) === own ? [] : (names ?? []);
    const file = pathBetween(asked.source.uri, uri);
    const label = named && (named.ref ?? file);
    // The value of the directive has no spaces.
    if (label === undefined || /[\s,]/.test(label)) continue;
    const detail = named?.description ?? (label === file ? undefined : file);
    found.push({ label, kind: "value", edit: replace(span, label), ...(detail && { detail }) });
  }
  return found.sort((a, b) => (a.label < b.label ? -1 : 1));
}

function namesOf({ analysis, source }: Snapshot): readonly Named[] {
  if (source.language.resource !== "rule") return [];
  const directives = analysis.directives?.() ?? [];
  const last = (wanted: string) => directives.findLast((it) => it.name === wanted)?.value;
  return [{ ref: last("ref") || undefined, description: last("description") || undefined }];
}

/** Resolved like in a push: relative to the folder of the referring file. Undefined for untitled documents. */
function pathBetween(from: string, to: string): string | undefined {
  if (!from.startsWith("file:") || !to.startsWith("file:")) return undefined;
  return plainPath(relativePath(from.slice(0, from.lastIndexOf("/") + 1), to), to);
}
