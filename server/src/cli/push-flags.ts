/** What `push`, `diff`, `pull` and `delete` all take. Apart from the rest, so that only a push loads what it needs. */
export const sharedFlags = {
  profile: { type: "string" },
  yes: { type: "boolean", default: false },
  format: { type: "string", default: "pretty" },
} as const;

export const formats = ["pretty", "json"] as const;
