import type {
  FormFields,
  FormPlace,
  ShownForm,
  ShownOperation,
} from "../../../server/src/lsp/protocol.ts";
import type { Outdated } from "../shared/messages.ts";
import type { Effect, ToForm } from "./messages.ts";
import type { Path } from "./rows.ts";

/** A condition that has no value yet, so it is not in the text. */
export interface Draft {
  readonly to: FormPlace;
  /** Adds the condition in a new group with this logical operator. */
  readonly inGroup?: "and" | "or";
  readonly field?: string;
  readonly operator?: string;
  readonly refusal?: string;
}

/** The state of the page. */
export interface State {
  readonly version: number;
  /** Undefined until it is read. */
  readonly form?: ShownForm | undefined;
  readonly isRead: boolean;
  readonly fields?: FormFields;
  readonly effect?: Effect;
  /** Set while the effect is of an earlier version or sample. */
  readonly outdated?: Outdated | undefined;
  /** Where a push would go; empty if that is not decided, and undefined where nothing can be pushed. */
  readonly target?: string;
  readonly draft?: Draft | undefined;
  /** Set if the last operation added an example: of a kept or a dropped line. */
  readonly added?: "kept" | "dropped" | undefined;
  /** Why the last operation was refused, and its row. */
  readonly refusal?: { readonly path: Path; readonly message: string } | undefined;
}

export const firstState: State = { version: 0, isRead: false };

export function reduce(state: State, message: ToForm): State {
  switch (message.kind) {
    case "form":
      return { ...state, version: message.version, form: message.form, isRead: true };
    case "fields":
      return { ...state, fields: message.fields };
    case "effect":
      return { ...state, effect: message.effect, outdated: undefined };
    case "outdated":
      return { ...state, outdated: message };
    case "target":
      return { ...state, target: message.target };
    case "done":
      return state;
  }
}

/** The row that an operation changes; undefined for a new one. */
export function subjectOf(operation: ShownOperation): Path | undefined {
  return "path" in operation ? operation.path : undefined;
}
