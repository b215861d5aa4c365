import type { CancellationToken } from "vscode";
import type {
  CommandArguments,
  LabEngineAnswer,
  Refusal,
} from "../../../server/src/lsp/protocol.ts";
import type { EnginePasswords } from "../account/credentials.ts";
import type { Ask } from "../server/ask.ts";
import { nextRun } from "../server/run-id.ts";
import { askForPassword } from "./engine-questions.ts";

/** An engine of `weir.json` that is the sample. It is only asked when the user presses a button. */
export interface EngineSample {
  readonly kind: "engine";
  readonly name: string;
  /** The kind and the place of the engine. */
  readonly about: string;
  /** Only the last hours; undefined for all times. */
  readonly hours?: number;
}

/** The parts that reach hosts. */
export interface Remote {
  readonly ask: Ask;
  readonly passwords: EnginePasswords;
}

/** Counts on an engine. Asks for a password if the engine wants one; only an accepted one is stored. */
export async function countOnEngine(
  { ask, passwords }: Remote,
  asked: CommandArguments,
  token: CancellationToken,
  report: (text: string) => void,
): Promise<LabEngineAnswer | Refusal> {
  const count = (run: string) => ask("weir.countOnEngine", { ...asked, run }, { token, report });
  let answer = await count(nextRun());
  while ("refusal" in answer && answer.password && !token.isCancellationRequested) {
    const { password: login, refusal } = answer;
    const password = await askForPassword(login, refusal, token);
    if (password === undefined) break;
    const candidate = { ...login, password };
    answer = await passwords.trying(candidate, count);
    if (!("refusal" in answer)) await passwords.keep(candidate);
  }
  return answer;
}
