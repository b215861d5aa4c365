import type { Connection } from "vscode-languageserver";
import { defaultDataset, type OperatorSpelling, operatorSpellings } from "../../languages.ts";
import type { Folders } from "../files/folders.ts";
import { patience } from "../files/yielding.ts";
import { log } from "../log.ts";
import type { Client } from "../wire/client-capabilities.ts";
import type { BudgetPlaces } from "../wire/results.ts";

/** The section of the client's configuration that is ours. */
export const section = "weir";

/** What the user chose in the editor. A `weir.json` beats it. */
export interface Settings {
  readonly defaultDataset: string;
  readonly operators: OperatorSpelling | undefined;
  /** Where it is shown how much of the limits a text takes. */
  readonly budget: BudgetPlaces;
}

/** The settings of each workspace folder. Clients that cannot be asked send them at the start, or when they change. */
export class ClientSettings {
  private everywhere: Settings;
  private perFolder: ReadonlyMap<string, Settings> = new Map();
  private asked = 0;
  private isKnown = false;
  private becomesKnown!: () => void;
  /** Until then nobody knows what the user chose: the client has not answered, nor failed to. One that is not asked has. */
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
    if (!client.configuration) this.settle();
  }

  for(uri: string): Settings {
    return this.perFolder.get(this.folders.around(uri) ?? "") ?? this.everywhere;
  }

  /** Asks the client, or takes what it sent. Says whether anything is different now from what was known. */
  async update(sent?: unknown): Promise<boolean> {
    if (!this.client.configuration) {
      const settings = ours(sent);
      return settings !== undefined && this.take([settings], []);
    }
    const turn = ++this.asked;
    // A client that never answers has the defaults; its answer counts whenever it comes.
    void patience(longestWait).then(() => this.settle());
    const folders = this.folders.all();
    const answers = await this.ask(folders);
    // A later question knows more than an answer that comes late.
    if (turn !== this.asked) return false;
    const wasKnown = this.isKnown;
    const isOther = Array.isArray(answers) && this.take(answers, folders);
    this.settle();
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

  private settle(): void {
    this.isKnown = true;
    this.becomesKnown();
  }

  private take(answers: readonly unknown[], folders: readonly string[]): boolean {
    const before = this.choices();
    // A client without any settings of ours answers null, and then those from the start stay.
    if (isObject(answers[0])) this.everywhere = readSettings(answers[0]);
    this.perFolder = new Map(
      folders.flatMap((folder, index): [string, Settings][] => {
        const answer = answers[index + 1];
        return isObject(answer) ? [[folder, readSettings(answer)]] : [];
      }),
    );
    return before !== this.choices();
  }

  /** What the settings come to, so that two states of them can be compared. */
  private choices(): string {
    const folders = this.folders.all().map((it) => this.perFolder.get(it) ?? this.everywhere);
    return JSON.stringify([this.everywhere, ...folders]);
  }
}

/** How long an answer about the settings is waited for, in milliseconds. */
const longestWait = 2000;

/** Takes what it knows and passes over the rest: the same section holds settings of the editor's side. */
function readSettings(value: unknown): Settings {
  const { defaultDataset: chosen, format, budget } = isObject(value) ? value : {};
  const spelling = isObject(format) ? format.operators : undefined;
  return {
    defaultDataset: typeof chosen === "string" && chosen ? chosen : defaultDataset,
    operators: operatorSpellings.find((it) => it === spelling),
    budget: readBudget(budget),
  };
}

/** VS Code has its status bar for it, and says so; whoever says nothing has the lens. */
function readBudget(value: unknown): Settings["budget"] {
  const { lens, hints } = isObject(value) ? value : {};
  return { lens: lens !== false, hints: hints === true };
}

/** Clients that send settings wrap them in the name of their section. */
function ours(value: unknown): unknown {
  return isObject(value) ? value[section] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
