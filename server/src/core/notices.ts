import type { CheckManual } from "./check.ts";

export interface Notice extends Omit<CheckManual, "examples"> {
  /** Why the manual has no example, as the end of a sentence. */
  readonly noExample: string;
  /** The kind of file it is limited to, in which comments can suppress it. */
  readonly files?: string;
}

/** Diagnostics that no check of a language reports. They have pages in the manual and severities like the others. */
export const notices: readonly Notice[] = [
  {
    code: "weir-json",
    severity: "error",
    summary: "A setting in `weir.json` is invalid.",
    why: "An invalid setting is ignored; the rest of the file is used. An unusable profile, with an invalid address or without zone and account, is a warning. A credential is always an error. `docs/settings.md` lists the settings and their values.",
    noExample: "it is about `weir.json`, and each setting has its own message.",
  },
  {
    code: "policy",
    severity: "error",
    summary: "A rule, job, filter or ruleset breaks a policy of `weir.json`.",
    why: "`policies` in `weir.json` has the conventions of a team as JSON Schema, such as a ticket in every description. The message names the policy and what to do. A policy that depends on a value that is not known is listed as not checked.",
    noExample: "each team has its own, as shown in `docs/policies.md`.",
  },
  {
    code: "too-many-findings",
    severity: "info",
    summary: "The file has more problems than are shown.",
    why: "At most a thousand problems are shown per file. They usually have one cause, such as a truncated file or a file of another type. Fix some to see the rest.",
    noExample: "it needs a file with more than a thousand problems.",
  },
  {
    code: "ignore-comment",
    severity: "warning",
    summary: "A `weir-ignore` comment has no code or an unknown one, or is in the wrong place.",
    why: "A comment suppresses the codes that it names, on the next line, and nothing else. Without a code, with a misspelled one, or at the end of the line with the problem, the diagnostic is still reported.",
    noExample: "it is about comments in any kind of file, such as `# weir-ignore unknown-feild`.",
  },
  {
    code: "merge-conflict",
    severity: "error",
    summary: "The file has lines between the markers of a merge.",
    why: "Both sides have changed the same lines, and the file has both, between `<<<<<<<` and `>>>>>>>`. Keep one side, or join both and remove the markers. Nothing else is reported until then. Markdown is not searched for markers.",
    noExample: "it needs the markers of a merge.",
  },
  {
    code: "large-file",
    severity: "info",
    summary: "The file is too large to be fully checked in an editor.",
    why: "Above 1 MB, editors check only syntax and limits, because a full check on every keystroke would be slow. `weir check` and `weir fmt` process the whole file. Files over 16 MB are not read at all.",
    noExample: "it needs a file of more than a megabyte.",
  },
  {
    code: "unreachable-rule",
    severity: "warning",
    summary: "An earlier rule of the ruleset handles everything that the rule matches.",
    why: "Rules run in order, and an action such as `block` or `redirect` ends the evaluation. The later rule never has an effect. Move it before the earlier rule, narrow the earlier rule, or remove the later one. The rules are in one file, or in files of their own that were pulled or pushed. It is reported only if Weir can prove it: both rules are enabled, nothing in them is filled in later, and the earlier one has no rate limit.",
    noExample: "it needs several rules, as shown in `docs/rules.md` and `docs/terraform.md`.",
    files: "rulesets",
  },
  {
    code: "duplicate-rule",
    severity: "warning",
    summary: "An earlier rule of the ruleset matches the same requests and does the same.",
    why: "The conditions may be written differently, but are proved to be equal, and the actions have the same parameters. Remove one of the rules. If the action ends the evaluation, `unreachable-rule` is reported instead.",
    noExample: "it needs several rules, as shown in `docs/rules.md` and `docs/terraform.md`.",
    files: "rulesets",
  },
  {
    code: "unknown-rule",
    severity: "error",
    summary: "`@before` or `@after` names a rule that does not exist.",
    why: "The rule that it refers to has a file in the same phase, or it is in `weir.lock.json`. A push is refused if the service has no such rule either, before anything is sent. Only the service knows rules that were never pulled, so this is a warning if there may be some.",
    noExample: "it needs several rules, as shown in `docs/push.md`.",
    files: "rulesets",
  },
  {
    code: "position-conflict",
    severity: "error",
    summary: "Rules of a ruleset have positions that exclude each other.",
    why: "Two rules cannot have the same `@position`, a rule cannot be before the first one, and rules cannot be after each other in a circle. Each push would move them again, so it is refused before anything is sent.",
    noExample: "it needs several rules, as shown in `docs/push.md`.",
    files: "rulesets",
  },
  {
    code: "duplicate-ref",
    severity: "error",
    summary: "Two rules of a ruleset have the same ref.",
    why: "A ref identifies a rule of a ruleset: for Cloudflare, for Terraform, and in plans and reviews. Two rules with the same ref cannot be told apart. Alternatives, of which only one is in the ruleset, may share a ref.",
    noExample: "it needs several rules, as shown in `docs/terraform.md`.",
    files: "rulesets",
  },
  {
    code: "rule-setting",
    severity: "error",
    summary: "A parameter of a rule has a value that the service does not accept.",
    why: "Periods and timeouts of rate limits, and status codes of redirects and blocked requests, have few possible values. The service rejects others.",
    noExample: "it needs a rule with parameters, as shown in `docs/terraform.md`.",
    files: "rulesets",
  },
  {
    code: "host-syntax",
    severity: "error",
    summary: "A file with rules, filters or jobs is not valid, or ends too early.",
    why: "Weir checks the texts that it finds in the file, and some may be missing. `weir check` reports it for plans and other JSON, YAML and Terraform that is certainly meant for Cloudflare. Commands that compare or trace rules refuse such a file. Write the file again, or correct the error.",
    noExample: "it is about the syntax of files of other tools.",
    files: "JSON, YAML and Terraform",
  },
  {
    code: "trace-test",
    severity: "error",
    summary: "A test in a `.trace.yaml` file cannot be run.",
    why: "A key, an outcome, a rule or a request is unknown or invalid, so `weir test` cannot run the tests of the file. `docs/trace.md` lists the keys.",
    noExample: "it is about files of their own, as shown in `docs/trace.md`.",
    files: "tests of a whole configuration",
  },
  {
    code: "refused-by-service",
    severity: "error",
    summary: "The service rejected a push and pointed to this location.",
    why: "The error of the service is shown at the location it refers to, until the text is changed or pushed again.",
    noExample: "message and location come from the service.",
  },
];
