import { type CancellationToken, l10n, window, workspace } from "vscode";
import type { AgreeParams, EngineLogin } from "../../../server/src/lsp/protocol.ts";
import { oneLine } from "../labels.ts";

/** A longer command may not fit into the dialog. */
const mostShown = 1500;

/** Shows a program that a `weir.json` proposes, word by word, and asks whether to run it. */
export async function agreeToCommand({ engine, words }: AgreeParams): Promise<"yes" | "no"> {
  const lines = words.map(exactly).join("\n");
  if (!workspace.isTrusted) return "no";
  if (lines.length > mostShown) {
    void window.showErrorMessage(
      l10n.t("The command is too long to show it here. Run 'weir try' at a terminal."),
    );
    return "no";
  }
  const run = l10n.t("Run, Now and Later");
  const answer = await window.showWarningMessage(
    l10n.t("The engine '{0}' of weir.json proposes to run a program.", oneLine(engine)),
    { modal: true, detail: `${l10n.t("The program and its arguments:")}\n${lines}` },
    run,
  );
  return answer === run ? "yes" : "no";
}

/** In quotes, with characters that cannot be seen as escapes. */
function exactly(word: string): string {
  const escaped = (it: string) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(word).replace(/[\p{C}\p{Z}]/gu, (it) =>
    it === " " ? it : it.split("").map(escaped).join(""),
  );
}

/** `refusal` is why the engine wants a password. */
export async function askForPassword(
  { origin, user }: EngineLogin,
  refusal: string,
  token: CancellationToken,
): Promise<string | undefined> {
  const typed = await window.showInputBox(
    {
      title:
        user === undefined
          ? l10n.t("Password for {0}", origin)
          : l10n.t("Password of '{0}' for {1}", oneLine(user), origin),
      prompt: l10n.t("{0} The password is stored for this host only.", oneLine(refusal, 300)),
      password: true,
      ignoreFocusOut: true,
    },
    token,
  );
  return typed === "" ? undefined : typed;
}
