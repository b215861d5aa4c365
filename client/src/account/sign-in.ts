import { commands, l10n, Uri, window } from "vscode";
import type { HandedCredential, ProfileRow, Verified } from "../../../server/src/lsp/protocol.ts";
import { oneLine } from "../labels.ts";
import { type Ask, isRefused } from "../server/ask.ts";
import { askWithProgress } from "../server/ask-with-progress.ts";
import {
  type Credentials,
  type EnginePasswords,
  isSendable,
  mayHaveCredential,
} from "./credentials.ts";
import { tokensPage } from "./dashboard.ts";
import { showNoProfiles } from "./no-profiles.ts";
import type { Profiles } from "./profiles.ts";

export interface SignInParts {
  readonly ask: Ask;
  readonly credentials: Credentials;
  readonly profiles: Profiles;
}

/** Signs in to an origin, or to one that the user selects. Only a verified credential is stored. */
export async function signIn(parts: SignInParts, asked?: string): Promise<boolean> {
  const rows = (await parts.profiles.read()).filter((it) => it.problem === undefined);
  const origin = asked ?? (await pickOrigin(rows));
  const row = rows.find((it) => it.origin === origin);
  if (origin === undefined) return false;
  if (!row || !mayHaveCredential(origin)) {
    void window.showErrorMessage(cannotSignIn(origin, row));
    return false;
  }
  const kind = await pickKind(row);
  let refusal: string | undefined;
  while (kind !== undefined) {
    const credential = await askForCredential(row, kind, refusal);
    if (!credential) break;
    refusal = await verifyAndKeep(parts, row, credential);
    if (refusal === undefined) return true;
    const again = l10n.t("Try Again");
    const message = l10n.t("Not signed in. {0}", refusal);
    if ((await window.showErrorMessage(message, again)) !== again) break;
  }
  return false;
}

export async function signOut({
  credentials,
  passwords,
}: {
  readonly credentials: Credentials;
  readonly passwords: EnginePasswords;
}): Promise<boolean> {
  const stores = [credentials, passwords];
  const origins = [...new Set(stores.flatMap((it) => it.origins()))];
  if (origins.length === 0) {
    void window.showInformationMessage(
      l10n.t("No stored credentials. The emulator is used with its own token."),
    );
    return false;
  }
  const title = l10n.t("Sign out of which host?");
  const origin = await window.showQuickPick(origins, { title });
  if (origin === undefined) return false;
  for (const it of stores) await it.forget(origin);
  void window.showInformationMessage(l10n.t("Signed out of {0}.", origin));
  return true;
}

/** Describes the identity of a credential, and the zones it has access to. */
export function verifiedText({ origin, identity, zones, accounts }: Verified): string {
  const names = zones.map((it) => oneLine(it.name)).join(", ");
  const good =
    zones.length > 0
      ? l10n.t("Access to these zones: {0}.", names)
      : l10n.t("No access to any zone, or to the zone list.");
  const also =
    accounts.length === 0
      ? []
      : [l10n.t("Accounts: {0}.", accounts.map((it) => oneLine(it.name)).join(", "))];
  return [l10n.t("Signed in to {0} with {1}.", origin, oneLine(identity)), good, ...also].join(" ");
}

function cannotSignIn(origin: string, row: ProfileRow | undefined): string {
  return row
    ? l10n.t("{0} is not encrypted. Use https.", origin)
    : l10n.t("No profile in this workspace uses {0}.", origin);
}

async function pickOrigin(rows: readonly ProfileRow[]): Promise<string | undefined> {
  const origins = [...new Set(rows.map((it) => it.origin))];
  if (origins.length === 0) void showNoProfiles();
  if (origins.length < 2) return origins[0];
  const items = origins.map((label) => ({
    label,
    description: rows
      .filter((it) => it.origin === label)
      .map((it) => it.name)
      .join(", "),
  }));
  const title = l10n.t("Sign in to which host?");
  return (await window.showQuickPick(items, { title }))?.label;
}

type Kind = "token" | "key";

/** Asks for the type of credential. A token can be created on the way, where its page is known. */
async function pickKind(row: ProfileRow): Promise<Kind | undefined> {
  const page = tokensPage(row.origin);
  const token = { label: l10n.t("API token"), detail: tokenHint(row) };
  const create = { label: l10n.t("Create an API token…"), detail: page ?? "" };
  const key = { label: l10n.t("Email and API key"), detail: l10n.t("Has all of your permissions") };
  const picked = await window.showQuickPick([token, ...(page ? [create] : []), key], {
    title: l10n.t("Sign in to {0}", row.origin),
    placeHolder: l10n.t("Select the type of credential"),
    ignoreFocusOut: true,
  });
  // VS Code asks before it opens an external URL.
  if (picked === create) await commands.executeCommand("vscode.open", Uri.parse(create.detail));
  return picked && (picked === key ? "key" : "token");
}

/** The permissions that a token needs, or where to find it. */
function tokenHint({ isLoopback, rulesTarget }: ProfileRow): string {
  if (isLoopback) return l10n.t("The emulator prints its token when it starts.");
  const forRules = rulesTarget === "rulesets" ? "Zone WAF: Edit" : "Firewall Services: Edit";
  return l10n.t("Needs Logs: Edit for jobs, {0} for rules, and Zone: Read.", forRules);
}

/** `refusal` is why the last one was rejected. */
async function askForCredential(
  row: ProfileRow,
  kind: Kind,
  refusal = "",
): Promise<HandedCredential | undefined> {
  const { origin } = row;
  if (kind === "token") {
    const typed = await askFor(origin, l10n.t("Token"), [refusal, tokenHint(row)]);
    return typed === undefined ? undefined : { origin, token: typed };
  }
  const email = await askFor(origin, l10n.t("Email"), [refusal], { hidden: false });
  const typed = email && (await askFor(origin, l10n.t("Key"), []));
  return email && typed ? { origin, email, key: typed } : undefined;
}

async function askFor(
  origin: string,
  placeHolder: string,
  hints: readonly string[],
  { hidden } = { hidden: true },
): Promise<string | undefined> {
  const typed = await window.showInputBox({
    title: l10n.t("Sign in to {0}", origin),
    placeHolder,
    prompt: hints.filter((it) => it !== "").join(" "),
    password: hidden,
    ignoreFocusOut: true,
    validateInput: (text) =>
      isSendable(text.trim())
        ? undefined
        : l10n.t("Use printable ASCII characters without spaces."),
  });
  return typed?.trim();
}

/** Returns why the credential was rejected; undefined if it was stored. */
async function verifyAndKeep(
  { ask, credentials, profiles }: SignInParts,
  { name, uri, origin }: ProfileRow,
  credential: HandedCredential,
): Promise<string | undefined> {
  const answer = await credentials.trying(credential, (run) =>
    askWithProgress(ask, l10n.t("Signing in to {0}", origin), "weir.verify", {
      profile: name,
      uri,
      run,
    }),
  );
  if (isRefused(answer)) return oneLine(answer.refusal, 1000);
  if (answer.origin !== origin) return l10n.t("Another host responded.");
  await credentials.keep(credential);
  for (const zone of answer.zones) {
    profiles.learn({ origin, zone: zone.id, zoneName: zone.name });
  }
  void window.showInformationMessage(verifiedText(answer));
  return undefined;
}
