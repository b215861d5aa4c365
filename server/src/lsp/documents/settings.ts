import type { Connection } from "vscode-languageserver";
import { defaultDataset, type OperatorSpelling, operatorSpellings } from "../../languages.ts";
import { isRecord } from "../../text/record.ts";
import type { Folders } from "../files/folders.ts";
import { delay } from "../files/yield-to-messages.ts";
import { log } from "../log.ts";
import type { Client } from "../wire/client-capabilities.ts";
import type { BudgetPlaces } from "../wire/results.ts";

/** The configuration section of the client. */
export const section = "weir";

/** The editor settings. `weir.json` takes precedence. */
export interface Settings {
  readonly defaultDataset: string;
  readonly operators: OperatorSpelling | undefined;
  /** Where the limits are shown. */
  readonly budget: BudgetPlaces;
  /** Whether inlay hints show the effect of each condition on the samples. */
  readonly tryHints: boolean;
}

/** The settings of each workspace folder. Clients without `workspace/configuration` send them at start, or on change. */
export class ClientSettings {
  private everywhere: Settings;
  private perFolder: ReadonlyMap<string, Settings> = new Map();
  private asked = 0;
  private isKnown = false;
  private becomesKnown!: () => void;
  /** Resolves when the client has sent its settings, or failed to. */
  readonly known = new Promise<void>((resolve) => {
    this.becomesKnown = resolve;
  });

  constructor(
    private readonly connection: Pick<Connection, "workspace" | "console">,
    private readonly client: Client,
    private readonly folders: Folders,
    atStart: unknown,
  ) {
    this.everywhere = readSettings(ours(atStart) ?? atStart);
    if (!client.configuration) this.markKnown();
  }

  for(uri: string): Settings {
    return this.perFolder.get(this.folders.around(uri) ?? "") ?? this.everywhere;
  }

  /** Requests the settings, or uses those sent. Returns whether anything changed. */
  async update(sent?: unknown): Promise<boolean> {
    if (!this.client.configuration) {
      const settings = ours(sent);
      return settings !== undefined && this.take([settings], []);
    }
    const turn = ++this.asked;
    // A client that never responds gets the defaults; a late response is still used.
    void delay(maxWait).then(() => this.markKnown());
    const folders = this.folders.all();
    const answers = await this.ask(folders);
    // A newer request supersedes a late response.
    if (turn !== this.asked) return false;
    const wasKnown = this.isKnown;
    const isOther = Array.isArray(answers) && this.take(answers, folders);
    this.markKnown();
    return wasKnown && isOther;
  }

  private async ask(folders: readonly string[]): Promise<unknown> {
    const items = [{ section }, ...folders.map((scopeUri) => ({ section, scopeUri }))];
    try {
      return await this.connection.workspace.getConfiguration(items);
    } catch (error) {
      log(this.connection, "warn", "Cannot read the settings", error);
      return undefined;
    }
  }

  private markKnown(): void {
    this.isKnown = true;
    this.becomesKnown();
  }

  private take(answers: readonly unknown[], folders: readonly string[]): boolean {
    const before = this.choices();
    // A client without our settings returns null; then the initial ones are kept.
    if (isRecord(answers[0])) this.everywhere = readSettings(answers[0]);
    this.perFolder = new Map(
      folders.flatMap((folder, index): [string, Settings][] => {
        const answer = answers[index + 1];
        return isRecord(answer) ? [[folder, readSettings(answer)]] : [];
      }),
    );
    return before !== this.choices();
  }

  /** The settings as a string, for comparison. */
  private choices(): string {
    const folders = this.folders.all().map((it) => this.perFolder.get(it) ?? this.everywhere);
    return JSON.stringify([this.everywhere, ...folders]);
  }
}

/** Maximum wait for the settings, in milliseconds. */
const maxWait = 2000;

/** Ignores unknown settings: the section also contains the client's settings. */
function readSettings(value: unknown): Settings {
  const { defaultDataset: chosen, format, budget, try: tried } = isRecord(value) ? value : {};
  const spelling = isRecord(format) ? format.operators : undefined;
  return {
    defaultDataset: typeof chosen === "string" && chosen ? chosen : defaultDataset,
    operators: operatorSpellings.find((it) => it === spelling),
    budget: readBudget(budget),
    tryHints: isRecord(tried) && tried.hints === true,
  };
}

/** VS Code uses its status bar, and sets this; the default is a lens. */
function readBudget(value: unknown): Settings["budget"] {
  const { lens, hints } = isRecord(value) ? value : {};
  return { lens: lens !== false, hints: hints === true };
}

/** Some clients wrap the settings in their section name. */
function ours(value: unknown): unknown {
  return isRecord(value) ? value[section] : undefined;
}
