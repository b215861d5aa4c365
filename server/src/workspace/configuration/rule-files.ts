import { brokenGap } from "../../core/configuration/broken.ts";
import {
  type Configuration,
  type ConfiguredRule,
  type ConfiguredRuleset,
  emptyConfiguration,
  firewallRules,
  type Gap,
  type Part,
  UnknownPart,
} from "../../core/configuration/model.ts";
import { byPosition, byPriority, type OrderedMember } from "../../core/configuration/order.ts";
import type { Position } from "../../core/configuration/position.ts";
import { customPhase, type FileContext, languageFor } from "../../languages.ts";
import { Lines } from "../../text/lines.ts";
import { jsonValue } from "../../text/record.ts";
import type { Config } from "../config/config.ts";
import { emptyLock, lockName, readContents } from "../lock/lock.ts";
import { lockedAt, type RulesPlace, rulesPlaces } from "./places.ts";
import { fileRuleFinder } from "./rule-named.ts";

/** A `.cfrule` file. */
export interface RuleSourceFile {
  /** As shown to the user. */
  readonly path: string;
  /** Relative to the folder of its `weir.json`. */
  readonly name: string;
  readonly text: string;
  readonly context: FileContext;
}

interface FileRule extends OrderedMember {
  readonly rule: OrderedMember["rule"] & { readonly ref: string | undefined };
  readonly phase: string;
  readonly configured: ConfiguredRule;
  readonly gaps: readonly Gap[];
  /** Other rules use it. */
  readonly isValue: boolean;
}

/** The rules of the files below one `weir.json`, in the order that positions and the lock file give them; others follow by name. */
export function configurationOfRuleFiles(
  files: readonly RuleSourceFile[],
  config: Config,
  readFile: (name: string) => string | undefined,
): Configuration {
  const [place] = rulesPlaces(config);
  const text = readFile(lockName);
  const read = text === undefined ? emptyLock : readContents(text);
  const lock = "damage" in read ? emptyLock : read;
  const entryOf = (name: string) => (place ? lockedAt(place, name, lock) : undefined);
  const rules = files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((it) => ruleOf(it, entryOf(it.name)?.rule))
    .filter((it) => !it.isValue);
  const phases = [...new Set(rules.map((it) => it.phase))];
  const orderOf = (name: string) => lock.orders[entryOf(name)?.ruleset ?? ""] ?? [];
  const rulesets = phases.map((phase) => {
    const own = rules.filter((it) => it.phase === phase);
    const ids = own.map((it) => orderOf(it.name)).find((it) => it.length > 0) ?? [];
    return rulesetOf(phase, own, ids, place);
  });
  const gaps = rules.flatMap((it) => it.gaps);
  // The order of the rules is not known then.
  if ("damage" in read)
    gaps.push({ what: lockName, why: read.damage, mayChange: "everything", content: text });
  return { ...emptyConfiguration, rulesets, gaps };
}

function rulesetOf(
  phase: string,
  own: readonly FileRule[],
  ids: readonly string[],
  place: RulesPlace | undefined,
): ConfiguredRuleset {
  const about = { level: "zone", kind: "zone", zone: place?.zone, isPartial: true } as const;
  if (place?.target === "firewall-rules" && phase === customPhase) {
    const rows = own.map((it) => it.configured);
    return { ...about, phase: firewallRules, rules: byPriority(rows) };
  }
  const find = fileRuleFinder(own);
  const { items } = byPosition(own, ids, find);
  const rest = own.filter((it) => !items.includes(it));
  const rules = [...items, ...rest].map(({ name, rule, configured }) => {
    const position = rule.position && positionAmong(rule.position, (ref) => find(ref, name));
    return { ...configured, position };
  });
  return { ...about, phase, rules };
}

/** A reference may be the ID of a rule, its `@ref` or the path of its file. */
function positionAmong(position: Position, find: (ref: string) => FileRule | undefined): Position {
  if (!("ref" in position)) return position;
  const { id, ref, place } = find(position.ref)?.configured ?? {};
  return { ...position, ref: id ?? ref ?? place?.path ?? position.ref };
}

function ruleOf({ path, name, text, context }: RuleSourceFile, id: string | undefined): FileRule {
  const analysis = languageFor("rule").analyze(text, context);
  const directives = analysis.directives?.() ?? [];
  const last = (name: string) => directives.findLast((it) => it.name === name)?.value;
  const expression = analysis.pushed();
  const paused = last("paused");
  const file = analysis.ruleFile?.();
  const priority = Number(last("priority") ?? Number.NaN);
  const span = { start: file?.start ?? 0, end: file?.end ?? text.length };
  const nothing = { start: text.length, end: text.length, message: "The rule has no expression." };
  const fault = expression === undefined ? nothing : analysis.syntaxFault?.();
  return {
    name,
    id,
    gaps: fault ? [brokenGap(path, text, fault)] : [],
    isValue: directives.some((it) => it.name === "value"),
    phase: (last("phase") ?? customPhase) || "(empty)",
    rule: { position: file?.position, priority: file?.priority, ref: file?.ref },
    configured: {
      ref: last("ref") || undefined,
      id,
      description: last("description") || name,
      action: last("action") || new UnknownPart("no '@action'"),
      expression:
        expression === undefined
          ? new UnknownPart("no expression")
          : { text: expression, hasHoles: false },
      parameters: parametersOf(directives),
      enabled: enabledIf(paused),
      priority: Number.isFinite(priority) ? priority : undefined,
      place: { path, ...span, range: new Lines(text).rangeOf(span) },
    },
  };
}

function enabledIf(paused: string | undefined): ConfiguredRule["enabled"] {
  if (paused === undefined || paused === "false") return true;
  return paused === "" || paused === "true" ? false : new UnknownPart(`@paused ${paused}`);
}

/** `@skip ruleset=current phases=a,b`, or a JSON object; and `@products`. */
function parametersOf(
  directives: readonly { readonly name: string; readonly value: string }[],
): ConfiguredRule["parameters"] {
  const parts: Record<string, Part> = {};
  for (const { name, value } of directives) {
    if (name === "products") parts.products = value.split(/[\s,]+/).filter((it) => it !== "");
    if (name !== "skip") continue;
    if (value.startsWith("{")) {
      const object = jsonValue(value);
      if (object === undefined) return new UnknownPart(`@skip ${value}`);
      Object.assign(parts, object);
    } else
      for (const word of value.split(/\s+/)) {
        const [key = "", list = ""] = word.split("=");
        if (list === "") return new UnknownPart(`@skip ${value}`);
        parts[key] = list.includes(",") || key.endsWith("s") ? list.split(",") : list;
      }
  }
  return parts;
}
