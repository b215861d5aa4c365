import { l10n, Uri, workspace } from "vscode";
import type {
  CommandArguments,
  ProfileRow,
  ResourceRow,
} from "../../../server/src/lsp/protocol.ts";
import { fileStatusText, nameIn } from "../labels.ts";
import type { Change } from "./changes.ts";
import { type Node, resourceNode } from "./nodes.ts";

type Group = "here" | "service" | "both" | "remote" | "unpushed";

const groupOf: Readonly<Record<Change["status"], Group>> = {
  changed: "here",
  "half-way": "here",
  drifted: "service",
  missing: "service",
  both: "both",
  "never-pushed": "unpushed",
};

/** The groups of the Changes view, as in Source Control. Groups without items are omitted. */
export function changeNodes(changes: readonly Change[], remote: readonly Node[]): Node[] {
  const files = changes.filter((it) => !it.jobs);
  const inGroup = (group: Group) =>
    files.filter((it) => groupOf[it.status] === group).map((it) => changeNode(it));
  const groups: readonly (readonly [Group, string, readonly Node[]])[] = [
    ["here", l10n.t("Changed Here"), inGroup("here")],
    ["service", l10n.t("Changed on the Service"), inGroup("service")],
    ["both", l10n.t("Changed in Both"), inGroup("both")],
    ["remote", l10n.t("Only on the Service"), remote],
    ["unpushed", l10n.t("Not Pushed Yet"), inGroup("unpushed")],
  ];
  return groups.filter(([, , items]) => items.length > 0).map((it) => groupNode(...it));
}

function groupNode(group: Group, label: string, children: readonly Node[]): Node {
  return {
    label,
    description: String(children.length),
    spoken:
      children.length === 1
        ? l10n.t("{0}, 1 item", label)
        : l10n.t("{0}, {1} items", label, children.length),
    icon: icons[group],
    context: `group.${group}`,
    target: allOf(children),
    opened: group !== "unpushed",
    children,
  };
}

const icons: Readonly<Record<Group, string>> = {
  here: "arrow-up",
  service: "arrow-down",
  both: "arrow-swap",
  remote: "cloud",
  unpushed: "circle-large-outline",
};

/** All files of the nodes, and their profile if it is the same for all. */
export function allOf(nodes: readonly Pick<Node, "target">[]): CommandArguments {
  const [first, ...others] = new Set(nodes.map((it) => it.target.profile));
  const uris = nodes.flatMap(({ target }) => target.uri ?? []);
  return { uris, ...(first !== undefined && others.length === 0 && { profile: first }) };
}

/** The number of files that differ from the last push or from the service. */
export function countOf(changes: readonly Change[]): number {
  return changes.filter((it) => !it.jobs && it.status !== "never-pushed").length;
}

/** Whether a file differs only here. */
export function isChangedHere({ status }: Change): boolean {
  return groupOf[status] === "here";
}

function changeNode({ uri, status, profile }: Change): Node {
  const target = { uri, profile };
  const text = fileStatusText(status);
  const name = nameIn(uri);
  const command = status === "never-pushed" ? "weir.openFile" : "weir.compare";
  return {
    label: name,
    description: folderOf(uri),
    tooltip: `${workspace.asRelativePath(Uri.parse(uri))}\n${text}`,
    spoken: `${name}, ${text}`,
    icon: "file",
    file: uri,
    context: `change.${status === "missing" ? "missing" : groupOf[status]}`,
    target,
    click: { command, arguments: [{ target }] },
  };
}

/** The folder of a file in the workspace; empty at its top. */
export function folderOf(uri: string): string {
  const path = workspace.asRelativePath(Uri.parse(uri));
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The resources without a file. A filter of a rule is pulled with its rule. */
export function remoteNodes(row: ProfileRow, resources: readonly ResourceRow[]): Node[] {
  return resources
    .filter(({ standing }) => standing === "remote-only" || standing === "gone")
    .filter(({ kind, shownAs }) => kind !== "filter" || shownAs !== undefined)
    .map((it) => {
      const node = resourceNode(row, it);
      const context = it.pullsTo === undefined ? "change.preview" : "change.remote";
      return { ...node, context };
    });
}
