import type { WorkspaceState } from "../protocol.ts";

/** What the user lets us do here, and where they have chosen to push to. */
export class Choices {
  private state: Required<WorkspaceState>;

  constructor(atStart: unknown) {
    this.state = read(atStart, { trusted: true, profile: null });
  }

  /** Without trust no profile is read and no host is talked to. */
  get trusted(): boolean {
    return this.state.trusted;
  }

  get profile(): string | undefined {
    return this.state.profile ?? undefined;
  }

  /** What is left out stays. Says whether anything is different now. */
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
