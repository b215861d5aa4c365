import { languageOfPath } from "../../languages.ts";
import { compared } from "../../push/compared.ts";
import { diff } from "../../push/diff.ts";
import { placeName } from "../../push/plan/question.ts";
import type { RemoteTextResult } from "../protocol.ts";
import { eachFile, openOne } from "./running/files.ts";
import { refuse } from "./running/refused.ts";
import type { Command } from "./running/running.ts";
import { readOnly } from "./running/running.ts";

/** The changes of a push, and the changes since the last one. */
export const diffFiles: Command = {
  title: "Comparing",
  run: (running) =>
    eachFile(running, {
      ...readOnly,
      texts: "saved",
      handle: (path, session) => diff(path, session, { job: running.args.job }),
    }),
};

/** The text of a file's resource on the service. */
export const showRemote: Command = {
  title: "Reading",
  async run(running): Promise<RemoteTextResult> {
    const { path, session } = await openOne(running);
    if (!languageOfPath(path)) refuse(`'${path}' is not a file type that can be pulled.`);
    const place = placeName(await session.where());
    return { ...(await compared(path, session)), place };
  },
};
