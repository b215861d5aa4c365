type ErrorClass<Kind> = abstract new (...args: never[]) => Kind;

/** For the `catch` of a promise: what is made of an error of this class. Any other error is thrown again. */
export function onError<Kind, Value>(kind: ErrorClass<Kind>, handle: (error: Kind) => Value) {
  return (error: unknown): Value => {
    if (error instanceof kind) return handle(error);
    throw error;
  };
}

/** The result of a function. Undefined if it throws an error of this class. */
export function valueUnless<Kind, Value>(kind: ErrorClass<Kind>, run: () => Value) {
  try {
    return run();
  } catch (error) {
    return onError(kind, () => undefined)(error);
  }
}
