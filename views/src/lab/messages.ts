import type {
  LabAddParams,
  LabAnswer,
  LabCounts,
  LabEngineAnswer,
  LabLine,
  LabLines,
  LabParams,
  LabRefusal,
  LabTexts,
  ShownLines,
} from "../../../server/src/lsp/protocol.ts";
import type { Outdated } from "../shared/messages.ts";

/** The messages between the lab and the extension. */

/** The state of the view, which is restored after a window reload. */
export interface LabState {
  readonly uri: string;
  readonly columns?: readonly string[];
  readonly field?: string;
  /** Whether texts are shown together. */
  readonly together?: boolean;
  /** The other documents that are shown together with this one. */
  readonly others?: readonly string[];
}

/** The lines that are shown, without the ID of the lab. */
export type LineSelection = Omit<ShownLines, "lab" | "first" | "count">;

type WithoutLab<T> = T extends unknown ? Omit<T, "lab"> : never;

/** Requests, by name. */
export interface LabQuestions {
  readonly lines: {
    readonly asked: Omit<ShownLines, "lab"> & { readonly columns: readonly string[] };
    readonly answer: LabLines | null;
  };
  readonly line: { readonly asked: { readonly line: number }; readonly answer: LabLine | null };
}
export type QuestionName = keyof LabQuestions;

export type FromLab =
  | { readonly kind: "ready" }
  /** Sets the parameters of the next answers. */
  | ({ readonly kind: "look" } & Pick<LabParams, "columns" | "field" | "window" | "together">)
  | {
      readonly [Name in QuestionName]: {
        readonly kind: "question";
        readonly id: number;
        readonly name: Name;
        readonly asked: LabQuestions[Name]["asked"];
      };
    }[QuestionName]
  | { readonly kind: "select"; readonly range: TextRange; readonly uri?: string }
  | { readonly kind: "add"; readonly added: WithoutLab<LabAddParams> }
  /** Applies the fix of a problem of the last answer. */
  | { readonly kind: "fix"; readonly problem: number }
  | { readonly kind: "copyLine" | "traceLine"; readonly line: number }
  | { readonly kind: "copy" | "export"; readonly shown: LineSelection }
  | { readonly kind: "chooseSample" }
  /** Counts on the engine, or stops that. */
  | { readonly kind: "count" | "stop" }
  | { readonly kind: "paste"; readonly name: string; readonly text: string }
  /** A file of the computer; without its bytes if it is too large. */
  | { readonly kind: "drop"; readonly name: string; readonly bytes?: Uint8Array }
  /** Files of the Explorer. */
  | { readonly kind: "dropFiles"; readonly uris: readonly string[] };

interface TextRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** The sample is an engine, which counts when the user asks for it. */
export interface LabEngine {
  readonly name: string;
  /** The kind and the place of the engine. */
  readonly about: string;
  /** The progress, while it counts. */
  readonly busy?: string;
  readonly refusal?: string;
  readonly answer?: LabEngineAnswer;
  /** The answer is about an earlier text, or about another one. */
  readonly isOutdated?: boolean;
}

export type ToLab =
  | { readonly kind: "start"; readonly state: LabState; readonly title: string }
  | { readonly kind: "answer"; readonly answer: LabAnswer }
  | { readonly kind: "engine"; readonly engine: LabEngine }
  | { readonly kind: "refusal"; readonly refusal: string; readonly noSample: boolean }
  /** With the counts so far, if there are any. */
  | { readonly kind: "busy"; readonly share: number; readonly counts?: LabCounts }
  | { readonly kind: "response"; readonly id: number; readonly answer: unknown }
  | Outdated;

export type { LabAnswer, LabCounts, LabEngineAnswer, LabLine, LabLines, LabRefusal, LabTexts };
