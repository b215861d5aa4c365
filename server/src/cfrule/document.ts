import { withoutHoles } from "../text/hole.ts";
import { type Phase, phaseNamed } from "./catalogue/phases.ts";
import { type Plan, planNamed } from "./catalogue/plans.ts";
import { type Scheme, schemeWith } from "./catalogue/scheme.ts";
import type { RuleContext } from "./context.ts";
import { type Parsed, parse } from "./syntax/parse.ts";
import { codePoints, pushedText } from "./syntax/print.ts";

/** One text of the language with everything that is read from it once and asked about often. */
export interface Document {
  readonly text: string;
  readonly parsed: Parsed;
  readonly context: RuleContext;
  readonly scheme: Scheme;
  /** What the service gets. */
  readonly pushed: string;
  /** The characters of that, as the service counts them. */
  readonly length: number;
  /** Undefined unless the file or the workspace names it: nothing is said about plans and phases then. */
  readonly plan: Plan | undefined;
  readonly phase: Phase | undefined;
}

export function readDocument(text: string, context: RuleContext): Document {
  const scheme = schemeWith(context.extraFields.rules ?? noFields);
  const parsed = parse(text, scheme);
  const pushed = pushedText(parsed);
  const named = (name: string) => parsed.directives.findLast((it) => it.name === name)?.value;
  return {
    text,
    parsed,
    context,
    scheme,
    pushed,
    length: codePoints(withoutHoles(pushed)),
    plan: planNamed(named("plan") ?? context.plan ?? ""),
    phase: phaseNamed(named("phase") ?? ""),
  };
}

const noFields: Readonly<Record<string, string>> = {};
