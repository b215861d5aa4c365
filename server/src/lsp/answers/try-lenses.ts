import type { CodeLens, Command, InlayHint } from "vscode-languageserver";
import { missingText } from "../../bridge/missing.ts";
import { isInBucket } from "../../logs/bucket-path.ts";
import { Lines } from "../../text/lines.ts";
import { plural, rangeText, shareText, thousands } from "../../text/wording.ts";
import type { TriedCondition, TryAnswer } from "../../try/answer.ts";
import { conditionCountsText } from "../../try/condition-text.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import { subjectOf } from "../documents/subject.ts";
import { outsideSample } from "../files/outside-sample.ts";
import { showCommand } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";
import { lensRange } from "./push-lenses.ts";

/** Maximum number of lines read for a lens, which is updated while the user types. */
const mostLines = 50_000;

/** The result of a document on the samples, and the versions of both. */
interface CountedVersion {
  readonly id: string;
  titles: readonly Title[];
  /** Empty until this version is counted. */
  conditions: readonly TriedCondition[];
}

interface Title {
  /** Short, because the commands are beside it. */
  readonly share: string;
  readonly full: string;
}

/** Shows how much of the samples a text keeps. Counted in the background; the newest text wins. */
export class TryLenses {
  private readonly known = new Map<string, CountedVersion>();

  constructor(private readonly state: ServerState) {}

  of(snapshot: Snapshot): readonly CodeLens[] {
    const titles = this.knownOf(snapshot)?.titles ?? [];
    if (titles.length === 0) return [];
    const range = lensRange(snapshot);
    const { uri } = snapshot.source;
    return titles.map((it) => ({ range, command: this.commandFor(it, uri) }));
  }

  /** How many lines each condition holds on, and alone drops or keeps, if enabled in the settings. */
  hints(snapshot: Snapshot): readonly InlayHint[] {
    const { source, places } = snapshot;
    if (!this.state.settingsFor(source.uri).tryHints) return [];
    const lines = new Lines(source.text);
    return (this.knownOf(snapshot)?.conditions ?? [])
      .filter((it) => it.path === undefined)
      .map((it) => ({
        position: places.position(lines.startOf(it.range.end.line) + it.range.end.character),
        label: conditionCountsText(it, source.language.id),
        tooltip: `Holds on ${plural(it.holds, "line")} of the samples. The result of ${plural(it.decides, "line")} would change if only this condition were the opposite.`,
        paddingLeft: true,
      }));
  }

  /** Counts in the background if the text is new. */
  private knownOf(snapshot: Snapshot): CountedVersion | undefined {
    const { uri, context, text, language } = snapshot.source;
    // A host document can have many texts, and has its own lenses.
    if (!this.state.choices.trusted || context.brief || !language.resource) return undefined;
    if (!this.hasSamples(uri)) return undefined;
    // A job may have its filter in another file.
    const { filter = "" } = subjectOf(snapshot.source, uri, (it) => this.state.read(it));
    const id = `${snapshot.id} ${this.state.samples.revision} ${JSON.stringify(filter)}`;
    const known = this.known.get(uri);
    if (known?.id === id) return known;
    // A count of an older text or sample is not shown.
    const titles = known && known.titles.length > 0 ? [checking] : [];
    const next: CountedVersion = { id, titles, conditions: [] };
    this.known.set(uri, next);
    if (text.trim() !== "") void this.count(snapshot, next);
    return next;
  }

  /** Only our own client shows tooltips. */
  private commandFor({ share, full }: Title, uri: string): Command {
    const { offers } = this.state.client;
    if (!offers) return { title: full, command: showCommand, arguments: [full] };
    const title = { title: share, tooltip: full };
    return offers.lab
      ? { ...title, command: "weir.tryOnLogs", arguments: [uri] }
      : { ...title, command: "" };
  }

  private hasSamples(uri: string): boolean {
    const { folder, config } = this.state.sampleConfigFor(uri) ?? {};
    const paths = Object.values(config?.samples ?? {});
    const isRead = (it: string) =>
      folder !== undefined && !isInBucket(it) && (outsideSample(it, folder)?.isAgreed ?? true);
    for (const it of paths) if (folder && isRead(it)) this.state.samples.watch(folder, it);
    return paths.length > 0;
  }

  private async count({ source }: Snapshot, next: CountedVersion): Promise<void> {
    const isStopped = () => this.known.get(source.uri) !== next;
    // Loaded on demand, because most workspaces have no samples.
    const { tryDocument } = await import("./try.ts");
    const explain = this.state.settingsFor(source.uri).tryHints;
    const asked = { head: mostLines, explain };
    const found = await tryDocument(source, this.state, asked, isStopped).catch(() => ({
      refusal: "",
    }));
    if (isStopped() || "refusal" in found) return;
    const verb = source.language.resource === "rule" ? "Matches" : "Keeps";
    next.titles = titlesOf(found, verb);
    next.conditions = found.results[0]?.conditions ?? [];
    this.state.changed("results");
  }
}

const checking: Title = { share: "Checking…", full: "Checking the samples…" };

/** Names the sample, because the lab and forms may use another one. */
function titlesOf({ results, logs }: TryAnswer, verb: string): readonly Title[] {
  const name = logs.path ?? plural(logs.files ?? 0, "sample file");
  const errors = (logs.errors ?? []).map((it) => `${it.path}: ${it.message}`);
  return results.flatMap(({ kept, lines = 0, unreadable = 0, undetermined = 0, missing = [] }) => {
    const readable = lines - unreadable;
    if (readable === 0 && errors[0] !== undefined)
      return [{ share: "Sample not read", full: `Sample not read: ${errors[0]}` }];
    if (kept === undefined || readable === 0) return [];
    const most = kept + undetermined;
    const share = `${verb} ${shareText(kept, most, readable)}`;
    const first = lines < mostLines ? "" : `the first ${thousands(mostLines)} lines of `;
    const why = undetermined > 0 && missing.length > 0 ? `; ${missingText(missing, false)}` : "";
    const count = `${rangeText(kept, most)} of ${plural(readable, "line")}${why}`;
    return [
      {
        share: `${share} of ${first}${name.slice(name.lastIndexOf("/") + 1)}`,
        full: [`${share} of ${first}${name} (${count})`, ...errors].join("; "),
      },
    ];
  });
}
