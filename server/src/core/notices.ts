import type { CheckManual } from "./check.ts";

export interface Notice extends Omit<CheckManual, "examples"> {
  /** Why the manual cannot show one, as the end of a sentence. */
  readonly noExample: string;
}

/** Collector that no check of a language makes. They have pages in the manual and severities like the others. */
export const notices: readonly Notice[] = [
  {
    code: "weir-json",
    severity: "error",
    summary: "A setting in `weir.json` is invalid.",
    why: "An invalid setting is ignored; the rest of the file is used. An unusable profile, with an invalid address or without zone and account, is a warning. `docs/settings.md` lists the settings and their values.",
    noExample: "it is about `weir.json`, and each setting has its own message.",
  },
  {
    code: "too-many-findings",
    severity: "info",
    summary: "The file has more problems than are shown.",
    why: "At most a thousand problems are shown per file. They usually have one cause, such as a truncated file or a file of another type. Fix some to see the rest.",
    noExample: "it needs a file with more than a thousand problems.",
  },
  {
    code: "large-file",
    severity: "info",
    summary: "The file is too large to be fully checked in an editor.",
    why: "Above 1 MB, editors check only syntax and limits, because a full check on every keystroke would be slow. `weir check` and `weir fmt` process the whole file. Files over 16 MB are not read at all.",
    noExample: "it needs a file of more than a megabyte.",
  },
  {
    code: "refused-by-service",
    severity: "error",
    summary: "The service rejected a push and pointed to this location.",
    why: "The error of the service is shown at the location it refers to, until the text is changed or pushed again.",
    noExample: "message and location come from the service.",
  },
];
