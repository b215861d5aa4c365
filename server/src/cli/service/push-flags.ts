import process from "node:process";
import type { Io } from "../io.ts";

/** Flags shared by `push`, `diff`, `pull` and `delete`. A separate file, so that other commands do not load the push code. */
export const sharedFlags = {
  profile: { type: "string" },
  yes: { type: "boolean", default: false },
  format: { type: "string", default: "pretty" },
} as const;

export const formats = ["pretty", "json"] as const;

/** For commands whose results are reviewed. */
export const reviewFormats = [...formats, "markdown"] as const;

/** The profile that a command uses, unless its settings have a default. An empty variable is not set. */
export function selectedProfile(
  option: string | undefined,
  io: Pick<Io, "env">,
): string | undefined {
  return option ?? ((io.env ?? process.env)[profileVariable] || undefined);
}

export const profileVariable = "WEIR_PROFILE";
