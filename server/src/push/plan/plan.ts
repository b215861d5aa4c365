import type { Reason } from "../../api/service-error.ts";
import type { RemoteJob, RemoteRule, RulesetRule, Scope } from "../../api/shapes.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import type { Change } from "./settings.ts";

/** What a push would do to one resource, for people to judge before anything is sent. */
export interface Plan {
  /** Of the file, relative to the folder of its `weir.json`. */
  readonly path: string;
  /** As in "Create the job 'shop-errors'". */
  readonly title: string;
  readonly outcome: "created" | "updated" | "unchanged" | "deleted";
  /** What the file stands for already. */
  readonly ids?: Ids;
  readonly changes: readonly Change[];
  /** What has changed since the last push, when there was one. */
  readonly since?: Since | undefined;
  /** What else should be known before saying yes. */
  readonly notes: readonly string[];
  /** The calls that change something, in their order. */
  readonly calls: readonly string[];
  /** Something is destroyed on the way, so a yes is not enough: whoever agrees names it. */
  readonly named?: Named;
  /** Work of somebody's own would be lost, so a yes that was given beforehand does not count. */
  readonly careful?: boolean;
  /** It was found at the service by its name or by what it does; no push from here has made it. */
  readonly adopts?: boolean;
  /** Somebody else's work at the service would be lost, so a yes that was given beforehand has to say so. */
  readonly overwrites?: Overwrite;
}

/** What would be lost, in whole sentences. */
export interface Overwrite {
  readonly reason: string;
  /** What the plan would do to it. */
  readonly effect: string;
  /** The same afterwards. */
  readonly done: string;
  /** What to do about it on a command line. */
  readonly advice: string;
}

export interface Since {
  readonly file: boolean;
  readonly service: boolean;
  /** The last push stopped half-way, so what has changed at the service may be its own work. */
  readonly isHalfWay?: boolean;
}

export interface Named {
  readonly name: string;
  readonly id: string;
  /** What has taken its place already. Whoever names that one means both. */
  readonly replacedBy?: string;
}

/** Where a plan would be carried out, and as whom. */
export interface Where {
  /** Of the `weir.json`; the paths of plans count from there. */
  readonly folder: string;
  readonly profile: string;
  readonly origin: string;
  readonly zone: string | undefined;
  /** When the credential may read it. */
  readonly zoneName: string | undefined;
  readonly account: string | undefined;
  /** What the credential comes from, without the credential. */
  readonly identity: string;
}

/** A plan, and the way to carry it out. */
export interface Planned {
  readonly plan: Plan;
  /** Makes the calls and writes the lock. Gives what there is to know afterwards. */
  run(): Promise<Done>;
}

export interface Done {
  readonly ids: Ids;
  readonly message: string;
  /** Left out when nothing was changed, and when it cannot be taken back. */
  readonly undo?: Undo;
}

/** What the service had before a push, and what it has since, so that the push can be taken back while that is so. */
export type Undo = JobUndo | JobFiltersUndo | RuleUndo | RulesetRuleUndo;

interface Was<Resource> {
  /** Undefined when the push has created it. */
  readonly before: Resource | undefined;
  readonly after: Resource;
  /** What the lock said of the file before. */
  readonly entry: LockEntry | undefined;
}

/** Where it was kept on a disk, what may hold secrets is left out of both jobs. */
interface Hidden {
  readonly hidden?: readonly string[];
  /** Of these, what the push has changed, so that it cannot be brought back. */
  readonly lost?: readonly string[];
}

export interface JobUndo extends Was<RemoteJob>, Hidden {
  readonly kind: "job";
  readonly scope: Scope;
}

/** The push of a filter's own file: each job that has got the filter, and the file that the lock knows the job by. */
export interface JobFiltersUndo {
  readonly kind: "job-filters";
  readonly jobs: readonly (Was<RemoteJob> &
    Hidden & { readonly path: string; readonly scope: Scope })[];
}

export interface RuleUndo extends Was<RemoteRule> {
  readonly kind: "rule";
  readonly zone: string;
}

export interface RulesetRuleUndo extends Was<RulesetRule> {
  readonly kind: "ruleset-rule";
  readonly zone: string;
  readonly phase: string;
  readonly ruleset: string;
  /** From 1; of a rule that the push has moved. */
  readonly position?: number;
}

/** Which resources a file stands for, such as `{ job: "12" }`. */
export type Ids = Readonly<Record<string, string>>;

/** What has no file: `unmanaged` on the service, made by hand; `orphaned` in the lock, whose file is gone. */
export type Drift = "unmanaged" | "orphaned";

/** How it went with one file. The words are a contract with programs. */
export interface Result {
  readonly path: string;
  readonly profile: string;
  readonly outcome: "created" | "updated" | "unchanged" | "deleted" | "skipped" | "failed";
  readonly ids: Ids;
  readonly message: string;
  /** It is about something that has no file. */
  readonly drift?: Drift;
  /** It was not done because somebody or something said no; left out of what programs get, as is all that follows. */
  readonly refused?: boolean;
  readonly undo?: Undo;
  /** What would be done, of what was only rehearsed or compared. */
  readonly plan?: Plan;
  /** The path of another file that has to be pushed before. */
  readonly push?: string;
  /** What the service has against what was sent. */
  readonly reasons?: readonly Reason[];
}
