import { inOrder } from "../../core/configuration/order.ts";
import { type PositionedRule, positionFaults } from "../../core/configuration/position-faults.ts";
import { isRule, languageFor } from "../../languages.ts";
import { phaseFinder, positionedRule } from "../../workspace/configuration/positions.ts";
import { isAt, locationOf } from "../session/place.ts";
import { type RuleInFile, type RunOrder, RunOrders } from "../session/run-order.ts";
import type { Session } from "../session/session.ts";
import type { SessionFile } from "../session/sessions.ts";
import { type PhaseNow, phaseNow } from "./phase-now.ts";
import { renamedInRun } from "./renamed-in-run.ts";
import { targetOrder } from "./target-order.ts";

/** Sorts files so that each rule comes after the one that its position refers to. `prunes`: rules without a file are deleted afterwards. */
export async function inRunOrder<File>(
  files: readonly File[],
  sessionOf: (file: File) => Promise<SessionFile | undefined>,
  prunes = false,
): Promise<{ readonly files: readonly File[]; readonly orders: RunOrders }> {
  const orders = new RunOrders();
  const works = new Map<Session, Map<string, File>>();
  for (const file of files) {
    const work = await sessionOf(file);
    if (!work || !isRule(work.path)) continue;
    const own = works.get(work.session) ?? new Map<string, File>();
    works.set(work.session, own.set(work.path, file));
  }
  const places = new Map<File, number>();
  for (const [session, own] of works) {
    const order = await runOrder([...own.keys()], session, prunes).catch(() => undefined);
    // Each file reports the error.
    if (!order) continue;
    orders.set(session, order);
    for (const [place, path] of order.paths.entries()) {
      const file = own.get(path);
      if (file !== undefined) places.set(file, place);
    }
  }
  const sorted = inOrder(places.keys(), (it) => places.get(it));
  // Other files keep their places.
  return { files: files.map((it) => (places.has(it) ? (sorted.shift() ?? it) : it)), orders };
}

/** The order of a run that pushes these rules. Reads the rulesets in which a file has a position, and of a run with several rules all. */
export async function runOrder(
  paths: readonly string[],
  session: Session,
  prunes = false,
): Promise<RunOrder> {
  const { rulesTarget, zone } = session.place;
  const isRulesets = rulesTarget === "rulesets" && zone !== undefined;
  const own = isRulesets ? rulesIn(paths, session) : new Map<string, RuleInFile>();
  const hasPosition = [...own.values()].some((it) => it.position);
  const isOurs = (it: string) => isRule(it) && !own.has(it) && session.isOwn(it);
  const others = hasPosition ? session.files.list().filter(isOurs) : [];
  const draft: RunOrder = {
    paths,
    rules: new Map([...own, ...rulesIn(others, session)]),
    past: isRulesets ? pastOrders(session) : [],
    orphans: new Set(isRulesets ? orphansIn(session) : []),
    renamed: new Map(),
    prunes,
    faults: new Map(),
  };
  if (!isRulesets) return draft;
  const order = withRenamed(draft, await renamedInRun(draft, session), hasPosition);
  if (paths.length === 1 && !hasPosition) return order;
  return withFaults({ ...order, paths: await sorted(order, session) }, session);
}

/** A file that takes over the rule of a deleted one has its place, too. */
function withRenamed(
  order: RunOrder,
  renamed: RunOrder["renamed"],
  hasPosition: boolean,
): RunOrder {
  const past = order.past.map(({ ruleset, paths }) => ({
    ruleset,
    paths: paths.map((it) => renamed.get(it) ?? it),
  }));
  const isLeft = (it: string) => hasPosition && !(order.prunes && renamed.has(it));
  const orphans = new Set([...order.orphans].filter(isLeft));
  return { ...order, past, orphans, renamed: order.prunes ? renamed : new Map() };
}

function rulesIn(paths: readonly string[], session: Session): ReadonlyMap<string, RuleInFile> {
  const rules = paths.flatMap((it) => ruleIn(it, session) ?? []);
  return new Map(rules.map((it) => [it.name, it]));
}

/** Undefined for a file that is no rule, or cannot be read. */
export function ruleIn(path: string, { files, contextFor }: Session): RuleInFile | undefined {
  const text = files.glance(path);
  if (text === undefined) return undefined;
  const directivesIn = () => languageFor("rule").analyze(text, contextFor(path)).directives?.();
  return positionedRule(path, text, () => directivesIn() ?? []);
}

/** The orders in the lock file before the run, as paths: first the orders of the profile. */
function pastOrders({ lock, place }: Session): RunOrder["past"] {
  const profiles = new Set([place.profile, ...lock.profiles()]);
  const orders = Object.entries(lock.orders());
  if (orders.length === 0) return [];
  return [...profiles].flatMap((profile) => {
    const files = new Map(
      lock.entries(profile).flatMap(([path, { rule }]) => (rule ? [[rule, path] as const] : [])),
    );
    return orders.flatMap(([ruleset, ids]) => {
      const paths = ids.flatMap((it) => files.get(it) ?? []);
      return paths.length > 0 ? [{ ruleset, paths }] : [];
    });
  });
}

