/** Stops the push. The message says why and what to do. The step that throws it has sent nothing. */
export class PushError extends Error {
  constructor(
    message: string,
    /** The message for editor users, without command-line options. */
    readonly inEditor: string = message,
  ) {
    super(message);
  }
}

/** The service has changed since the plan was made. Nothing was sent, so another plan is made. */
export class PlanOutdated extends PushError {
  constructor() {
    super(
      "The service has changed since the plan was made. Try again to see what would change now.",
    );
  }
}

/** Another file has to be pushed first. Its path is relative to the folder of the `weir.json`. */
export class PushFirst extends PushError {
  constructor(
    message: string,
    readonly path: string,
  ) {
    super(message);
  }
}

/** A file has `${env:NAME}`, and the variable is not set. */
export class VariableNeeded extends PushError {
  constructor(
    path: string,
    readonly variable: string,
  ) {
    super(`'${path}' needs the environment variable '${variable}', which is not set.`);
  }
}

/** The `weir.json` has no target for the push. */
export class NoProfiles extends PushError {}

/** There is no credential for the origin of a profile, so none is sent there or named in a command for it. */
export class SignInNeeded extends PushError {
  constructor(
    profile: string,
    reason: string,
    readonly origin: string,
  ) {
    super(`Profile '${profile}': ${reason}`);
  }
}
