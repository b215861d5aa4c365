/** What `push`, `diff`, `pull` and `delete` all take. Apart from the rest, so that only a push loads what it needs. */
export const sharedFlags = {
  profile: { type: "string" },
  yes: { type: "boolean", default: false },
  format: { type: "string", default: "pretty" },
  timeout: { type: "string" },
  quiet: { type: "boolean", short: "q", default: false },
} as const;

/** As `--help` says it. */
export const timeoutUsage =
  "--timeout SECONDS     Timeout for a response of the service (default: 60)";

export const quietUsage = "--quiet               Print failures only";

export const formats = ["pretty", "json"] as const;
