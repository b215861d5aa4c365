import { verifyCredential } from "../../push/verify.ts";
import type { Command } from "./running/command.ts";
import { openOne } from "./running/one-session.ts";

/** Verifies the credential: its identity, and the zones and accounts that it has access to. */
export const verify: Command = {
  title: "Verifying",
  async run(running) {
    const opened = await openOne(running);
    return "refusal" in opened ? opened : verifyCredential(opened.session);
  },
};
