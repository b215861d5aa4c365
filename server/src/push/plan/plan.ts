import type { Reason } from "../../api/service-error.ts";
import type { RemoteJob, RemoteRule, RulesetRule, Scope } from "../../api/shapes.ts";
import type { ResourceKind } from "../../core/analysis.ts";
import { resourceOf } from "../../languages.ts";
import type { LockEntry } from "../../workspace/lock/lock.ts";
import type { Exposure } from "../masking/exposures.ts";
import type { Change, Settings } from "./settings.ts";

/** The plan of a push for one resource, for review before anything is sent. */
export interface Plan {
  /** Path of the file, relative to the folder of its `weir.json`. */
  readonly path: string;
  /** As in "Create job 'shop-errors'". */
  readonly title: string;
  /** The job that a change is about, as in "enabled, s3://acme-logs". */
  readonly about?: string;
  readonly outcome: "created" | "updated" | "unchanged" | "deleted";
  /** IDs of the file's existing resources. */
  readonly ids?: Ids;
  readonly changes: readonly Change[];
  /** The settings that the service has, masked as the changes are. They surround the changes in a diff. */
  readonly current?: Settings;
  /** The settings of a resource that replaces this one. */
  readonly next?: Settings;
  /** The plans that this one consists of. */
  readonly parts?: readonly Plan[];
  /** A hash of the state on the service that the plan is based on, without secrets. Omitted when there is none yet. */
  readonly basis?: string;
  /** A hash of the secrets that the file contains itself, which are masked in the changes. Not set if there are none. */
  readonly hashSecrets?: (salt: string) => string;
  /** The settings after the last push, if they are not in the record of the file alone. */
  readonly last?: () => Settings | undefined;
  /** Changes since the last push, if any. */
  readonly since?: ChangesSincePush | undefined;
  /** For an unchanged resource: sentences about what is written differently or was not compared, each after a space. */
  readonly remark?: string;
  /** The changes for log lines or requests, with an example. */
  readonly meaning?: string | undefined;
  /** The meaning in short sentences, for a question: what is lost before what is gained. */
  readonly effects?: readonly string[];
  /** Why a push that loses no change has to be agreed to like one that does, in a sentence. */
  readonly warning?: string;
  /** The joint changes of several rules of a push, the most important first. */
  readonly together?: readonly string[];
  /** Secrets of other systems that would be sent, each of which needs a permission. */
  readonly exposes?: readonly Exposure[];
  /** Further information for the confirmation. */
  readonly notes: readonly string[];
  /** The write requests, in order. */
  readonly calls: readonly string[];
  /** A resource that the plan deletes, which the confirmation has to name. */
  readonly named?: NamedResource;
  /** Local changes would be lost, so '--yes' is not enough. */
  readonly careful?: boolean;
  /** Found on the service by name or content; not created by a push from this folder. */
  readonly adopts?: boolean;
  /** Changes on the service would be lost, so '--yes' needs an extra option. */
  readonly overwrites?: Overwrite;
}

/** The possible loss, in full sentences. */
export interface Overwrite {
  readonly reason: string;
  /** The effect of the plan on those changes. */
  readonly effect: string;
  /** `effect` in the past tense. */
  readonly done: string;
  /** Advice for the command line. */
  readonly advice: string;
  /** The file was never pushed, so nothing can be pulled into it. */
  readonly cannotPull?: boolean;
}

export interface ChangesSincePush {
  readonly file: boolean;
  readonly service: boolean;
  /** The last push was interrupted, so changes on the service may be its own. */
  readonly isHalfWay?: boolean;
}

export interface NamedResource {
  readonly name: string;
  readonly id: string;
  /** The resource that has already replaced it. Its ID selects both. */
  readonly replacedBy?: string;
}

/** Where a plan would be carried out, and with which credential. */
export interface Where {
  /** Folder of the `weir.json`; the paths of plans are relative to it. */
  readonly folder: string;
  readonly profile: string;
  readonly origin: string;
  readonly zone: string | undefined;
  /** Known when the credential may read it. */
  readonly zoneName: string | undefined;
  /** There is no other profile, so that it need not be named. */
  readonly isOnlyProfile?: boolean;
  readonly account: string | undefined;
  /** The source of the credential, without the credential. */
  readonly identity: string;
}

/** A plan whose calls are not known yet: carrying it out on a simulation shows them. */
export type PlanDraft = Omit<Plan, "calls">;

