import { resolve } from "node:path";
import type { Result } from "../../push/plan/plan.ts";
import { inPushOrder } from "../../push/plan/plan.ts";
import { canceled } from "../../push/result.ts";
import { inRunOrder } from "../../push/rules/run-order.ts";
import { Cancellation } from "../../push/session/cancellation.ts";
import type { Session } from "../../push/session/session.ts";
import type { SessionFile } from "../../push/session/sessions.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { type BadInput, type Input, isBad } from "../inputs.ts";
import { exit, type Io } from "../io.ts";
import { renderMarkdown } from "../render/markdown.ts";
import { paintFor } from "../render/paint.ts";
import {
  type OutcomeNames,
  renderResult,
  renderResultsJson,
  renderResultsSummary,
} from "../render/results.ts";
import { StatusLine } from "../status-line.ts";
import { type ConversationOptions, terminalConversation } from "./conversation.ts";
import type { reviewFormats } from "./push-flags.ts";
import { Questions } from "./questions.ts";
import { CommandSessions } from "./sessions.ts";

/** Shared by `push`, `diff`, `pull` and `delete`: processes files in sequence and prints the results. */

export interface RunOptions extends Omit<ConversationOptions, "forProgram" | "progress"> {
  readonly profile: string | undefined;
  readonly format: (typeof reviewFormats)[number];
  readonly words?: OutcomeNames;
}

export interface PushRun {
  readonly sessions: CommandSessions;
  /** Aborted when no new work should start. */
  readonly signal: AbortSignal;
  /** Shows progress on a terminal. */
  progress(text: string): void;
  readonly results: readonly Result[];
  /** Adds a result. On a terminal it is printed immediately. */
  add(result: Result): void;
  /** Adds the failure of a file for a reason that other files share. The reason is printed once; the summary names the files. */
  refuse(path: string, reason: string): void;
}

/** Runs the work and prints the results. Returns the exit code. */
export async function pushRun(
  terminal: Io,
  options: RunOptions,
  work: (run: PushRun) => Promise<void>,
): Promise<{ readonly results: readonly Result[]; readonly status: number }> {
  const { words = {} } = options;
  const forProgram = options.format !== "pretty";
  const status = new StatusLine(terminal);
  const io = status.around();
  const paint = paintFor(io.color);
  const questions = new Questions(io.stdin, (text) => io.err(text));
  const conversation = terminalConversation(io, questions, {
    ...options,
    forProgram,
    progress: (text) => status.show(`${text}…`),
  });
  const controller = new AbortController();
  const sessions = new CommandSessions(
    io,
    options.profile,
    conversation,
    new Cancellation(controller.signal),
  );
  const results: Result[] = [];
  const reasons = new Set<string>();
  const show = (result: Result) => {
    if (!forProgram) io.out(renderResult(result, paint, words));
  };
  let interrupted: number | undefined;
  const listenNoMore = io.onInterrupt?.((status) => {
    interrupted = status;
    io.err("\nStopping after the current request. Press Ctrl+C again to quit now.\n");
    controller.abort();
    questions.close();
  }, false);
  try {
    await work({
      sessions,
      signal: controller.signal,
      results,
      progress: (text) => status.show(text),
      add(result) {
        results.push(result);
        show(result);
      },
      refuse(path, reason) {
        const result = sessions.failed(path, reason);
        results.push(result);
        if (!reasons.has(reason)) show(result);
        reasons.add(reason);
      },
    });
  } finally {
    status.clear();
    listenNoMore?.();
    questions.close();
  }
  if (options.format === "json") io.out(renderResultsJson(results));
  else if (options.format === "markdown") io.out(renderMarkdown(results, words));
  else io.out(renderResultsSummary(results, paint, words));
  const isRefused = results.some((it) => it.refused);
  const isWhole = !sessions.couldNotRun && !results.some((it) => it.isNotExamined);
  const code = !isWhole ? exit.couldNotRun : isRefused ? exit.found : exit.fine;
  return { results, status: interrupted ?? code };
}

/** Runs the work for each file of the arguments, with its session. A failure does not stop the others. */
export async function eachFile(
  run: PushRun,
  inputs: Iterable<Input | BadInput>,
  handle: (path: string, session: Session, input: Input) => Promise<Result>,
): Promise<void> {
  const all = inPushOrder(inputs);
  for (const [i, input] of all.entries()) {
    if (all.length > 1) run.progress(`${i + 1} of ${all.length}: ${input.path}`);
    if (isBad(input)) {
      run.sessions.couldNotRun = true;
      run.add(run.sessions.failed(input.path, input.error));
      continue;
    }
    if (run.signal.aborted) {
      run.add({ ...run.sessions.failed(input.path, canceled), outcome: "skipped" });
      continue;
    }
    const work = await run.sessions.sessionFor(input.file);
    if ("refusal" in work) run.refuse(input.path, work.refusal);
    else run.add({ ...(await handle(work.path, work.session, input)), path: input.path });
  }
}

/** The files, with rules in the order that their positions need. */
export function inRuleOrder(run: PushRun, inputs: readonly (Input | BadInput)[], prunes: boolean) {
  const sessionOf = async (input: Input | BadInput) => {
    const work = isBad(input) ? undefined : await run.sessions.sessionFor(input.file);
    return work && !("refusal" in work) ? work : undefined;
  };
  return inRunOrder(inputs, sessionOf, prunes);
}

/** The files of the arguments that have a session, in the order of the push. */
export async function filesOf(
  run: PushRun,
  inputs: Iterable<Input | BadInput>,
): Promise<readonly SessionFile[]> {
  const files: SessionFile[] = [];
  for (const input of inPushOrder(inputs)) {
    const work = isBad(input) ? undefined : await run.sessions.sessionFor(input.file);
    if (work && !("refusal" in work)) files.push(work);
  }
  return files;
}

export function isNamed(input: Input, paths: readonly string[], io: Io): boolean {
  return paths.some((it) => withForwardSlashes(resolve(io.cwd, it)) === input.file);
}

/** The files compared so far. A filter whose job is among them needs no separate push: it is created with the job. */
export class DryRun {
  readonly #planned = new Map<Session, Set<string>>();

  add(path: string, session: Session, result: Result): Result {
    const planned = this.#planned.get(session) ?? new Set();
    this.#planned.set(session, planned);
    if (result.plan) planned.add(path);
    if (result.push === undefined || !planned.has(result.push)) return result;
    const message = `Pushed with '${result.push}'.`;
    return { path: result.path, profile: result.profile, outcome: "skipped", ids: {}, message };
  }
}
