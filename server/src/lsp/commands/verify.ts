import { verified } from "../../push/verify.ts";
import type { Command } from "./running/command.ts";
import { openOne } from "./running/one-session.ts";

/** Whether the credential is good, whose it is, and which zones and accounts it is good for. */
export const verify: Command = {
  title: "Verifying",
  async run(running) {
    const opened = await openOne(running);
    return "refusal" in opened ? opened : verified(opened.session);
  },
};
