import type { CancellationToken } from "vscode";
import type { ChooseParams, CommandName, ConfirmParams } from "../../../server/src/lsp/protocol.ts";
import { nextRun } from "../server/run-id.ts";
import {
  type ConfirmationOptions,
  type ConfirmationParts,
  Confirmations,
} from "../view/confirmations.ts";

/** The running commands. A confirmation names its run, and is only answered there. */
export class Runs {
  readonly #open = new Map<string, Confirmations>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: ConfirmationParts) {}

  begin(command: CommandName, options: ConfirmationOptions = {}): Run {
    const id = nextRun();
    const confirmations = new Confirmations(command, options, this.parts);
    this.#open.set(id, confirmations);
    return { id, confirmations, end: () => this.#open.delete(id) };
  }

  async confirm(params: ConfirmParams, token?: CancellationToken): Promise<"yes" | "no"> {
    return this.inTurn(async () => (await this.of(params)?.confirm(params, token)) ?? "no");
  }

  async choose(params: ChooseParams, token?: CancellationToken): Promise<number | null> {
    return this.inTurn(async () => (await this.of(params)?.choose(params, token)) ?? null);
  }

  /** One question at a time: VS Code has one pick list, and another would decline the first. */
  private inTurn<Value>(ask: () => Promise<Value>): Promise<Value> {
    const answer = this.#last.then(ask, ask);
    this.#last = answer;
    return answer;
  }

  private of({ run }: { readonly run?: string }): Confirmations | undefined {
    return run === undefined ? undefined : this.#open.get(run);
  }
}

/** One run of a command. */
export interface Run {
  readonly id: string;
  readonly confirmations: Pick<
    Confirmations,
    "actions" | "createsJob" | "declined" | "pulls" | "working"
  >;
  /** Declines all further confirmations of this run. */
  end(): void;
}
