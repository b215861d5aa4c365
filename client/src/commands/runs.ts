import type { CancellationToken } from "vscode";
import type { ChooseParams, CommandName, ConfirmParams } from "../../../server/src/lsp/protocol.ts";
import { nextRun } from "../server/run-id.ts";
import { type QuestionParts, Questions } from "../view/confirm.ts";

/** The running commands. A prompt names its run, and is only answered there. */
export class Runs {
  readonly #open = new Map<string, Questions>();

  constructor(private readonly parts: QuestionParts) {}

  begin(command: CommandName, options: { readonly isOfMany?: boolean } = {}): Run {
    const id = nextRun();
    const questions = new Questions(command, options, this.parts);
    this.#open.set(id, questions);
    return { id, questions, end: () => this.#open.delete(id) };
  }

  async confirm(params: ConfirmParams, token?: CancellationToken): Promise<"yes" | "no"> {
    return (await this.of(params)?.confirm(params, token)) ?? "no";
  }

  async choose(params: ChooseParams, token?: CancellationToken): Promise<number | null> {
    return (await this.of(params)?.choose(params, token)) ?? null;
  }

  private of({ run }: { readonly run?: string }): Questions | undefined {
    return run === undefined ? undefined : this.#open.get(run);
  }
}

/** One run of a command. */
export interface Run {
  readonly id: string;
  readonly questions: Pick<Questions, "actions" | "declined" | "deleted" | "report">;
  /** Declines all further prompts of this run. */
  end(): void;
}
