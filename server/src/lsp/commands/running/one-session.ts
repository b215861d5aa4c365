import { canceled } from "../../../push/result.ts";
import type { SessionFile } from "../../../push/session/sessions.ts";
import { isFolder } from "../../../workspace/files/file-status.ts";
import type { Refusal } from "../../protocol.ts";
import { targetFiles } from "./files.ts";
import { type PromptOptions, type Running, readOnly } from "./running.ts";

/** The session of the one file, folder or `weir.json` of a command. */
export async function openOne(
  running: Running,
  prompt: PromptOptions = readOnly,
): Promise<SessionFile | Refusal> {
  const targets = targetFiles(running);
  if ("refusal" in targets) return targets;
  const [file] = targets;
  if (!file || targets.length > 1)
    return { refusal: `'${running.options.name}' needs exactly one file.` };
  const path = isFolder(file.path) ? `${file.path}/.` : file.path;
  const work = await running.sessions(prompt)(path);
  if (running.isCanceled) return { refusal: canceled };
  return work;
}
