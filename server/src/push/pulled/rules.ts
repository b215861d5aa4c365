import type { RemoteRuleset, RulesetRule } from "../../api/shapes.ts";
import { positionText } from "../../core/configuration/position.ts";
import { onError, valueUnless } from "../../core/errors.ts";
import { customPhase, directiveText, isRule, languageFor } from "../../languages.ts";
import { printable } from "../../text/printable.ts";
import { quotedList } from "../../text/wording.ts";
import { done, type LockEntry, lockName } from "../../workspace/lock/lock.ts";
import { positionEntry } from "../drafts/position.ts";
import { draftRule, draftRuleSettings, type RuleDraft, readRuleFile } from "../drafts/rule.ts";
import { sinceLast } from "../plan/changed-since-push.ts";
import { type Change, changesTo, hasHash, hashOf, type Settings } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import {
  canHaveFile,
  type RunningRuleset,
  rulesetName,
  rulesetsInScope,
} from "../rules/in-scope.ts";
import { isExpression, isFilterOfFile } from "../rules/locate.ts";
import { ruleName } from "../rules/name.ts";
import { isAsRecorded, type RecordedRuleset, record, recordedRulesets } from "../rules/recorded.ts";
import { extraIn as extraInRuleset, recordOrder, rulesetSettings } from "../rules/ruleset-work.ts";
import { extraIn, readZone, ruleSettings } from "../rules/work.ts";
import { LockSlot, otherEntries } from "../session/lock-slot.ts";
import { locationOf, type ServiceLocation } from "../session/place.ts";
import type { Session } from "../session/session.ts";
import { freshPath } from "./fresh-path.ts";
import { pulledPosition, withPosition } from "./position.ts";
import { type Pullable, type Pulled, replaceTitle } from "./pullable.ts";
import { ruleText } from "./text.ts";

/** A rule of either target. */
interface AnyRule {
  readonly id: string;
  readonly settings: Settings;
  readonly phase: string;
  readonly ids: Omit<LockEntry, keyof ServiceLocation | "state">;
  readonly ruleset?: RemoteRuleset;
}

/** Every rule of the profile. Rules that no file can have are recorded in the lock file. */
export async function rulesToPull(session: Session, taken: Set<string>): Promise<Pullable[]> {
  const { zone, rulesTarget } = session.place;
  if (rulesTarget !== "rulesets")
    return zone === undefined ? [] : toPull(await inZone(zone, session), zone, session, taken);
  const inScope = await rulesetsInScope(session);
  const recorded = recordedRulesets(session, inScope);
  const rules = inRulesets(inScope.rulesets);
  return [
    ...(zone === undefined ? [] : toPull(rules, zone, session, taken)),
    ...(recorded.length > 0 ? [recordsToPull(recorded, session)] : []),
  ];
}

/** The rule of a file, which may be another one after it has been pulled. Reads only the ruleset of its phase. */
export async function ruleToPull(path: string, session: Session): Promise<Pullable | undefined> {
  const { zone, rulesTarget } = session.place;
  const phase = phaseIn(session.files.glance(path));
  const find = async () => {
    if (zone === undefined || rulesTarget !== "rulesets" || phase === undefined)
      return rulesToPull(session, new Set());
    const ruleset = await session.service.rulesets.entryPoint(zone, phase);
    const rulesets = ruleset ? [{ scope: { zone_id: zone }, ruleset }] : [];
    return toPull(inRulesets(rulesets), zone, session, new Set());
  };
  return (await find()).find((it) => it.path === path);
}

/** Undefined for a file that does not exist. */
function phaseIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return /^[ \t\uFEFF]*#[ \t]*@phase[ \t]+(\w+)/m.exec(text)?.[1] ?? customPhase;
}

function toPull(
  rules: readonly AnyRule[],
  zone: string,
  session: Session,
  taken: Set<string>,
): Pullable[] {
  const location = locationOf(session.place, session.place.rulesTarget, { zone_id: zone });
  const pathOf = rulePaths(session, location, taken);
  const againOf = filesOfGoneRules(rules, location, session);
  return rules.map((rule) => {
    const path = againOf(rule) ?? pathOf(rule);
    const slot = new LockSlot(session, path, location);
    return { path, prepare: () => prepare(rule, slot, session) };
  });
}

/** The records of the lock file. */
function recordsToPull(recorded: readonly RecordedRuleset[], session: Session): Pullable {
  return {
    path: lockName,
    prepare: async () => {
      const notes = recorded.flatMap(recordNotes);
      const isSame = recorded.every(isAsRecorded);
      return {
        plan: {
          path: lockName,
          title: "Record the order of rules, and rules that no file can have",
          outcome: isSame ? "unchanged" : "updated",
          changes: [],
          notes,
          calls: [],
        },
        advice: notes.join(" "),
        run() {
          for (const it of recorded) record(it, session);
        },
      };
    },
  };
}