/** A plan and the function that carries it out. */
export interface Planned {
  readonly plan: PlanDraft;
  /** Sends the requests and writes the lock file. Returns what to report. */
  run(): Promise<PlanResult>;
}

/** A plan with the calls of its rehearsal. */
export interface Rehearsed extends Planned {
  readonly plan: Plan;
}

export interface PlanResult {
  /** When it turned out that there was nothing to do. Default: the outcome of the plan. */
  readonly outcome?: "unchanged";
  readonly ids: Ids;
  readonly message: string;
  /** Omitted when nothing was changed, or when it cannot be undone. */
  readonly undo?: Undo;
  /** Why it cannot be undone. */
  readonly cannotUndo?: string;
  /** An undo restored a change that was made on the service after the last push. */
  readonly drifted?: true;
}

/** The state of the service before and after a push. The push can be undone while the latter is unchanged. */
export type Undo = JobUndo | JobFiltersUndo | RuleUndo | RulesetRuleUndo;

interface Was<Resource> {
  /** Undefined when the push created the resource. */
  readonly before: Resource | undefined;
  readonly after: Resource;
  /** The lock file entry of the file before the push. */
  readonly entry: LockEntry | undefined;
}

/** When stored on disk, settings that may contain secrets are omitted from both jobs. */
interface Hidden {
  readonly hidden?: readonly string[];
  /** Omitted settings that the push changed, so that they cannot be restored. */
  readonly lost?: readonly string[];
}

export interface JobUndo extends Was<RemoteJob>, Hidden {
  readonly kind: "job";
  readonly scope: Scope;
}

/** The push of a filter file: each job that received the filter, and the file of the job's lock entry. */
export interface JobFiltersUndo {
  readonly kind: "job-filters";
  readonly jobs: readonly (Was<RemoteJob> &
    Hidden & { readonly path: string; readonly scope: Scope })[];
}

/** A deleted rule is created again. Jobs are not, because their destination is not stored. */
interface WasRule<Rule> extends Omit<Was<Rule>, "after"> {
  /** Undefined when the rule was deleted. */
  readonly after: Rule | undefined;
}

export interface RuleUndo extends WasRule<RemoteRule> {
  readonly kind: "rule";
  readonly zone: string;
}

export interface RulesetRuleUndo extends WasRule<RulesetRule> {
  readonly kind: "ruleset-rule";
  readonly zone: string;
  readonly phase: string;
  readonly ruleset: string;
  /** 1-based; for a rule that was moved or deleted. */
  readonly position?: number;
}

/** The resources of a file, such as `{ job: "12" }`. */
export type Ids = Readonly<Record<string, string>>;

/**
 * Resources without a file: `unmanaged` were created on the service by hand; `orphaned` are in the lock file, but the file is
 * missing.
 */
export type Drift = "unmanaged" | "orphaned";

/** The outcome for one file. The values are a contract with programs. */
export interface Result {
  readonly path: string;
  readonly profile: string;
  readonly outcome: "created" | "updated" | "unchanged" | "deleted" | "skipped" | "failed";
  readonly ids: Ids;
  readonly message: string;
  /** The result is about a resource without a file. */
  readonly drift?: Drift;
  /** Not carried out because it was declined or refused. Omitted from JSON output, as are all properties below. */
  readonly refused?: boolean;
  /** The credential may not read it, so that the run could not examine everything. */
  readonly isNotExamined?: true;
  readonly undo?: Undo;
  /** The service now has a change that was made after the last push. */
  readonly drifted?: true;
  /** The plan that would be carried out, after a dry run or a diff. */
  readonly plan?: Plan;
  /** The path of a file to push next. */
  readonly push?: string;
  /** The dataset of a filter that no job uses. */
  readonly dataset?: string;
  /** An environment variable that the file needs, and that is not set. */
  readonly variable?: string;
  /** The service's objections to what was sent. */
  readonly reasons?: readonly Reason[];
}

/** Jobs come before the filters that belong to them. */
const order: readonly (ResourceKind | undefined)[] = ["job", "filter"];

export function inPushOrder<File extends { readonly path: string }>(files: Iterable<File>): File[] {
  return [...files].sort((a, b) => rank(a.path) - rank(b.path));
}

function rank(path: string): number {
  const index = order.indexOf(resourceOf(path));
  return index === -1 ? order.length : index;
}
