import { witnessText } from "../core/meaning/describe-relation.ts";
import type { Meaning, Witness } from "../core/meaning/meaning.ts";
import type { Example } from "../core/meaning/relation.ts";
import { kept } from "../core/solver/kept.ts";
import { type RequestFields, withMissing } from "../core/trial.ts";
import { hasHole } from "../text/hole.ts";
import type { Span } from "../text/span.ts";
import type { Scheme } from "./catalog/scheme.ts";
import type { Document } from "./document.ts";
import {
  compileRule,
  fieldsIn,
  type Lists,
  listsOf,
  type Outcome,
  type Request,
  type Rule,
  readRequest,
  requestsAround,
  trialOf,
  type Variable,
  variablesOf,
  withWholeUrl,
} from "./evaluator.ts";
import { isSendable } from "./logic/formula/field-facts.ts";
import { formulaOf } from "./logic/formula/formula.ts";
import type { Term } from "./logic/formula/term.ts";
import { factsAbout, hintsAbout, usualAbout } from "./logic/formula/terms.ts";
import { missingReadings } from "./logic/reasoning.ts";
import { canOccur, hasHost } from "./meaning/can-occur.ts";
import { unknownLists, worldsOf } from "./meaning/list-worlds.ts";
import {
  type Assumed,
  type Assumptions,
  type FoundRequest,
  type Goal,
  type Knowledge,
  requestsFound,
  searchWork,
} from "./meaning/search.ts";
import { sharedHeaders } from "./meaning/shared-headers.ts";
import { conjunction, stated, statement } from "./meaning/statement.ts";
import { fieldsOf, requestsOf, requestsWith, withTexts } from "./meaning/witness.ts";
import type { Expression } from "./syntax/tree.ts";
import type { ListItems } from "./values/list-items.ts";

// In the same bundle, because they share most of their code.
export { findingsIn } from "./logic/reasoning.ts";
export { shrinkRule } from "./shrink.ts";

/** Undefined while the rule has errors, for a value expression, and for a rule with a hole. */
export function meaningOf({ parsed, scheme, context }: Document): Meaning | undefined {
  if (parsed.problems.length > 0 || parsed.form === "value" || hasHole(parsed.text))
    return undefined;
  const items = context.listItems ?? {};
  const lists = listsOf(items);
  const { formula, terms } = formulaOf(parsed.root, parsed.text, items);
  // Many proofs need no witness.
  let mentions: readonly Variable[] | undefined;
  let readings: readonly Rule[] | undefined;
  const answers = (request: RequestFields) => {
    readings ??= missingReadings.map((missing) => compileRule(parsed.root, { lists, missing }));
    return readings.map((it) => known(it.outcome(request)));
  };
  return {
    scope: "rules",
    text: parsed.text,
    formula,
    terms: [{ kind: "formula", formula }, ...terms] satisfies readonly Term[],
    facts: (all) => factsAbout(all as readonly Term[]),
    hints: (all) => hintsAbout(all as readonly Term[]),
    usual: (all) => usualAbout(all as readonly Term[]),
    canOccur: (it) => "line" in it || (canOccur(it.fields, scheme) && hasHost(it.fields)),
    isUsual: (it) => "line" in it || Object.entries(it.fields).every((each) => isSendable(...each)),
    witnesses: (example) => requestsOf(example, scheme),
    matches: (witness) => {
      const request = "get" in witness ? witness : requestIn(witness, scheme);
      const [outcome, ...others] = request ? answers(request) : [];
      return others.every((it) => it === outcome) ? outcome : undefined;
    },
    get mentions() {
      mentions ??= variablesOf(parsed.root, items);
      return mentions;
    },
    root: parsed.root,
    search: (goals, example, assumptions, share) =>
      searched(goals as readonly Goal[], example, { scheme, items, assumptions, share }),
    samples: (mentions) => requestsAround(mentions as readonly Variable[], scheme),
    shared: (mentions) => sharedHeaders(mentions as readonly Variable[]),
    sampleWitness: (sample) => requestsWith(sample as Request)[0],
    answers: (sample) => answers(fieldsIn(sample as Request)),
    statements: (witness) => {
      const request = requestIn(witness, scheme);
      if (!request) return [];
      const { answers, conditions } = trialOf(parsed.root, { lists });
      const textOf = ({ start, end }: Span) => parsed.text.slice(start, end).replace(/\s+/g, " ");
      return answers(request).flatMap((holds, i) => {
        const condition = conditions[i];
        return condition && holds !== undefined ? [statement(textOf(condition), holds)] : [];
      });
    },
    stated,
    conjunction,
  };
}

interface SearchOptions {
  readonly scheme: Scheme;
  readonly items: ListItems;
  readonly assumptions: Map<string, unknown>;
  readonly share: number;
}

/**
 * A request that reaches goals. One that depends on the content of a list is only assumed, and only if there is one whatever the
 * list has; so is one that no client can send.
 */
