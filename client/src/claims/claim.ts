import { type CancellationToken, type Disposable, l10n } from "vscode";
import type { Outdated } from "../../../views/src/shared/messages.ts";
import { LatestRequest } from "../server/latest-request.ts";
import type { Inputs } from "./inputs.ts";

interface ClaimParts<Answer> {
  /** Milliseconds after the last change. */
  readonly pause: number;
  /** Whether the claim may depend on the file at a path. */
  uses(path: string): boolean;
  /** Undefined if that failed. */
  compute(token: CancellationToken): Promise<Answer | undefined>;
  show(answer: Answer): void;
  /** Marks what the page shows. */
  mark(outdated: Outdated): void;
  /** Why it is not computed again by itself. Undefined if it is. */
  whyNot?(): string | undefined;
}

/**
 * The claim of a page, made from texts, files and samples. When one of them changes, the page is marked before anything else
 * happens, and stays so until an answer is shown that was asked for after the last change.
 */
export class Claim<Answer> implements Disposable {
  readonly #latest = new LatestRequest();
  readonly #watch: Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    inputs: Inputs,
    private readonly parts: ClaimParts<Answer>,
  ) {
    this.#watch = inputs.watch({ uses: parts.uses, changed: () => this.change() });
  }

  /** An input has changed. */
  change(): void {
    const why = this.parts.whyNot?.();
    this.outdate(why);
    if (why !== undefined) return;
    this.#timer = setTimeout(() => void this.compute(), this.parts.pause);
  }

  /** An answer under way is of older inputs. */
  private outdate(why?: string): void {
    clearTimeout(this.#timer);
    this.#latest.cancel();
    this.parts.mark({ kind: "outdated", ...(why !== undefined && { why }) });
  }

  async compute(): Promise<void> {
    clearTimeout(this.#timer);
    const found = await this.#latest.ask(async (token) => ({
      answer: await this.parts.compute(token).catch(() => undefined),
    }));
    // A newer request, or a change, came in between.
    if (!found) return;
    if (found.answer !== undefined) this.parts.show(found.answer);
    else this.outdate(l10n.t("The language server failed. See its log."));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#latest.cancel();
    this.#watch.dispose();
  }
}
