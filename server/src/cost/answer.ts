import type { FilterObject } from "./filter.ts";
import type { FieldValues } from "./measure.ts";

/** The JSON output of `weir cost`; its shape is part of the public contract. */
export interface CostAnswer {
  readonly version: 1;
  /** The logs were not read to their end. */
  readonly interrupted?: true;
  readonly logs: {
    readonly lines: number;
    /** Null if an engine counted. */
    readonly bytes: number | null;
    /** Between the first and the last line; null without timestamps. */
    readonly hours: number | null;
  };
  readonly jobs: readonly JobCost[];
  readonly budget?: Budget;
  readonly notes: readonly string[];
}

export interface Amount {
  readonly lines: number;
  readonly bytes: number;
  /** In a month of 30 days; null without enough time or rates. */
  readonly usdPerMonth: number | null;
}

export interface JobCost {
  readonly path: string;
  /** In a host file: the first line, from 0. */
  readonly line?: number;
  readonly name: string | null;
  readonly dataset: string | null;
  readonly destination: string | null;
  readonly error?: string;
  readonly sends: Amount;
  /** If the job had no filter. */
  readonly of: Amount;
  readonly fields: readonly FieldCost[];
  /** With `--without`: what the job sends less without these fields. */
  readonly without?: Amount & { readonly fields: readonly string[]; readonly share: number };
  readonly hours?: HoursOfDay;
  readonly twice: readonly Twice[];
  readonly suggestions: readonly Suggestion[];
  readonly together?: Together;
  /** With `--base`: the version of the commit. Null if there is none. */
  readonly base?: Amount | null;
  /** With `--against`: the same time before. */
  readonly against?: Against;
  /** The rates, and how they were read. */
  readonly rates?: string;
}

export interface FieldCost {
  readonly name: string;
  readonly bytes: number;
  /** From 0 to 1, of the bytes that the job sends. */
  readonly share: number;
  readonly usdPerMonth: number | null;
  readonly values: FieldValues;
  readonly personal: boolean;
  readonly used: boolean;
}

/** The bytes sent in each hour in which lines were read. */
export interface HoursOfDay {
  /** In UTC, in order. */
  readonly bytes: readonly (readonly [hour: number, bytes: number])[];
  readonly peak: number;
  /** The bytes of the peak beside the mean. */
  readonly times: number;
}

/** The lines that another job sends, too. */
export interface Twice {
  readonly path: string;
  readonly line?: number;
  readonly lines: number;
  readonly bytes: number;
  readonly usdPerMonth: number | null;
}

export interface Suggestion extends Amount {
  readonly text: string;
  /** Matches the lines that are left out. */
  readonly drops: FilterObject;
  readonly share: number;
  readonly operators: number;
  /** The share in the half of the lines that nothing was learned from. */
  readonly measured: number;
  /** The fields of its conditions. */
  readonly fields: readonly string[];
}

export interface Together extends Amount {
  readonly filter: FilterObject;
  readonly share: number;
  readonly operators: number;
  readonly size: number;
  /** The suggestions that it leaves out, from 0. */
  readonly suggestions: readonly number[];
  readonly keeps: readonly { readonly path: string; readonly proof: "proved" }[];
}

export interface Against extends Amount {
  readonly since: string;
  readonly until: string;
  /** As in 0.2 for a fifth more bytes; null if there was nothing before. */
  readonly growth: number | null;
  readonly grew: readonly {
    readonly field: string;
    readonly value: string | number | boolean;
    readonly bytes: number;
    readonly bytesBefore: number;
  }[];
}

/** With `--budget`. */
export interface Budget {
  readonly usdPerMonth: number;
  /** Of all jobs; null if it is not known. */
  readonly cost: number | null;
  /** The factor of all sample rates that fits, and the error of a count of 1,000 sent lines then. */
  readonly rate?: number;
  readonly error?: number;
  readonly sampleRates?: readonly { readonly path: string; readonly sampleRate: number }[];
}