/** As in "Recorded in phase 'x' of the zone: rewrite 'Add a header' (id)." */
function recordNotes(it: RecordedRuleset): string[] {
  const where = it.running ? rulesetName(it.running) : `phase '${it.phase}'`;
  const names = (rules: readonly RulesetRule[]) =>
    rules.map(
      (rule) => `${printable(rule.action)} ${ruleName(rulesetSettings(rule))} (${rule.id})`,
    );
  const rows: [string, readonly string[]][] = [
    ["New", names(it.fresh)],
    ["Changed", names(it.changed)],
    ["No longer running", it.gone],
    ["In another order", it.isReordered ? names(it.running?.ruleset.rules ?? []) : []],
  ];
  return rows.flatMap(([what, all]) =>
    all.length === 0 ? [] : [`${what} in ${where}: ${all.join(", ")}.`],
  );
}

/** Maps a rule to the file that it is pulled into. Call it for every rule, in the order of the service. */
export function rulePaths(
  session: Session,
  location: ServiceLocation,
  taken: Set<string>,
): (rule: Pick<AnyRule, "id" | "settings">) => string {
  let unknown: Map<string, string[]> | undefined;
  const known = otherEntries(session, { path: "", location }, (it) => it.rule !== undefined);
  // The first of several files wins.
  const owners = new Map(known.map(([path, { rule }]) => [rule, path] as const).reverse());
  return ({ id, settings }) => {
    const owner = owners.get(id);
    if (owner !== undefined) return owner;
    unknown ??= unknownFiles(session);
    const { description: name } = settings;
    const place = {
      folder: "rules",
      extension: languageFor("rule").extensions[0],
      name,
      id: id.slice(0, 8),
    };
    return takeMatching(settings, unknown) ?? freshPath(place, session, taken);
  };
}

/** Finds the file of a rule that was deleted and created again: as it was, in the phase of the file. */
function filesOfGoneRules(
  rules: readonly AnyRule[],
  location: ServiceLocation,
  session: Session,
): (rule: AnyRule) => string | undefined {
  const listed = new Set(rules.map((it) => it.id));
  const entries = otherEntries(session, { path: "", location }, (it) => it.rule !== undefined);
  const isOwned = new Set(entries.map(([, it]) => it.rule));
  const gone = new Map(entries.filter(([, it]) => !listed.has(it.rule ?? "")));
  return ({ id, settings, phase, ruleset }) => {
    // Other lists may omit a rule that still exists.
    if (isOwned.has(id) || !ruleset) return undefined;
    const isAgain = ([path, { fields = [], hash = "" }]: readonly [string, LockEntry]) =>
      phaseIn(session.files.glance(path)) === phase && hasHash(settings, fields, hash);
    const path = [...gone].find(isAgain)?.[0];
    if (path !== undefined) gone.delete(path);
    return path;
  };
}

/** The files without a lock entry, by expression. */
function unknownFiles(session: Session): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of session.files.list()) {
    if (!isRule(path) || session.lock.entry(path, session.place.profile)) continue;
    const file = valueUnless(PushError, () => readRuleFile(path, session));
    if (file) found.set(file.expression, [...(found.get(file.expression) ?? []), path]);
  }
  return found;
}

/** Each file is for one rule, so that no duplicate is written. */
function takeMatching(settings: Settings, unknown: Map<string, string[]>): string | undefined {
  return unknown.get(String(settings.expression))?.shift();
}

async function inZone(zone: string, session: Session): Promise<AnyRule[]> {
  const { rules } = await readZone(zone, session);
  const location = locationOf(session.place, "firewall-rules", { zone_id: zone });
  return rules.map((it) => {
    const { id, filter } = it;
    // The filter of someone else is kept when the rule is deleted.
    const shared = !isFilterOfFile(session, location, filter.id);
    const ids = { rule: id, filter: filter.id, ...(shared && { shared }), ...extraIn(it) };
    return { id, settings: ruleSettings(it), phase: customPhase, ids };
  });
}

function inRulesets(rulesets: readonly RunningRuleset[]): AnyRule[] {
  return rulesets.flatMap((running) => {
    const { ruleset } = running;
    const rules = ruleset.rules.filter((it) => canHaveFile(running, it));
    return rules.map((it) => ({
      id: it.id,
      settings: rulesetSettings(it),
      ids: { ruleset: ruleset.id, rule: it.id, ...extraInRuleset(it) },
      phase: String(ruleset.phase),
      ruleset,
    }));
  });
}

