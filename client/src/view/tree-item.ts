import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri } from "vscode";
import type { Node } from "./nodes.ts";

/** Converts a node to a VS Code tree item. */
export function treeItem(node: Node): TreeItem {
  const item = new TreeItem(node.label, foldingOf(node));
  if (node.key !== undefined) item.id = node.key;
  if (node.description !== undefined) item.description = node.description;
  item.tooltip = node.tooltip ?? node.label;
  item.accessibilityInformation = { label: spoken(node) };
  item.contextValue = node.context;
  if (node.file === undefined)
    item.iconPath = new ThemeIcon(node.icon, node.color ? new ThemeColor(node.color) : undefined);
  else {
    // Shows the same icon and badges as in the Explorer.
    item.resourceUri = Uri.parse(node.file);
    item.iconPath = ThemeIcon.File;
  }
  if (node.click) {
    const { command, arguments: args } = node.click;
    item.command = { command, title: node.label, arguments: [...args] };
  }
  return item;
}

function spoken({ label, description, spoken: text }: Node): string {
  return text ?? (description === undefined ? label : `${label}, ${description}`);
}

function foldingOf({ profile, children, opened }: Node): TreeItemCollapsibleState {
  if (!profile && (children ?? []).length === 0) return TreeItemCollapsibleState.None;
  return opened ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
}
