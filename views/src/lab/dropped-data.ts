import { l10n } from "../shared/l10n.ts";
import type { FromLab } from "./messages.ts";

/** Larger files are not sent. */
const mostBytes = 100_000_000;

/** The message for a drop or a paste: files of the Explorer, a file of the computer, or lines. */
export async function droppedMessage(
  data: Pick<DataTransfer, "files" | "getData">,
): Promise<FromLab | undefined> {
  // Read everything synchronously: the data of a drop is not available after its event.
  const uris = urisIn(data.getData("application/vnd.code.uri-list"));
  const text = data.getData("text/plain");
  const [file] = data.files;
  if (uris.length > 0) return { kind: "dropFiles", uris };
  if (file) {
    const { name, size } = file;
    if (size > mostBytes) return { kind: "drop", name };
    return { kind: "drop", name, bytes: new Uint8Array(await file.arrayBuffer()) };
  }
  return text.trim() === "" ? undefined : { kind: "paste", name: l10n.t("pasted lines"), text };
}

/** Parses a list with one URI per line. */
function urisIn(list: string): readonly string[] {
  return list.split(/\r?\n/).filter((it) => it !== "" && !it.startsWith("#"));
}
