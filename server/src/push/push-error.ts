/** The push stops, and the message says why and what to do. Nothing has been sent by the step that refuses. */
export class PushError extends Error {
  constructor(
    message: string,
    /** The same for somebody in an editor, who has no command line before them. */
    readonly inEditor: string = message,
  ) {
    super(message);
  }
}

/** Another file has to be pushed before. Its path is relative to the folder of the `weir.json`. */
export class PushFirst extends PushError {
  constructor(
    message: string,
    readonly path: string,
  ) {
    super(message);
  }
}

/** The `weir.json` does not say where things go. */
export class NoProfiles extends PushError {}

/** No credential belongs to the origin of a profile, so none is sent there, nor named in a command that goes there. */
export class SignInNeeded extends PushError {
  constructor(
    profile: string,
    reason: string,
    readonly origin: string,
  ) {
    super(`Profile '${profile}': ${reason}`);
  }
}
