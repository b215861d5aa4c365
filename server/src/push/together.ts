import { type Claim, isProved } from "../core/configuration/claim.ts";
import { configurationIn, isRule } from "../languages.ts";
import { type RulesetReview, reviewRulesets } from "../review/review.ts";
import { printable } from "../text/printable.ts";
import { cutTo } from "../text/shorten.ts";
import { deleteResources } from "./delete.ts";
import { Managed, orphanResults } from "./drift.ts";
import type { Result } from "./plan/plan.ts";
import { type PushOptions, push } from "./push.ts";
import type { Session } from "./session/session.ts";
import type { SessionFile } from "./session/sessions.ts";
import { isPlaceholder } from "./simulation/announcement.ts";
import { isSimulated, type SimulatedSession, simulate } from "./simulation/session.ts";

/** About a second: someone waits for the question. */
const work = 6_000_000;

/** A run that pushes several files. */
export interface Run {
  /** In the order of the push. */
  files(): Promise<readonly SessionFile[]>;
  /** Below which folders the run deletes resources whose file is gone. An empty path is the whole workspace. */
  pruned?(session: Session): Promise<readonly string[]>;
  readonly options: PushOptions;
}

/** A push of several files of one session, as it would be carried out. */
export interface SimulatedRun {
  readonly session: SimulatedSession;
  readonly results: readonly Result[];
}

/** Carries out what is left of a run on a simulation: from this file on, or only what it deletes. */
export async function simulateRun(
  { files, pruned, options }: Run,
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
  for (const path of left) results.push(await push(path, session, unseen));
  if (!pruned || hasFailed || results.some((it) => it.refused)) return { session, results };
  const managed = new Managed();
  managed.addLocked(session);
  for (const below of await pruned(real))
    for (const { path } of orphanResults(below, session, managed))
      results.push(await deleteResources(path, session, unseen));
  return { session, results };
}

/** The rules of one run, whose outcomes are told together: at the first question, and again if the run takes another course. */
export class PushedTogether {
  /** The files that are not pushed, for each session that was told. */
  readonly #told = new Map<Session, ReadonlySet<string>>();
  readonly #earlier: (Result & { readonly session: Session })[] = [];

  constructor(private readonly run: Run) {}

  /** What the rules change together, in sentences. Empty if there is only one, or if that is not known. */
  async outcomes(path: string, session: Session): Promise<readonly string[]> {
    const real = isSimulated(session) ? session.real : session;
    if (!isRule(path) || this.#told.has(real)) return [];
    try {
      const hasFailed = this.#earlier.some((it) => it.refused);
      const run = await simulateRun(this.run, path, real, hasFailed);
      // Those that were pushed are on the service already.
      const earlier = this.#earlier.filter(
        (it) => it.session === real && (it.refused || it.outcome === "unchanged"),
      );
      const refused = run.results.filter((it) => it.refused);
      this.#told.set(real, new Set(refused.map((it) => it.path)));
      return sentences({ ...run, results: [...earlier, ...run.results] });
    } catch {
      // The question is asked anyway.
      return [];
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

/** The rulesets that a run reads, before and after it, as a document. New rules have the paths of their files as IDs. */
export function versionsOf({ session }: SimulatedRun): readonly [before: string, after: string] {
  const { lock, place, service } = session;
  const files = lock.entries(place.profile).filter(([, { rule }]) => isPlaceholder(rule));
  const [before, after] = service.versions().map((rulesets) => JSON.stringify({ rulesets }));
  const named = files.reduce(
    (text, [path, { rule }]) => text.replaceAll(JSON.stringify(rule), () => JSON.stringify(path)),
    after ?? "",
  );
  return [before ?? "", named];
}

export function reviewsOf(run: SimulatedRun, path: string): readonly RulesetReview[] {
  const context = run.session.contextFor(path);
  const [before, after] = versionsOf(run);
  const sideOf = (text: string) => ({
    configuration: configurationIn(text, "service.json"),
    context,
  });
  return reviewRulesets(sideOf(before), sideOf(after), work);
}

/** The first one says all that has to be known. */
function sentences(run: SimulatedRun): readonly string[] {
  const rules = run.results.filter((it) => isRule(it.path));
  const left = rules.filter((it) => it.refused);
  const [first] = rules;
  if (first === undefined || rules.length < 2 || left.length === rules.length) return [];
  const count = rules.length - left.length;
  const these = count === 1 ? "This rule" : `These ${count} rules together`;
  const notPushed = left.slice(0, mostPairs).map((it) => `Not pushed: '${it.path}'. ${it.message}`);
  const [outcome, ...examples] = outcomeSentences(reviewsOf(run, first.path), these);
  return [outcome, ...notPushed, ...examples].map((it) => printable(cutTo(it ?? "", 300)));
}

function outcomeSentences(rulesets: readonly RulesetReview[], these: string): readonly string[] {
  const outcomes = rulesets.flatMap((it) => it.outcomes);
  const pairs = outcomes.map(({ from, to }) => `${cutTo(from, 40)} → ${cutTo(to, 40)}`);
  const isDecided = rulesets.every((it) => isProved(it.rest as Claim));
  if (outcomes.length === 0)
    return isDecided
      ? [`${these} ${these.startsWith("This ") ? "changes" : "change"} no outcome (proved).`]
      : [`${these}: Weir cannot tell which outcomes change.`];
  const more = pairs.length > mostPairs ? ` and ${pairs.length - mostPairs} more` : "";
  const rest = isDecided ? "" : " There may be others.";
  return [
    `${these}: ${pairs.slice(0, mostPairs).join(", ")}${more}.${rest}`,
    ...outcomes.slice(0, mostPairs).map(({ witness, proof, because }, at) => {
      const fields = Object.entries(witness?.fields ?? {}).map(
        ([name, it]) => `${name}=${JSON.stringify(it)}`,
      );
      const example =
        witness && proof === "witness"
          ? `such as ${[witness.request, ...fields].join(" ")}`
          : `cannot be excluded, because of ${because.map((it) => `'${it}'`).join(", ")}`;
      return `${pairs[at]}: ${example}`;
    }),
  ];
}

const mostPairs = 4;
