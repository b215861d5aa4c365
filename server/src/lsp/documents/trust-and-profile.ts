import type { WorkspaceState } from "../protocol.ts";

/** Workspace trust and the selected profile. */
export class TrustAndProfile {
  private state: Required<WorkspaceState>;

  /** Values of environment variables that the user entered. */
  variables: Readonly<Record<string, string>> = {};

  constructor(atStart: unknown) {
    this.state = read(atStart, { trusted: true, profile: null });
  }

  /** Without trust, no profiles are read and no requests are sent. */
  get trusted(): boolean {
    return this.state.trusted;
  }

  get profile(): string | undefined {
    return this.state.profile ?? undefined;
  }

  /** Omitted values are kept. Returns whether anything changed. */
  update(sent: unknown): boolean {
    const before = this.state;
    this.state = read(sent, before);
    return before.trusted !== this.state.trusted || before.profile !== this.state.profile;
  }
}

function read(sent: unknown, before: Required<WorkspaceState>): Required<WorkspaceState> {
  if (typeof sent !== "object" || sent === null) return before;
  const { trusted, profile } = sent as Record<string, unknown>;
  return {
    trusted: typeof trusted === "boolean" ? trusted : before.trusted,
    profile: profile === null || typeof profile === "string" ? profile : before.profile,
  };
}
