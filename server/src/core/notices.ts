import type { CheckManual } from "./check.ts";

export interface Notice extends Omit<CheckManual, "examples"> {
  /** Why the manual cannot show one, as the end of a sentence. */
  readonly noExample: string;
}

/** Findings that no check of a language makes. They have pages in the manual and severities like the others. */
export const notices: readonly Notice[] = [
  {
    code: "weir-json",
    severity: "error",
    summary: "A setting in `weir.json` cannot be taken.",
    why: "The rest of the file counts all the same, but something its author wanted does not happen. A profile that cannot be used, because of its address or because it has no zone and no account, is a warning. `docs/settings.md` lists the settings and their values.",
    noExample: "it is about `weir.json`, and each setting has its own message.",
  },
  {
    code: "too-many-findings",
    severity: "info",
    summary: "More is wrong with this file than is shown.",
    why: "After a thousand findings nobody reads on, and the cause is most often one: a file of another kind, or one that was cut. Fix some and look again.",
    noExample: "it takes a file with more than a thousand findings.",
  },
  {
    code: "large-file",
    severity: "info",
    summary:
      "The file is so large that an editor checks only its syntax and its limits, or nothing at all.",
    why: "Above 1 MB a full check on every keystroke would be felt. `weir check` checks all of it, and `weir fmt` formats it. Files over 16 MB are not read by anything.",
    noExample: "it takes a file of more than a megabyte.",
  },
  {
    code: "refused-by-service",
    severity: "error",
    summary: "The service has refused what was pushed, and named this place.",
    why: "The service has the last word. What it says is shown where it points to, until the text is changed or pushed again.",
    noExample: "the words and the place are the service's, and differ from case to case.",
  },
];
