import { l10n } from "vscode";
import type {
  CommandArguments,
  ProfileRow,
  ResourceRow,
  ResourcesResult,
} from "../../../server/src/lsp/protocol.ts";
import { dashboardOf } from "../account/dashboard.ts";
import { folderOf } from "../account/profile-for.ts";
import {
  enabledText,
  hostText,
  kindText,
  nameIn,
  oneLine,
  placeText,
  resourceStatusText,
} from "../labels.ts";

/** The nodes of the Weir view: profiles, their zones, and the resources of each. Plain data; `view.ts` renders it. */
export interface Node {
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon: string;
  /** A theme color ID. */
  readonly color?: string;
  /** For `when` clauses of menus. */
  readonly context: string;
  /** The argument of commands on this node. */
  readonly target: CommandArguments;
  /** The resource ID, for *Copy ID*. */
  readonly id?: string;
  /** Its dashboard URL. */
  readonly dashboard?: string;
  /** A file, shown as in the Explorer. */
  readonly file?: string;
  /** For screen readers. Default: label and description. */
  readonly spoken?: string;
  /** The command of a click. */
  readonly click?: { readonly command: string; readonly arguments: readonly unknown[] };
  readonly opened?: boolean;
  /** Identifies a row across refreshes, so that it stays expanded or collapsed. Default: its label. */
  readonly key?: string;
  /** Set for a profile, whose children are loaded on demand. */
  readonly profile?: ProfileRow;
  readonly children?: readonly Node[];
}

/** Shows the profile if there are others. */
export function profileNode(
  row: ProfileRow,
  { isCurrent, isOnly }: { readonly isCurrent: boolean; readonly isOnly: boolean },
  zoneName?: string,
): Node {
  const target = { profile: row.name, uri: folderOf(row.uri) };
  if (row.problem !== undefined) {
    const opens = { command: "weir.openFile", arguments: [{ target: { uri: row.uri } }] };
    const problem = oneLine(row.problem, 400);
    const hint = hintNode(l10n.t("Open weir.json"), opens);
    const children = [{ ...hint, description: problem, tooltip: problem }];
    return { label: row.name, icon: "warning", context: "profile.broken", target, children };
  }
  return {
    ...(isOnly
      ? { label: hostText(row) }
      : {
          label: row.name,
          description: isCurrent ? l10n.t("current") : placeText(row, zoneName),
        }),
    tooltip: `${row.origin}\n${placeText(row, zoneName)}`,
    icon: isCurrent ? "pass-filled" : "circle-large-outline",
    context: `${isCurrent ? "current" : "profile"}${row.isLoopback ? ".loopback" : ""}`,
    target,
    opened: isCurrent,
    profile: row,
  };
}

type Resources = Extract<ResourcesResult, { readonly where: unknown }>;

const kinds = ["job", "filter", "rule"] as const;

export function zoneNode(row: ProfileRow, { where, resources, problems = [] }: Resources): Node {
  const { zone, zoneName, account, origin, identity } = where;
  return {
    label: placeText(
      { ...(zone !== undefined && { zone }), ...(account !== undefined && { account }) },
      zoneName,
    ),
    tooltip: [origin, zone, account, l10n.t("Signed in with: {0}", identity)]
      .filter((it) => it !== undefined)
      .join("\n"),
    icon: "globe",
    ...inDashboard("zone", dashboardOf(row, "zone", zoneName)),
    target: { profile: row.name, uri: folderOf(row.uri) },
    ...(zone !== undefined && { id: zone }),
    opened: true,
    children: [
      ...problems.map((it) => hintNode(oneLine(it, 400))),
      ...kinds.map((kind) =>
        groupNode(
          row,
          kind,
          resources.filter((it) => it.kind === kind),
          zoneName,
        ),
      ),
    ],
  };
}

