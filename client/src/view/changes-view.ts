import {
  type Disposable,
  EventEmitter,
  l10n,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  window,
} from "vscode";
import type { ProfileRow, Refusal } from "../../../server/src/lsp/protocol.ts";
import { isRefused } from "../server/ask.ts";
import { changeNodes, countOf, remoteNodes } from "./change-nodes.ts";
import type { Changes } from "./changes.ts";
import type { Listing, Listings } from "./listings.ts";
import type { Node } from "./nodes.ts";
import { treeItem } from "./tree-item.ts";

export interface ChangesParts {
  readonly changes: Changes;
  readonly listings: Listings;
  /** The active profile, if it can be used. */
  current(): ProfileRow | undefined;
}

/** The Changes view. It sends no requests itself: the side view lists the changes on the service. */
export class ChangesView implements TreeDataProvider<Node> {
  readonly #changed = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #tree: TreeView<Node> | undefined;

  constructor(private readonly parts: ChangesParts) {}

  register(): Disposable[] {
    const { changes, listings } = this.parts;
    const tree = window.createTreeView<Node>("weir.changes", { treeDataProvider: this });
    this.#tree = tree;
    return [
      tree,
      changes,
      changes.onDidChange(() => this.#draw()),
      listings.onDidList(() => {
        // The known state of the service has changed.
        changes.refresh();
        this.#draw();
      }),
    ];
  }

  refresh(): void {
    this.parts.changes.refresh();
    this.#draw();
  }

  #draw(): void {
    const { changes } = this.parts;
    const value = changes.isChecking ? 0 : countOf(changes.all);
    if (this.#tree)
      this.#tree.badge = value === 0 ? undefined : { value, tooltip: badgeText(value) };
    this.#changed.fire(undefined);
  }

  getTreeItem(node: Node): TreeItem {
    return treeItem(node);
  }

  getChildren(node?: Node): Node[] {
    return node ? [...(node.children ?? [])] : this.#roots();
  }

  #roots(): Node[] {
    const { changes, listings } = this.parts;
    const row = this.parts.current();
    const listed = row && listings.last(row);
    const isRead = listed && !isRefused(listed);
    const nodes = changeNodes(changes.all, row && isRead ? remoteNodes(row, listed.resources) : []);
    const isChecking = changes.isChecking || (row !== undefined && listings.isPending(row));
    const message = isChecking ? l10n.t("Checking…") : row ? messageOf(listed, nodes) : "";
    if (this.#tree) this.#tree.message = message;
    return nodes;
  }
}

function badgeText(count: number): string {
  return count === 1 ? l10n.t("1 change") : l10n.t("{0} changes", count);
}

/** The message above the groups. */
function messageOf(listed: Listing | Refusal | undefined, nodes: readonly Node[]): string {
  if (!listed) return l10n.t("Refresh to compare with the service.");
  if (!isRefused(listed)) return nodes.length === 0 ? l10n.t("Everything is in sync.") : "";
  return listed.signInTo === undefined
    ? l10n.t("The service could not be read. Changes on it are not shown.")
    : l10n.t("Sign in to see changes on the service.");
}
