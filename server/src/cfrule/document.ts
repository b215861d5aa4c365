import { withoutHoles } from "../text/hole.ts";
import { countCodePoints } from "../text/width.ts";
import { type Phase, phaseNamed } from "./catalog/phases.ts";
import { type Plan, planNamed } from "./catalog/plans.ts";
import { type Scheme, schemeWith } from "./catalog/scheme.ts";
import type { RuleContext } from "./context.ts";
import { type Parsed, parse } from "./syntax/parse.ts";
import { pushedText } from "./syntax/print.ts";

/** A text with its cached analysis. */
export interface Document {
  readonly text: string;
  readonly parsed: Parsed;
  readonly context: RuleContext;
  readonly scheme: Scheme;
  /** The text that is pushed. */
  readonly pushed: string;
  /** Its length in code points, as the service counts. */
  readonly length: number;
  /** Undefined unless set by the file or the workspace; plans and phases are not checked then. */
  readonly plan: Plan | undefined;
  readonly phase: Phase | undefined;
}

export function readDocument(text: string, context: RuleContext): Document {
  const scheme = schemeWith(context.extraFields.rules ?? noFields);
  const { hasHoles, surroundings } = context;
  const parsed = parseWithin(text, { scheme, context });
  const pushed = pushedText(parsed);
  const named = (name: string) => parsed.directives.findLast((it) => it.name === name)?.value;
  return {
    text,
    parsed,
    context,
    scheme,
    pushed,
    length: lengthOf(pushed, parsed, hasHoles),
    plan: planNamed(named("plan") ?? context.plan ?? ""),
    phase: phaseNamed(named("phase") ?? surroundings?.phase ?? ""),
  };
}

function lengthOf(pushed: string, { isAscii }: Parsed, hasHoles: boolean | undefined): number {
  if (isAscii) return pushed.length;
  return countCodePoints(hasHoles ? withoutHoles(pushed) : pushed);
}

/** Parses another version of a document's text. */
export function parseWithin(
  text: string,
  { scheme, context }: Pick<Document, "scheme" | "context">,
): Parsed {
  const { hasHoles, isSentAsWritten, surroundings } = context;
  const form = surroundings?.isValue ? "value" : undefined;
  return parse(text, scheme, { form, hasHoles, isSentAsWritten });
}

const noFields: Readonly<Record<string, string>> = {};
