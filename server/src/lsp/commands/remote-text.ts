import { languageOfPath } from "../../languages.ts";
import { compared } from "../../push/compared.ts";
import type { RemoteTextResult } from "../protocol.ts";
import type { Command } from "./running/command.ts";
import { openOne } from "./running/one-session.ts";

/** The text of a file's resource on the service. */
export const showRemote: Command = {
  title: "Reading",
  async run(running): Promise<RemoteTextResult> {
    const opened = await openOne(running);
    if ("refusal" in opened) return opened;
    const { path, session } = opened;
    if (!languageOfPath(path))
      return { refusal: `'${path}' is not a file type that can be pulled.` };
    return compared(path, session);
  },
};
