import type { AnyCheck, Check } from "../../core/check.ts";
import type { Edit } from "../../text/edit.ts";
import type { Field } from "../catalog/dataset.ts";
import type { FilterContext } from "../context.ts";
import type { DatasetDirective } from "../directives/directives.ts";
import type { Example } from "../directives/examples.ts";
import type { Condition, Filter, Group, Stray } from "../syntax/filter.ts";
import type { FilterSize } from "../syntax/size.ts";

/** The nodes that a check can visit. */
export interface Nodes {
  /** Once per file. */
  filter: Filter;
  group: Group;
  condition: Condition;
  /** A condition with a missing part, or a field or operator that may need a diagnostic. Most are not. */
  oddCondition: Condition;
  /** A condition with a string that may need a diagnostic, because of its characters or its field. */
  oddValue: Condition;
  stray: Stray;
}

/** The context of a check, besides its node. */
export interface Scope {
  readonly text: string;
  readonly filter: Filter;
  /** The effective directive. */
  readonly directive: DatasetDirective | undefined;
  /** The datasets of the filter; at least one. */
  readonly datasets: readonly string[];
  /** Fields of the first dataset. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly context: FilterContext;
  /** The edit that sets another dataset. */
  readonly nameDataset: (name: string) => Edit;
  readonly examples: readonly Example[];
  readonly size: FilterSize;
}

export type FilterCheck<Kind extends keyof Nodes> = Check<Nodes, Kind, Scope>;
export type AnyFilterCheck = AnyCheck<Nodes, Scope>;
