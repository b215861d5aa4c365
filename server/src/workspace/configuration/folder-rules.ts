import { usefulFindings } from "../../core/configuration/diagnostics.ts";
import type { PositionFault } from "../../core/configuration/position-faults.ts";
import { reachOf } from "../../core/configuration/reach-hover.ts";
import type { RuleFile } from "../../core/configuration/rule-file.ts";
import type { OrderedRule, UselessRule } from "../../core/configuration/rule-set.ts";
import { isRule } from "../../languages.ts";
import type { Config } from "../config/config.ts";
import { emptyLock, type LockContents, lockName, readContents } from "../lock/lock.ts";
import { type FolderFiles, FolderPositions } from "./folder-positions.ts";
import { type RuleSet, type RuleSetMember, setsAt } from "./members.ts";
import { orderedRules } from "./ordered-rules.ts";
import { rulesPlaces } from "./places.ts";

/** A rule set with its rules prepared for comparison. */
interface KnownSet extends RuleSet {
  readonly rules: readonly OrderedRule[];
}

/** The maximum number of new files that are compared, because they have to be read. */
const maxNew = 2_000;

const orderDirective = /^[ \t]*#[ \t]*@(?:before|after|position|priority)\b/m;

/** The rule sets of the files below one `weir.json`. */
export class FolderRules {
  private readonly lock: LockContents | undefined;
  private readonly files = new Map<string, RuleSetMember["file"]>();
  private names: ReadonlySet<string> | undefined;
  private sets: readonly KnownSet[] | undefined;
  private found: ReadonlyMap<string, UselessRule> | undefined;
  private readonly positions: FolderPositions;

  constructor(
    private readonly config: Config,
    private readonly around: FolderFiles,
  ) {
    this.lock = readLock(around.read(lockName));
    this.positions = new FolderPositions(config, this.lock, around);
  }

  /** Why the rule cannot have its position or its ref. */
  positionFault(name: string, own: RuleFile): PositionFault | undefined {
    const isNamed = own.position !== undefined || own.ref !== undefined;
    return isNamed ? this.positions.faultOf(name, own.text) : undefined;
  }

  findings(name: string, own: RuleFile): readonly UselessRule[] {
    if (!this.has(name)) return [];
    this.use(name, own);
    this.found ??= findingsOf(this.known());
    const found = this.found.get(name);
    return found ? [found] : [];
  }

  reach(name: string, own: RuleFile): string | undefined {
    if (!this.has(name)) return undefined;
    this.use(name, own);
    for (const { rules, isWhole } of this.known()) {
      const rule = isWhole ? rules.find((it) => it.file?.name === name) : undefined;
      const reach = rule && reachOf(rule, rules);
      if (reach !== undefined) return reach;
    }
    return undefined;
  }

  /** Whether a file may be in a set with others. */
  has(name: string): boolean {
    const names = this.members();
    return names.size > 1 && names.has(name);
  }

  /** Called if the text of a file may have changed. Returns the files that this affects. */
  changed(name: string): readonly string[] {
    const moved = this.positions.changed(name);
    const known = this.files.get(name);
    if (!known || known.text === this.around.read(name)) return moved;
    this.files.delete(name);
    this.forgetSets();
    return [...new Set([...this.members(), ...moved])];
  }

  /** The files that may be in a set with others. */
  members(): ReadonlySet<string> {
    this.names ??= this.findMembers();
    return this.names;
  }

  private findMembers(): ReadonlySet<string> {
    const { lock } = this;
    const places = rulesPlaces(this.config);
    if (!lock || places.length === 0) return new Set();
    const locked = Object.keys(lock.lock).filter((it) => isRule(it) && isInside(it));
    return new Set([...locked, ...this.newFiles(new Set(locked))]);
  }

  /** New files are only in a set if their destination is certain and an order is known. */
  private newFiles(locked: ReadonlySet<string>): readonly string[] {
    if (Object.keys(this.config.profiles).length !== 1) return [];
    const fresh = this.around.rules()?.filter((it) => !locked.has(it)) ?? [];
    if (fresh.length > maxNew) return [];
    const isOrdered = (name: string) => orderDirective.test(this.around.read(name) ?? "");
    return locked.size > 0 || fresh.some(isOrdered) ? fresh : [];
  }

  /** Sets the current rule of a file. */
  private use(name: string, own: RuleFile): void {
    if (this.files.get(name)?.text === own.text) return;
    this.files.set(name, { text: own.text, rule: own });
    this.forgetSets();
  }

  private forgetSets(): void {
    this.sets = undefined;
    this.found = undefined;
  }

  private known(): readonly KnownSet[] {
    this.sets ??= this.read();
    return this.sets;
  }

  private read(): readonly KnownSet[] {
    const { lock } = this;
    if (!lock) return [];
    const files = new Map<string, RuleSetMember["file"]>();
    for (const name of this.members()) {
      const file = this.fileAt(name);
      if (file) files.set(name, file);
    }
    const isOnly = Object.keys(this.config.profiles).length === 1;
    const sets = rulesPlaces(this.config).flatMap((it) => setsAt(it, files, lock, isOnly));
    return sets.map((it) => ({
      ...it,
      rules: orderedRules(it, (name) => this.around.pathOf(name)),
    }));
  }

  private fileAt(name: string): RuleSetMember["file"] | undefined {
    const known = this.files.get(name);
    if (known) return known;
    const text = this.around.read(name);
    if (text === undefined) return undefined;
    const file = { text, rule: this.around.analysisOf(name, text)?.ruleFile?.() };
    this.files.set(name, file);
    return file;
  }
}

/** Validates the name, because a lock file may come with an untrusted folder. */
function isInside(name: string): boolean {
  return !/^(?:[/\\]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(name);
}

/** Undefined if the lock file is damaged; then nothing is known about the files. */
function readLock(text: string | undefined): LockContents | undefined {
  if (text === undefined) return emptyLock;
  const read = readContents(text);
  return "damage" in read ? undefined : read;
}

/** By file. Sets of the default profile take precedence. */
function findingsOf(sets: readonly KnownSet[]): ReadonlyMap<string, UselessRule> {
  const found = new Map<string, UselessRule>();
  for (const it of usefulFindings(sets.map(({ rules }) => rules))) {
    const name = it.rule.file?.name ?? "";
    if (!found.has(name)) found.set(name, it);
  }
  return found;
}
