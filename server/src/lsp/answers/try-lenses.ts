import type { CodeLens } from "vscode-languageserver";
import { percentText, plural, thousands } from "../../text/wording.ts";
import type { TryAnswer } from "../../try/report.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import { showCommand } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";

/** A lens appears while people type, so it does not read more lines than this. */
const mostLines = 50_000;

/** What a document does on the samples, and for which version of it. */
interface Known {
  readonly id: string;
  /** Zero-based lines and characters of the text at that time, and what is shown there. */
  lenses: readonly CodeLens[];
}

/** Says how much of the samples a text keeps. Counted in the background; the newest text wins. */
export class TryLenses {
  private readonly known = new Map<string, Known>();

  constructor(private readonly state: ServerState) {}

  /** Those of the last count, until there is a newer one. */
  of(snapshot: Snapshot): readonly CodeLens[] {
    const { uri, context, text, language } = snapshot.source;
    // A host has many texts, and lenses of its own.
    if (!this.state.choices.trusted || context.brief || !language.resource) return [];
    if (!this.hasSamples(uri)) return [];
    const known = this.known.get(uri);
    if (known?.id === snapshot.id) return known.lenses;
    const next: Known = { id: snapshot.id, lenses: known?.lenses ?? [] };
    this.known.set(uri, next);
    if (text.trim() !== "") void this.count(snapshot, next);
    return next.lenses;
  }

  private hasSamples(uri: string): boolean {
    return Object.keys(this.state.configFor(uri)?.config.samples ?? {}).length > 0;
  }

  private async count({ source }: Snapshot, next: Known): Promise<void> {
    const isStopped = () => this.known.get(source.uri) !== next;
    // Loaded on demand, because most workspaces have no samples.
    const { tryDocument } = await import("./try.ts");
    const found = await tryDocument(source, this.state, { head: mostLines }, isStopped).catch(
      () => ({ refusal: "" }),
    );
    if (isStopped() || "refusal" in found) return;
    const verb = source.language.resource === "rule" ? "Matches" : "Keeps";
    next.lenses = lensesOf(found, verb, this.state);
    this.state.lensesChanged();
  }
}

function lensesOf(
  { results, logs }: TryAnswer,
  verb: string,
  { client }: ServerState,
): readonly CodeLens[] {
  const start = { line: 0, character: 0 };
  return results.flatMap(({ kept, lines = 0 }) => {
    if (kept === undefined || lines === 0) return [];
    const where = logs.path ?? plural(logs.files, "sample file");
    const title = `${verb} ${percentText(kept, lines)} of ${where} (${thousands(kept)} of ${plural(lines, "line")})`;
    const press = client.offers ? { command: "" } : { command: showCommand, arguments: [title] };
    return [{ range: { start, end: start }, command: { title, ...press } }];
  });
}
