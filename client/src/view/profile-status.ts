import {
  type Disposable,
  l10n,
  StatusBarAlignment,
  type StatusBarItem,
  type Uri,
  window,
} from "vscode";
import type { ProfileRow } from "../../../server/src/lsp/protocol.ts";
import type { Profiles } from "../account/profiles.ts";
import { activeFormUri } from "../active-form.ts";
import { placeText } from "../labels.ts";
import { isOurLanguage, isSettings } from "../languages.ts";

/** The maximum length in characters; longer names are truncated. */
const maxPlaceLength = 24;

/** Status bar item with the active profile. A click selects another one. */
export function profileStatus(profiles: Profiles): Disposable[] {
  const item = window.createStatusBarItem("weir.profile", StatusBarAlignment.Left, 10);
  item.name = l10n.t("Weir Profile");
  item.command = "weir.chooseProfile";
  const update = () => show(item, profiles);
  update();
  return [
    item,
    window.onDidChangeActiveTextEditor(update),
    window.tabGroups.onDidChangeTabs(update),
    profiles.onDidChange(update),
  ];
}

function show(item: StatusBarItem, profiles: Profiles): void {
  const document = window.activeTextEditor?.document;
  const form = document ? undefined : activeFormUri();
  const uri = document ? fileBehind(document.uri) : (form ?? "");
  const isOurs = form !== undefined || isSettings(uri) || isOurLanguage(document?.languageId ?? "");
  if (!isOurs || profiles.rows.length === 0) {
    item.hide();
    return;
  }
  // An untitled document uses the active profile of the workspace.
  const row = profiles.for(document?.isUntitled ? undefined : uri);
  const isOnly = profiles.rows.filter((it) => it.uri === row?.uri).length === 1;
  item.text = row
    ? statusText(row, profiles.zoneName(row), isOnly)
    : `$(cloud) ${l10n.t("No profile")}`;
  item.tooltip = row
    ? [row.origin, placeText(row, profiles.zoneName(row)), row.zone ?? "", row.rulesTarget]
        .filter((it, i, all) => it !== "" && all.indexOf(it) === i)
        .join("\n")
    : l10n.t("Select a profile");
  item.show();
}

/** Maps the documents of a diff or a confirmation to their file. */
function fileBehind(uri: Uri): string {
  return (/^weir-/.test(uri.scheme) ? uri.with({ scheme: "file", query: "" }) : uri).toString();
}

/** Shows the profile if there are others, or if no zone has a known name. */
export function statusText(row: ProfileRow, zoneName: string | undefined, isOnly: boolean): string {
  const place = zoneName === undefined && row.zone !== undefined ? "" : placeText(row, zoneName);
  const short = place.length > maxPlaceLength ? `${place.slice(0, maxPlaceLength)}…` : place;
  const where = short === "" && row.isLoopback ? l10n.t("emulator") : short;
  const profile = isOnly && where !== "" ? [] : [row.name];
  return `$(cloud) ${[...profile, ...(where === "" ? [] : [where])].join(" · ")}`;
}
