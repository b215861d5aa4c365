import { EventEmitter } from "vscode";
import type { ProfileRow, Refusal } from "../../../server/src/lsp/protocol.ts";
import type { Credentials } from "../account/credentials.ts";
import { type Ask, type CommandResult, isRefused } from "../server/ask.ts";

export type Listing = CommandResult<"weir.resources">;

/** The resources of profiles, shared by the views. Read on demand, and not before the user has signed in. */
export class Listings {
  readonly #changed = new EventEmitter<void>();
  readonly onDidList = this.#changed.event;
  readonly #answers = new Map<string, Promise<Listing | Refusal>>();
  readonly #last = new Map<string, Listing | Refusal>();

  constructor(
    private readonly ask: Ask,
    private readonly credentials: Pick<Credentials, "has">,
  ) {}

  of(row: ProfileRow): Promise<Listing | Refusal> {
    const key = keyOf(row);
    const answer = this.#answers.get(key) ?? this.#read(row);
    this.#answers.set(key, answer);
    return answer;
  }

  /** The newest result, without a request. */
  last(row: ProfileRow): Listing | Refusal | undefined {
    return this.#last.get(keyOf(row));
  }

  /** Whether there is no result yet, but a request. */
  isPending(row: ProfileRow): boolean {
    return this.#answers.has(keyOf(row)) && !this.#last.has(keyOf(row));
  }

  /** Makes the next use send a request; `last` still returns the old results. */
  forget(): void {
    this.#answers.clear();
  }

  /** Removes the results, which are wrong after a push or pull. */
  drop(): void {
    this.forget();
    this.#last.clear();
  }

  async #read(row: ProfileRow): Promise<Listing | Refusal> {
    const answer = await this.#answer(row);
    this.#last.set(keyOf(row), answer);
    this.#changed.fire();
    return answer;
  }

  async #answer(row: ProfileRow): Promise<Listing | Refusal> {
    const { origin, name, uri } = row;
    if (!row.isLoopback && !(await this.credentials.has(origin)))
      return { refusal: "", signInTo: origin };
    const answer = await this.ask("weir.resources", { profile: name, uri });
    if (isRefused(answer)) return answer;
    const { resources, problems = [] } = answer;
    return resources.length === 0 && problems.length > 0 ? { refusal: problems.join(" ") } : answer;
  }
}

function keyOf({ uri, name }: ProfileRow): string {
  return `${uri}\n${name}`;
}
