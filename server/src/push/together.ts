import { isRule } from "../languages.ts";
import { printable } from "../text/printable.ts";
import { cutTo } from "../text/shorten.ts";
import { deleteResources } from "./delete.ts";
import { Managed, orphanResults } from "./drift.ts";
import type { Result } from "./plan/plan.ts";
import type { PushOptions } from "./push.ts";
import type { Session } from "./session/session.ts";
import type { SessionFile } from "./session/sessions.ts";
import { type Outcomes, openBetween, outcomesOf } from "./simulation/outcomes.ts";
import { isSimulated, type SimulatedSession, simulate } from "./simulation/session.ts";

/** A run that pushes several files. */
export interface Run {
  /** In the order of the push. */
  files(): Promise<readonly SessionFile[]>;
  /** `push`, or another way to change the resources of a file. */
  readonly change: (path: string, session: Session, options: PushOptions) => Promise<Result>;
  /** Below which folders the run deletes resources whose file is gone. An empty path is the whole workspace. */
  pruned?(session: Session): Promise<readonly string[]>;
  readonly options: PushOptions;
}

/** A push of several files of one session, as it would be carried out. */
export interface SimulatedRun {
  readonly session: SimulatedSession;
  readonly results: readonly Result[];
  /** The file of each call. */
  readonly callers: readonly string[];
}

/** Carries out what is left of a run on a simulation: from this file on, or only what it deletes. */
export async function simulateRun(
  { files, change, pruned, options }: Run,
  from: string | undefined,
  real: Session,
  hasFailed = false,
): Promise<SimulatedRun> {
  const session = simulate(real);
  const unseen = { ...options, dryRun: true, isUnseen: true, together: undefined };
  const paths = (await files()).filter((it) => it.session === real).map((it) => it.path);
  const start = from === undefined ? 0 : paths.indexOf(from);
  const left = start === -1 ? [] : paths.slice(start);
  const results: Result[] = [];
  const callers: string[] = [];
  const add = (result: Result) => {
    results.push(result);
    while (callers.length < session.service.calls.length) callers.push(result.path);
  };
  for (const path of left) add(await change(path, session, unseen));
  const run = { session, results, callers };
  if (!pruned || hasFailed || results.some((it) => it.refused)) return run;
  const managed = new Managed();
  managed.addLocked(session);
  for (const below of await pruned(real))
    for (const { path } of orphanResults(below, session, managed))
      add(await deleteResources(path, session, unseen));
  return run;
}

/**
 * The rules of one run, whose outcomes are told together: at the first question, and again if the run takes another course.
 * Each question also describes the changes of its rule alone, because the next one may be declined.
 */
export class PushedTogether {
  /** The files that are not pushed, for each session that was told. */
  readonly #told = new Map<Session, ReadonlySet<string>>();
  readonly #earlier: (Result & { readonly session: Session })[] = [];

  constructor(private readonly run: Run) {}

  /** The changes of the rules: together, unless the user has seen them, and of this one alone. */
  async outcomes(path: string, rehearsed: SimulatedSession, from: number): Promise<Outcomes> {
    const { real } = rehearsed;
    if (!isRule(path)) return { sentences: [] };
    try {
      const own = outcomesOf(rehearsed, path, "alone", from);
      const alone = own.sentences.slice(0, 1);
      if (this.#told.has(real)) return { ...own, sentences: alone };
      const hasFailed = this.#earlier.some((it) => it.refused);
      const run = await simulateRun(this.run, path, real, hasFailed);
      // Rules that were pushed are on the service already.
      const earlier = this.#earlier.filter(
        (it) => it.session === real && (it.refused || it.outcome === "unchanged"),
      );
      const refused = run.results.filter((it) => it.refused);
      this.#told.set(real, new Set(refused.map((it) => it.path)));
      const { sentences, opened } = outcomesIn({ ...run, results: [...earlier, ...run.results] });
      const [outcome = "", ...more] = sentences;
      const isLast = run.results.filter((it) => isRule(it.path) && !it.refused).length < 2;
      const told = [outcome, ...(isLast ? [] : alone), ...more];
      return { sentences: told.filter((it) => it !== ""), opened };
    } catch {
      // The question is asked anyway.
      return { sentences: ["Weir cannot tell which outcomes change."] };
    }
  }

  /** Another course than the one that was told is told again. */
  done(result: Result, session: Session): void {
    const { path, refused = false } = result;
    const real = isSimulated(session) ? session.real : session;
    this.#earlier.push({ ...result, session: real });
    if (this.#told.get(real)?.has(path) !== refused) this.#told.delete(real);
  }
}

function outcomesIn({ session, results, callers }: SimulatedRun): Outcomes {
  const rules = results.filter((it) => isRule(it.path));
  const left = rules.filter((it) => it.refused);
  const [first] = rules;
  if (first === undefined || left.length === rules.length) return { sentences: [] };
  const notPushed = left.slice(0, mostNamed).map((it) => `Not pushed: '${it.path}'. ${it.message}`);
  const { sentences, opened } = outcomesOf(session, first.path, rules.length - left.length);
  const [outcome, ...examples] = sentences;
  if (outcome === undefined) return { sentences };
  const between = openBetween(session, callers);
  const refused = notPushed.map((it) => printable(cutTo(it, 300)));
  return { sentences: [outcome, ...between, ...refused, ...examples], opened };
}

const mostNamed = 4;
