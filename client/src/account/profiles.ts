import { EventEmitter, type Memento, workspace } from "vscode";
import type {
  ConfirmParams,
  ProfileRow,
  WorkspaceState,
} from "../../../server/src/lsp/protocol.ts";
import { type Ask, isRefused } from "../server/ask.ts";
import { needsChoice, profileAnywhere, profileFor } from "./profile-for.ts";

const chosenKey = "weir.profile";
const zoneNamesKey = "weir.zoneNames";

/** The profiles of the workspace, the selected one, and the names of their zones. */
export class Profiles {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #zoneNames: Map<string, string>;
  #rows: readonly ProfileRow[] = [];

  constructor(
    private readonly ask: Ask,
    private readonly state: Pick<Memento, "get" | "update">,
    /** Sends the selected profile to the server. */
    private readonly tell: (state: WorkspaceState) => Promise<void>,
  ) {
    this.#zoneNames = new Map(state.get<[string, string][]>(zoneNamesKey));
  }

  get rows(): readonly ProfileRow[] {
    return this.#rows;
  }

  get chosen(): string | undefined {
    return this.state.get<string>(chosenKey);
  }

  /** The state that is sent when the server starts. */
  workspaceState(): WorkspaceState {
    return { trusted: workspace.isTrusted, profile: this.chosen ?? null };
  }

  /** Reloads the profiles, and drops a selection that no longer exists. */
  async read(): Promise<readonly ProfileRow[]> {
    const answer = workspace.isTrusted ? await this.ask("weir.profiles", {}) : { profiles: [] };
    if (isRefused(answer)) return this.#rows;
    this.#rows = answer.profiles;
    const { chosen } = this;
    const isGone = chosen !== undefined && !this.#rows.some((it) => it.name === chosen);
    if (isGone && this.#rows.length > 0) await this.choose(undefined);
    else this.#changed.fire();
    return this.#rows;
  }

  async choose(name: string | undefined): Promise<void> {
    await this.state.update(chosenKey, name);
    await this.tell(this.workspaceState());
    this.#changed.fire();
  }

  /** The active profile for a file, or for the workspace. */
  for(uri: string | undefined): ProfileRow | undefined {
    return uri === undefined
      ? profileAnywhere(this.#rows, this.chosen)
      : profileFor(this.#rows, uri, this.chosen);
  }

  /** Whether no profile is active for a file. */
  needsChoice(uri: string): boolean {
    return needsChoice(this.#rows, uri, this.chosen);
  }

  named(name: string): ProfileRow | undefined {
    return this.#rows.find((it) => it.name === name);
  }

  zoneName({ origin, zone }: ProfileRow): string | undefined {
    return this.#zoneNames.get(`${origin} ${zone}`);
  }

  /** The names of zones that are known, by their IDs. */
  get zones(): Readonly<Record<string, string>> {
    const named = this.#rows.map((it) => [it.zone, this.zoneName(it)]);
    return Object.fromEntries(named.filter(([id, name]) => id !== undefined && name !== undefined));
  }

  learn({
    origin,
    zone,
    zoneName,
  }: Pick<ConfirmParams["where"], "origin" | "zone" | "zoneName">): void {
    const key = `${origin} ${zone}`;
    if (zoneName === undefined || this.#zoneNames.get(key) === zoneName) return;
    this.#zoneNames.set(key, zoneName);
    void this.state.update(zoneNamesKey, [...this.#zoneNames]);
    this.#changed.fire();
  }
}
