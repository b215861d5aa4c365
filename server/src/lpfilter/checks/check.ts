import type { AnyCheck, Check } from "../../core/check.ts";
import type { Edit } from "../../text/edit.ts";
import type { Field } from "../catalogue/dataset.ts";
import type { FilterContext } from "../context.ts";
import type { DatasetDirective } from "../directives/directives.ts";
import type { Condition, Filter, Group, Stray } from "../syntax/filter.ts";

/** What a check of this language may look at. */
export interface Nodes {
  /** Once per file. */
  filter: Filter;
  group: Group;
  condition: Condition;
  /** One that lacks a part, or that names a field or an operator about which there may be something to say. Most are not. */
  oddCondition: Condition;
  /** One with a text about which there may be something to say, for its signs or for what the field holds. */
  oddValue: Condition;
  stray: Stray;
}

/** What a check may know besides its node. */
export interface Scope {
  readonly text: string;
  readonly filter: Filter;
  /** The one that counts. */
  readonly directive: DatasetDirective | undefined;
  /** The datasets that the filter is for; at least one. */
  readonly datasets: readonly string[];
  /** Fields of the first of them. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly context: FilterContext;
  /** The edit that makes the filter be for another dataset. */
  readonly nameDataset: (name: string) => Edit;
  /** Conditions in the filter. */
  readonly operatorCount: number;
  /** UTF-8 bytes of the filter as pushed. */
  readonly byteCount: number;
}

export type FilterCheck<Kind extends keyof Nodes> = Check<Nodes, Kind, Scope>;
export type AnyFilterCheck = AnyCheck<Nodes, Scope>;