/** The deleted files whose rules no other file has adopted. */
function orphansIn({ lock, place, files }: Session): readonly string[] {
  const entries = lock.entries(place.profile);
  const owned = new Set(entries.flatMap(([path, it]) => (files.exists(path) ? it.rule : [])));
  return entries.flatMap(([path, { rule }]) =>
    rule && !files.exists(path) && !owned.has(rule) ? [path] : [],
  );
}

/** Rules without positions come first: in the order of the lock file if their ruleset is gone. Each other one follows its reference. */
async function sorted(order: RunOrder, session: Session): Promise<readonly string[]> {
  const { paths, rules, past } = order;
  const gone = new Map<string, number>();
  for (const phase of new Set(paths.flatMap((it) => rules.get(it)?.phase ?? []))) {
    if (await entryPoint(phase, session)) continue;
    for (const [place, path] of past.flatMap((it) => it.paths).entries())
      if (rules.get(path)?.phase === phase && !gone.has(path)) gone.set(path, place);
  }
  const placeOf = (path: string) =>
    gone.size === 0 ? 0 : (gone.get(path) ?? Number.MAX_SAFE_INTEGER);
  const depths = depthsIn(order);
  return inOrder(inOrder(paths, placeOf), (it) => depths.get(it));
}

/** How many rules of the run each rule with a position depends on, and itself. */
function depthsIn({ paths, rules }: RunOrder): ReadonlyMap<string, number> {
  const all = [...rules.values()].map((it) => ({ ...it, id: undefined }));
  const byName = new Map(all.map((it) => [it.name, it]));
  const find = phaseFinder(all);
  const isInRun = new Set(paths);
  const next = (path: string): string | undefined => {
    const rule = byName.get(path);
    if (!rule?.position || !("ref" in rule.position)) return undefined;
    const other = find(rule.position.ref, rule, rule.phase);
    return typeof other === "object" && isInRun.has(other.name) ? other.name : undefined;
  };
  const depths = new Map<string, number>();
  for (const path of paths) {
    const chain: string[] = [];
    for (let it: string | undefined = path; it !== undefined && !depths.has(it); it = next(it)) {
      depths.set(it, 0);
      if (byName.get(it)?.position) chain.push(it);
    }
    for (const it of chain.reverse()) depths.set(it, 1 + (depths.get(next(it) ?? "") ?? 0));
  }
  return depths;
}

function entryPoint(phase: string, { place, service }: Session) {
  return service.rulesets.entryPoint(place.zone ?? "", phase);
}

/** Finds the positions that cannot be had, before anything is sent. */
async function withFaults(order: RunOrder, session: Session): Promise<RunOrder> {
  const faults = new Map(offlineFaults(order, session));
  const positioned = order.paths.filter((it) => order.rules.get(it)?.position);
  for (const phase of new Set(positioned.flatMap((it) => order.rules.get(it)?.phase ?? []))) {
    const { rules = [] } = (await entryPoint(phase, session)) ?? {};
    const own = positioned.filter((it) => order.rules.get(it)?.phase === phase);
    const now = phaseNow({ phase, rules }, order, session);
    for (const [path, message] of unknownIn(now, own, order))
      if (!faults.has(path)) faults.set(path, message);
    if (own.some((it) => faults.has(it)) || targetOrder(now, order)) continue;
    for (const it of own) faults.set(it, noOrder(phase));
  }
  return { ...order, faults };
}

function unknownIn(
  now: PhaseNow,
  paths: readonly string[],
  { rules }: RunOrder,
): readonly (readonly [path: string, message: string])[] {
  return paths.flatMap((path) => {
    const { position } = rules.get(path) ?? {};
    if (!position || !("ref" in position) || now.find(position.ref, path) !== undefined) return [];
    return [[path, noRule(position.kind, position.ref)] as const];
  });
}

export function noRule(kind: string, ref: string): string {
  return `'@${kind} ${ref}' matches no rule of the ruleset. Use a rule's '@ref', its ID or its file, and push that rule first.`;
}

export function noOrder(phase: string): string {
  return `No order of the rules in '${phase}' has all of their positions. Change '@position', '@before' or '@after' of one of them.`;
}

function offlineFaults(
  { paths, rules }: RunOrder,
  { lock, place }: Session,
): readonly (readonly [path: string, message: string])[] {
  const location = locationOf(place, "rulesets", { zone_id: place.zone ?? "" });
  const all: PositionedRule[] = [...rules.values()].map((it) => {
    const entry = lock.entry(it.name, place.profile);
    return { ...it, id: entry && isAt(entry, location) ? entry.rule : undefined };
  });
  const isInRun = new Set(paths);
  const isHere = ({ name, id }: PositionedRule) =>
    id !== undefined || isInRun.has(name) || (place.isOnly && !lock.entry(name, place.profile));
  const faults = positionFaults(all, {
    find: phaseFinder(all),
    // The service knows.
    missing: () => undefined,
    rulesetOf: (it) => (isHere(it) ? "" : undefined),
  });
  return [...faults].flatMap(([path, { message }]) => (isInRun.has(path) ? [[path, message]] : []));
}
