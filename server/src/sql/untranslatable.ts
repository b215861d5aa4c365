/** Thrown for a part without an equivalent in the dialect. The message names the part and the reason. */
export class Untranslatable extends Error {
  /** The offset of the part. */
  at: number | undefined;
}

/** A value that no line has, or a list without known items: a condition on it is undetermined on every line. */
export class UnknownValue extends Untranslatable {
  constructor(
    message: string,
    readonly value: string,
  ) {
    super(message);
  }
}

/** Translates the part of a text at an offset. A smaller part that cannot be translated has its own offset. */
export function translateAt<Result>(offset: number, translate: () => Result): Result {
  try {
    return translate();
  } catch (error) {
    if (error instanceof Untranslatable) error.at ??= offset;
    throw error;
  }
}
