import { type CancellationToken, l10n, window, workspace } from "vscode";
import type { AgreeParams, EngineLogin } from "../../../server/src/lsp/protocol.ts";
import { oneLine } from "../labels.ts";

/** A longer command may not fit into the dialog. */
const mostShown = 1500;

/** Shows exactly what a `weir.json` proposes, and asks whether to do it. */
export function agree(asked: AgreeParams): Promise<"yes" | "no"> {
  if ("logs" in asked)
    return agreeTo(
      l10n.t("weir.json proposes to read logs outside of the workspace."),
      exactly(asked.logs),
      l10n.t("Read, Now and Later"),
    );
  const { engine, words, sqlOn } = asked;
  const lines = words.map(exactly).join("\n");
  const run = l10n.t("Run, Now and Later");
  if (sqlOn === undefined)
    return agreeTo(
      l10n.t("The engine '{0}' of weir.json proposes to run a program.", oneLine(engine)),
      `${l10n.t("The program and its arguments:")}\n${lines}`,
      run,
    );
  return agreeTo(
    l10n.t("The engine '{0}' of weir.json proposes to read from SQL.", oneLine(engine)),
    `${l10n.t("The SQL instead of a table, on {0}:", oneLine(sqlOn))}\n${lines}`,
    run,
  );
}

async function agreeTo(question: string, detail: string, yes: string): Promise<"yes" | "no"> {
  if (!workspace.isTrusted) return "no";
  if (detail.length > mostShown) {
    void window.showErrorMessage(
      l10n.t("The command is too long to show it here. Run 'weir try' at a terminal."),
    );
    return "no";
  }
  const answer = await window.showWarningMessage(question, { modal: true, detail }, yes);
  return answer === yes ? "yes" : "no";
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