async function prepare(rule: AnyRule, slot: LockSlot, session: Session): Promise<Pulled> {
  const { settings, ids, phase } = rule;
  const { path } = slot;
  const text = session.files.read(path);
  const draft = text === undefined ? undefined : await fileDraft(path, rule, session);
  const local = draft && draftRuleSettings(draft);
  const position = draft?.position;
  const { ruleset } = rule;
  const moved =
    position && ruleset && pulledPosition(position, ruleset.rules, rule.id, path, session);
  const changes = [...changesFrom(local ?? {}, settings), ...(moved ? [moved.change] : [])];
  const isSame = local !== undefined && changes.length === 0;
  const since = local && sinceLast(slot.entry, local, settings);
  const kept = keptOnService(ids.extra ?? []);
  const isOwnPlace = position !== undefined && slot.entry?.position !== positionText(position);
  const isOwn = text !== undefined && (since === undefined || since.file || (moved && isOwnPlace));
  return {
    plan: {
      path,
      title:
        text === undefined ? `Write rule ${ruleName(settings)} to '${path}'` : replaceTitle(path),
      outcome: text === undefined ? "created" : isSame ? "unchanged" : "updated",
      changes,
      notes: kept,
      calls: [],
      ...(isOwn && { careful: true }),
    },
    advice: kept[0],
    run() {
      const directives = directivesOf(settings);
      if (text === undefined && phase !== customPhase) directives.set("phase", phase);
      const expression = String(settings.expression);
      const changed = isExpression(local?.expression, expression) ? undefined : expression;
      const before = moved ? withPosition(text ?? "", moved) : (text ?? "");
      if (!isSame) session.files.write(path, ruleText(path, before, directives, changed));
      const explicit = Object.keys(settings).filter((it) => settings[it] !== defaults[it]);
      const fields = (isSame ? Object.keys(local) : explicit).sort();
      slot.set({
        ...ids,
        ...(moved ? moved.line !== undefined && { position: moved.line } : positionEntry(position)),
        fields,
        hash: hashOf(settings, fields),
        state: done,
      });
      if (ruleset) recordOrder(ruleset, session);
    },
  };
}

/** A file has no directives for these settings of a rule. The service logs by default. */
function keptOnService(extra: readonly string[]): string[] {
  const names = extra.filter((it) => it !== "logging");
  if (names.length === 0) return [];
  return [`Kept on the service, because a file cannot have it: ${quotedList(names)}.`];
}

/** Undefined for a file with errors, whose content is unknown. */
function fileDraft(
  path: string,
  { settings }: AnyRule,
  session: Session,
): Promise<RuleDraft | undefined> | undefined {
  const file = valueUnless(PushError, () => readRuleFile(path, session));
  const draft = file && draftRule(file, session, {}, String(settings.action));
  return draft?.catch(onError(PushError, () => undefined));
}

/** The changes from the content of the file to the content on the service. Defaults are omitted. */
function changesFrom(local: Settings, remote: Settings): Change[] {
  return changesTo(local, remote, Object.keys(local)).filter(
    ({ name, before, after }) => before !== undefined || after !== defaults[name],
  );
}

const defaults: Readonly<Record<string, unknown>> = { paused: false, enabled: true };

/** The directives of a rule: all settings beside its expression. */
function directivesOf(settings: Settings): Map<string, string> {
  const { action, description, priority, paused, enabled, ref, products } = settings;
  const parameters = (settings.action_parameters ?? {}) as Settings;
  const lists: Settings = {
    ...(products ? { products } : undefined),
    ...skipped(action, parameters),
  };
  const rows: [string, unknown][] = [
    ["action", action],
    ["description", description],
    ["priority", priority],
    ["paused", paused === true || enabled === false ? "" : undefined],
    ["ref", ref],
    ["products", Array.isArray(lists.products) ? lists.products.join(",") : undefined],
    ["skip", lists.skip],
  ];
  return new Map(
    rows.flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, isText(name) ? directiveText(`${value}`) : `${value}`] as const],
    ),
  );
}

function isText(name: string): boolean {
  return name === "description" || name === "ref";
}

function skipped(action: unknown, { products, ...rest }: Settings): Settings {
  if (action !== "skip") return {};
  const isPlain = Object.values(rest).every(
    (it) =>
      typeof it === "string" || (Array.isArray(it) && it.every((one) => typeof one === "string")),
  );
  const words = Object.entries(rest).map(([name, it]) => `${name}=${[it].flat().join(",")}`);
  const skip =
    Object.keys(rest).length === 0 ? undefined : isPlain ? words.join(" ") : JSON.stringify(rest);
  return { ...(products ? { products } : undefined), ...(skip ? { skip } : undefined) };
}