function searched(
  goals: readonly Goal[],
  example: Example | undefined,
  options: SearchOptions,
): { readonly witness: Witness; readonly isAssumed: boolean } | undefined {
  const { scheme, share } = options;
  const isSent = kept(sentIn, scheme, () => (it: Fields) => canOccur(it, scheme));
  const sent = searchedAmong(goals, example, {
    ...options,
    mostWork: share * searchWork.sent,
    canOccur: isSent,
  });
  if (sent) return sent;
  const any = { ...options, mostWork: share * searchWork.any, canOccur: anything };
  const other = searchedAmong(goals, example, any);
  return other && { ...other, isAssumed: true };
}

type Fields = Readonly<Record<string, unknown>>;

const anything = () => true;
const sentIn = new WeakMap<Scheme, (fields: Fields) => boolean>();

interface Searched {
  readonly roots: readonly Expression[];
  readonly items: ListItems;
  readonly variables: readonly Variable[];
}

/** By the first of two texts, about which several questions are asked. */
const searchedTexts = new WeakMap<Expression, Searched>();

function variablesIn(roots: readonly Expression[], items: ListItems): readonly Variable[] {
  const [first] = roots;
  const known = first && searchedTexts.get(first);
  if (known?.items === items && roots.every((it, at) => it === known.roots[at]))
    return known.variables;
  const variables = roots.flatMap((it) => variablesOf(it, items, roots));
  if (first) searchedTexts.set(first, { roots, items, variables });
  return variables;
}

function searchedAmong(
  goals: readonly Goal[],
  example: Example | undefined,
  {
    scheme,
    items,
    assumptions,
    ...limits
  }: SearchOptions & Pick<Knowledge, "mostWork" | "canOccur">,
): { readonly witness: Witness; readonly isAssumed: boolean } | undefined {
  const known = example && fieldsOf(example, scheme);
  const unknown = [...new Set(goals.flatMap(({ root }) => unknownLists(root, items)))];
  const worlds =
    unknown.length === 0 ? [{ items, lists: listsOf(items) }] : worldsOf(unknown, items);
  let found: Witness | undefined;
  for (const world of worlds) {
    const { lists } = world;
    const roots = goals.map((it) => it.root);
    const variables = variablesIn(roots, world.items);
    found = undefined;
    const knowledge = {
      scheme,
      lists,
      known,
      assumptions: assumptions as Assumptions,
      ...limits,
    };
    for (const it of requestsFound(goals, variables, knowledge)) {
      const { assumed, functions } = it;
      const options = { lists, functions };
      const witness =
        witnessesOf(it, limits.canOccur).find((each) =>
          reaches(requestIn(each, scheme), goals, options),
        ) ?? unwritten(it, goals, options);
      if (!witness) continue;
      for (const each of assumed) assumptions.set(...each);
      found = witness;
      break;
    }
    if (!found) return undefined;
  }
  const lists = listsOf(items);
  return (
    found && { witness: found, isAssumed: !reaches(requestIn(found, scheme), goals, { lists }) }
  );
}

/** Lists of arguments are shown as parts of the URL that has them. */
function witnessesOf(
  { fields, given }: FoundRequest,
  canOccur: Knowledge["canOccur"],
): readonly Witness[] {
  return [given, withWholeUrl(fields, given)]
    .flatMap(requestsWith)
    .filter(
      (it) =>
        "fields" in it && (canOccur === anything || (canOccur(it.fields) && hasHost(it.fields))),
    );
}

/** A similar request, if one that has bytes that are no text cannot be written. */
function unwritten(
  { fields, given }: FoundRequest,
  goals: readonly Goal[],
  options: ReachOptions,
): Witness | undefined {
  const texts = withTexts(given);
  const [similar] = texts ? requestsWith(texts) : [];
  return similar && reaches(fields, goals, options) ? similar : undefined;
}

interface ReachOptions {
  readonly lists: Lists;
  readonly functions?: Assumed;
}

function reaches(
  request: RequestFields | undefined,
  goals: readonly Goal[],
  options: ReachOptions,
): boolean {
  return goals.every(({ root, isTrue }) =>
    missingReadings.every(
      (missing) =>
        request && compileRule(root, { missing, ...options }).outcome(request) === isTrue,
    ),
  );
}

function known(outcome: Outcome): boolean | undefined {
  return outcome === "undetermined" ? undefined : outcome;
}

/** A witness is tried on many rules. */
const requests = new WeakMap<Witness, { scheme: Scheme; request: RequestFields | undefined }>();

function requestIn(witness: Witness, scheme: Scheme): RequestFields | undefined {
  const known = requests.get(witness);
  if (known?.scheme === scheme) return known.request;
  const request = readWitness(witness, scheme);
  requests.set(witness, { scheme, request });
  return request;
}

function readWitness(witness: Witness, scheme: Scheme): RequestFields | undefined {
  if ("line" in witness) return undefined;
  const fields = Object.entries(witness.fields).filter(([, value]) => value !== null);
  const line = witnessText({ ...witness, fields: Object.fromEntries(fields) });
  const { request } = readRequest(line, scheme);
  return request && withMissing(request, (name) => witness.fields[name] === null);
}
