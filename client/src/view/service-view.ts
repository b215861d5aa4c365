import {
  commands,
  type Disposable,
  EventEmitter,
  l10n,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  window,
  workspace,
} from "vscode";
import type { ProfileRow, Refusal } from "../../../server/src/lsp/protocol.ts";
import type { Profiles } from "../account/profiles.ts";
import { oneLine } from "../labels.ts";
import { isOurLanguage } from "../languages.ts";
import { isRefused } from "../server/ask.ts";
import type { Listings } from "./listings.ts";
import { hintNode, type Node, profileNode, zoneNode } from "./nodes.ts";
import { treeItem } from "./tree-item.ts";

/** Debounce, in milliseconds. */
const pause = 200;

export interface ViewParts {
  readonly listings: Listings;
  readonly profiles: Profiles;
  /** Whether a profile uses an emulator that is not running. */
  lacksEmulator(row: ProfileRow): Promise<boolean>;
}

/** The side view. Requests are sent when a profile is expanded, and only after the user has signed in to its host. */
export class ServiceView implements TreeDataProvider<Node> {
  readonly #changed = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the profiles were read for the next refresh. */
  #isRead = false;
  /** Whether the user asked for the next refresh. */
  #isAsked = false;
  #tree: TreeView<Node> | undefined;
  /** The profiles whose resources are shown as they were before a push, pull or undo. */
  readonly #outdated: ProfileRow[] = [];

  constructor(private readonly parts: ViewParts) {}

  register(): Disposable[] {
    const options = { treeDataProvider: this, showCollapseAll: true };
    const tree = window.createTreeView<Node>("weir.service", options);
    this.#tree = tree;
    return [
      tree,
      // A save may change the sync state.
      workspace.onDidSaveTextDocument(({ languageId }) => {
        if (isOurLanguage(languageId)) this.lookAtFiles();
      }),
      tree.onDidChangeVisibility(({ visible }) => visible && this.lookAgain()),
      this.parts.listings.onDidList(() => {
        this.noteEmulator();
        const time = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
        tree.description = l10n.t("read at {0}", time);
      }),
      { dispose: () => clearTimeout(this.#timer) },
    ];
  }

  /** The state of a file has changed. Nothing is requested while the view is hidden. */
  lookAtFiles(): void {
    if (this.#tree?.visible) this.refresh();
  }

  /** Resources that were listed before the view was hidden may have changed since. */
  private lookAgain(): void {
    const { listings, profiles } = this.parts;
    if (profiles.rows.every((row) => listings.last(row) === undefined)) return;
    this.outdate();
    this.refresh();
  }

  /** An emulator that was started elsewhere, such as in a terminal, is not offered to be started. */
  private noteEmulator(): void {
    const { listings, profiles } = this.parts;
    const rows = profiles.rows.filter((it) => it.isLoopback);
    const isAnswered = (row: ProfileRow) => {
      const listed = listings.last(row);
      return listed !== undefined && !isRefused(listed);
    };
    const answers = rows.length > 0 && rows.every(isAnswered);
    void commands.executeCommand("setContext", "weir.emulatorAnswers", answers);
  }

  /** Something was pushed, pulled or undone. A refresh follows. */
  outdate(): void {
    const { listings, profiles } = this.parts;
    const listed = profiles.rows.filter((row) => {
      const last = listings.last(row);
      return last !== undefined && !isRefused(last);
    });
    if (this.#tree?.visible) this.#outdated.push(...listed);
    if (this.#tree && this.#outdated.length > 0) this.#tree.message = l10n.t("Checking…");
    listings.drop();
  }

  /** Debounced. Lists the resources of expanded profiles; if requested by the user, also of the active profile. */
  refresh({ isAsked = false } = {}): void {
    this.#isAsked ||= isAsked;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.drawAgain(), pause);
  }

  /** Reads the profiles before the refresh: VS Code would collapse expanded rows while it waits for them. */
  private async drawAgain(): Promise<void> {
    await this.parts.profiles.read();
    this.#isRead = true;
    this.parts.listings.forget();
    this.#changed.fire(undefined);
    const row = this.#isAsked ? this.current() : undefined;
    this.#isAsked = false;
    if (row) void this.parts.listings.of(row);
    const outdated = this.#outdated.splice(0);
    await Promise.all(outdated.map((it) => this.parts.listings.of(it)));
    if (this.#tree && this.#outdated.length === 0) this.#tree.message = "";
  }

  getTreeItem(node: Node): TreeItem {
    return treeItem(node);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (!node) return this.roots();
    return node.profile ? this.contents(node.profile) : [...(node.children ?? [])];
  }

  private async roots(): Promise<Node[]> {
    const { profiles } = this.parts;
    const rows = this.#isRead ? profiles.rows : await profiles.read();
    this.#isRead = false;
    const current = this.active();
    const isOnly = rows.length === 1;
    return rows.map((it) =>
      profileNode(it, { isCurrent: it === current, isOnly }, profiles.zoneName(it)),
    );
  }

  /** The profile of the active file, or of the workspace. Undefined without trust, or if it cannot be used. */
  current(): ProfileRow | undefined {
    const row = this.active();
    return workspace.isTrusted && row?.problem === undefined ? row : undefined;
  }

  private active(): ProfileRow | undefined {
    const { profiles } = this.parts;
    const uri = window.activeTextEditor?.document.uri.toString();
    return profiles.for(uri) ?? profiles.for(undefined);
  }

  private async contents(row: ProfileRow): Promise<Node[]> {
    if (!workspace.isTrusted) return [];
    const answer = await this.parts.listings.of(row);
    if (isRefused(answer)) return this.refused(row, answer);
    this.parts.profiles.learn(answer.where);
    return [zoneNode(row, answer)];
  }

  /** Offers to start an emulator that is not running, instead of an error. */
  private async refused(row: ProfileRow, { refusal, signInTo }: Refusal): Promise<Node[]> {
    if (signInTo !== undefined) return [signInHint(signInTo)];
    if (!(await this.parts.lacksEmulator(row))) return [hintNode(oneLine(refusal, 400))];
    const click = { command: "weir.startEmulator", arguments: [{ target: { profile: row.name } }] };
    const hint = hintNode(l10n.t("Start Emulator"), click);
    return [{ ...hint, description: l10n.t("not running"), tooltip: startsEmulator(row) }];
  }
}

function startsEmulator({ origin }: ProfileRow): string {
  return l10n.t("Starts the emulator at {0}. It stops when this window is closed.", origin);
}

function signInHint(origin: string): Node {
  const hint = hintNode(l10n.t("Sign in"), { command: "weir.signIn", arguments: [origin] });
  return { ...hint, description: origin, tooltip: l10n.t("Sign in to {0}", origin) };
}