function groupNode(
  row: ProfileRow,
  kind: ResourceRow["kind"],
  resources: readonly ResourceRow[],
  zoneName: string | undefined,
): Node {
  return {
    label: kindText(kind),
    description: String(resources.length),
    ...(kind === "filter" && {
      tooltip: l10n.t(
        "Expressions of firewall rules: each rule uses one, and several can share it.",
      ),
    }),
    icon: { job: "export", filter: "symbol-operator", rule: "shield" }[kind],
    context: "group",
    target: { profile: row.name, uri: folderOf(row.uri) },
    opened: resources.length > 0,
    // With the same key, VS Code would keep a row collapsed that had no children before.
    key: JSON.stringify([row.uri, row.name, kind, resources.length > 0]),
    children: resources.map((it) => resourceNode(row, it, zoneName)),
  };
}

const looks: Readonly<Record<ResourceRow["standing"], readonly [icon: string, color?: string]>> = {
  "remote-only": ["cloud"],
  "in-sync": ["pass", "charts.green"],
  changed: ["edit", "gitDecoration.modifiedResourceForeground"],
  drifted: ["cloud-download", "charts.orange"],
  both: ["warning", "charts.red"],
  "half-way": ["debug-pause", "charts.orange"],
  gone: ["question", "charts.red"],
};

export function resourceNode(row: ProfileRow, resource: ResourceRow, zoneName?: string): Node {
  const { kind, id, name, detail, uri, standing, pullsTo, shownAs, isOn } = resource;
  const [icon, color] = looks[standing];
  const isLinked = uri !== undefined && standing !== "gone";
  return {
    label: oneLine(name === "" ? id : name),
    description: [...enabledLabels(resource), resourceStatusText(standing)].join(" · "),
    // The row may be too narrow for its label and status.
    tooltip: [
      ...(name === "" ? [] : [oneLine(name)]),
      oneLine(detail),
      l10n.t("ID: {0}", id),
      ...(uri === undefined ? [] : [l10n.t("File: {0}", nameIn(uri))]),
      resourceStatusText(standing),
      ...(pullsTo === undefined ? [] : [l10n.t("Pulls to: {0}", nameIn(pullsTo))]),
    ]
      .filter((it, i, all) => it !== "" && all.indexOf(it) === i)
      .join("\n"),
    icon,
    ...(isOn === false ? { color: "disabledForeground" } : color !== undefined && { color }),
    ...inDashboard(contextOf(resource), dashboardOf(row, kind, zoneName)),
    target: { profile: row.name, uri: pullsTo ?? uri ?? folderOf(row.uri) },
    id,
    ...clickOn(row, isLinked ? uri : undefined, pullsTo ?? shownAs),
  };
}

/** Jobs can be enabled and disabled, and a change on the service can be pulled. */
function contextOf(resource: ResourceRow): string {
  const { kind, isOn, standing } = resource;
  const link = `${kind}.${linkOf(resource)}`;
  const isJob = kind === "job" && isOn !== undefined;
  const theirs = standing === "drifted" || standing === "both" ? ".theirs" : "";
  return `${link}${isJob ? `.${isOn ? "on" : "off"}` : ""}${theirs}`;
}

function linkOf({ uri, standing, pullsTo }: ResourceRow): string {
  if (uri !== undefined && standing !== "gone") return "linked";
  if (pullsTo === undefined) return "remote";
  return standing === "gone" ? "gone" : "new";
}

function inDashboard(
  context: string,
  dashboard: string | undefined,
): Pick<Node, "context" | "dashboard"> {
  return dashboard === undefined ? { context } : { context: `${context}.public`, dashboard };
}

/** Nearly all rules are enabled, so only disabled ones are marked. */
function enabledLabels({ kind, isOn }: ResourceRow): string[] {
  return isOn === undefined || (isOn && kind !== "job") ? [] : [enabledText(isOn)];
}

/** Opens the file, or a preview if there is none. */
function clickOn(
  { name: profile }: ProfileRow,
  file: string | undefined,
  shownAs: string | undefined,
): Pick<Node, "click"> | undefined {
  if (file !== undefined)
    return { click: { command: "weir.openFile", arguments: [{ target: { uri: file } }] } };
  if (shownAs === undefined) return undefined;
  const target = { uri: shownAs, profile };
  return { click: { command: "weir.preview", arguments: [{ target }] } };
}

/** A node that suggests the next step. */
export function hintNode(label: string, click?: Node["click"]): Node {
  return {
    label,
    icon: click ? "arrow-right" : "info",
    context: "hint",
    target: {},
    ...(click && { click }),
  };
}
