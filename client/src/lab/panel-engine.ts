import { type CancellationToken, l10n } from "vscode";
import type {
  CommandArguments,
  LabEngineAnswer,
  Range,
  Refusal,
} from "../../../server/src/lsp/protocol.ts";
import type { LabEngine } from "../../../views/src/lab/messages.ts";
import { LatestRequest } from "../server/latest-request.ts";
import type { EngineSample } from "./engine-count.ts";

type Count = (
  asked: CommandArguments,
  token: CancellationToken,
  report: (text: string) => void,
) => Promise<LabEngineAnswer | Refusal>;

/** The engine of one lab: its last answer, which an edit outdates. */
export class PanelEngine {
  private sample: EngineSample | undefined;
  private state: Pick<LabEngine, "busy" | "refusal" | "answer"> = {};
  private isEdited = false;
  /** The text was selected by a cursor outside of it. */
  private isNearest = false;
  private readonly latest = new LatestRequest();

  constructor(
    private readonly count: Count,
    private readonly show: (engine: LabEngine) => void,
  ) {}

  /** Shows what is known of the engine, without asking it. `position` is the position of the cursor. */
  look(sample: EngineSample, position: Range["start"] | undefined): void {
    if (sample !== this.sample) this.leave();
    this.sample = sample;
    const { answer } = this.state;
    const isOutdated = this.isEdited || !(this.isNearest || isAt(answer, position));
    const times = sample.hours === undefined ? [] : [timesText(sample.hours)];
    const about = [sample.about, ...times].join(", ");
    this.show({ name: sample.name, about, ...this.state, ...(answer && { isOutdated }) });
  }

  /** The user pressed the button. */
  async ask(sample: EngineSample, uri: string, position: Range["start"] | undefined) {
    const { hours } = sample;
    const show = (state: PanelEngine["state"]) => {
      this.state = state;
      this.look(sample, position);
    };
    if (sample !== this.sample) this.leave();
    this.sample = sample;
    const { answer: last } = this.state;
    const earlier = last && { answer: last };
    show({ ...earlier, busy: l10n.t("Counting…") });
    const asked = {
      ...{ uri, engine: sample.name },
      ...(position && { position }),
      ...(hours !== undefined && { hours }),
    };
    const found = await this.latest.ask((token) =>
      this.count(asked, token, (text) => {
        if (!token.isCancellationRequested) show({ ...earlier, busy: text });
      }),
    );
    if (!found) return;
    if ("refusal" in found) return show({ ...earlier, refusal: found.refusal });
    this.isEdited = false;
    this.isNearest = !isAt(found, position);
    show({ answer: found });
  }

  /** The text has changed: the query is canceled on the engine, and its last answer is outdated. */
  edited(): void {
    this.isEdited = true;
    if (this.state.busy !== undefined)
      this.stop(l10n.t("Canceled, because the text was changed. Count again."));
  }

  stop(reason: string): void {
    this.latest.cancel();
    const { answer } = this.state;
    this.state = { ...(answer && { answer }), refusal: reason };
  }

  /** Another sample is used. */
  leave(): void {
    this.latest.cancel();
    this.sample = undefined;
    this.state = {};
    this.isEdited = false;
  }
}

function timesText(hours: number): string {
  return hours === 1 ? l10n.t("last hour") : l10n.t("last {0} hours", hours);
}

/** In a document with several texts, the cursor selects one. */
function isAt(answer: LabEngineAnswer | undefined, position: Range["start"] | undefined): boolean {
  const range = answer?.range;
  if (!range || !position) return true;
  const { start, end } = range;
  const isBefore = (a: Range["start"], b: Range["start"]) =>
    a.line < b.line || (a.line === b.line && a.character < b.character);
  return !isBefore(position, start) && !isBefore(end, position);
}
