import { resolve } from "node:path";
import { inPushOrder } from "../push/order.ts";
import type { Result } from "../push/plan.ts";
import { cancelled } from "../push/push.ts";
import type { Session } from "../push/session.ts";
import { Stop } from "../push/stop.ts";
import { printable } from "../text/printable.ts";
import { slashed } from "../workspace/paths.ts";
import { type ConversationOptions, terminalConversation } from "./conversation.ts";
import { type BadInput, type Input, isBad } from "./inputs.ts";
import { exit, type Io } from "./io.ts";
import type { formats } from "./push-flags.ts";
import { Questions } from "./questions.ts";
import {
  renderResult,
  renderResultsJson,
  renderResultsSummary,
  type Words,
} from "./render/results.ts";
import { paintFor } from "./render/words.ts";
import { Sessions } from "./sessions.ts";

/** What `push`, `diff`, `pull` and `delete` share: files one after the other, and their results at the end. */

export interface RunOptions extends Omit<ConversationOptions, "quiet"> {
  readonly profile: string | undefined;
  readonly format: (typeof formats)[number];
  readonly words?: Words;
}

export interface PushRun {
  readonly sessions: Sessions;
  /** Aborted when nothing new is to be begun. */
  readonly signal: AbortSignal;
  /** One more result. At a terminal it is shown at once. */
  add(result: Result): void;
}

/** Runs the work and prints what came of it. Gives the status for anything refused, and for what could not run. */
export async function pushRun(
  io: Io,
  options: RunOptions,
  work: (run: PushRun) => Promise<void>,
): Promise<{ readonly results: readonly Result[]; readonly status: number }> {
  const { words = {} } = options;
  const quiet = options.format === "json";
  const paint = paintFor(io.colour);
  const questions = new Questions(io.stdin, (text) => io.err(text));
  const conversation = terminalConversation(io, questions, { ...options, quiet });
  const controller = new AbortController();
  const sessions = new Sessions(io, options.profile, conversation, new Stop(controller.signal));
  const results: Result[] = [];
  const listenNoMore = io.onInterrupt?.(() => {
    io.err("\nStopping, as soon as it is known what was done. Interrupt again to end at once.\n");
    controller.abort();
    questions.close();
  });
  try {
    await work({
      sessions,
      signal: controller.signal,
      add(result) {
        results.push(result);
        if (!quiet) io.out(renderResult(result, paint, words));
      },
    });
  } finally {
    listenNoMore?.();
    questions.close();
  }
  if (quiet) io.out(renderResultsJson(results));
  else io.out(renderResultsSummary(results, paint, words));
  const isRefused = results.some((it) => it.refused);
  const status = sessions.couldNotRun ? exit.couldNotRun : isRefused ? exit.found : exit.fine;
  return { results, status };
}

/** Each file that the arguments mean, with its session. A failure in one does not stop the others. */
export async function eachFile(
  run: PushRun,
  inputs: Iterable<Input | BadInput>,
  io: Io,
  handle: (path: string, session: Session, input: Input) => Promise<Result>,
): Promise<void> {
  const all = inPushOrder(inputs);
  for (const [i, input] of all.entries()) {
    if (io.progress && all.length > 1)
      io.err(`${i + 1} of ${all.length}: ${printable(input.path)}\n`);
    if (isBad(input)) {
      run.sessions.couldNotRun = true;
      run.add(run.sessions.failed(input.path, input.error));
      continue;
    }
    if (run.signal.aborted) {
      run.add({ ...run.sessions.failed(input.path, cancelled), outcome: "skipped" });
      continue;
    }
    const work = await run.sessions.workOn(input.file);
    if ("refusal" in work) run.add(run.sessions.failed(input.path, work.refusal));
    else run.add({ ...(await handle(work.path, work.session, input)), path: input.path });
  }
}

export function isNamed(input: Input, paths: readonly string[], io: Io): boolean {
  return paths.some((it) => slashed(resolve(io.cwd, it)) === input.file);
}
