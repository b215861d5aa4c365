import { compile } from "../../server/src/cfrule/evaluation/evaluate.ts";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { parse } from "../../server/src/cfrule/syntax/parse.ts";
import type { Diagnostic } from "../../server/src/core/diagnostic.ts";
import { defaultContext } from "../../server/src/languages.ts";
import type { Random } from "../conformance/random.ts";
import type { ChangeKind } from "./changes.ts";
import { ruleDomains, ruleTree, writeRule } from "./rule-texts.ts";
import { fieldsIn, worldOf } from "./trees.ts";

/** The claims of diagnostics about the truth of conditions, read from their messages. */

type Sample = Readonly<Record<string, unknown>>;

/** Whether a message is true of one request. */
type Claim = (sample: Sample) => boolean;

/** Undefined if a condition is not shown completely. */
function condition(text: string): Claim | undefined {
  const { root, problems } = parse(text);
  if (text.includes("…") || problems.length > 0) return undefined;
  const holds = compile(root);
  return (sample) => holds(sample) === true;
}

/** The conditions in "'a', 'b' and the opposite of 'c'". */
function conditions(list: string): Claim[] | undefined {
  const found: Claim[] = [];
  for (const [, opposite, text = ""] of list.matchAll(/(the opposite of )?'((?:[^'\\]|\\.)*)'/g)) {
    const holds = condition(text);
    if (!holds) return undefined;
    found.push(opposite ? (it) => !holds(it) : holds);
  }
  return found.length > 0 ? found : undefined;
}

interface Wording {
  readonly form: RegExp;
  readonly read: (groups: readonly string[]) => Claim | undefined;
}

const some =
  (all: readonly Claim[]): Claim =>
  (it) =>
    all.some((holds) => holds(it));
const every =
  (all: readonly Claim[]): Claim =>
  (it) =>
    all.every((holds) => holds(it));

function about(
  lists: readonly string[],
  claim: (...all: (readonly Claim[])[]) => Claim,
): Claim | undefined {
  const read = lists.map(conditions);
  return read.every((it) => it !== undefined) ? claim(...(read as Claim[][])) : undefined;
}

const wordings: readonly Wording[] = [
  {
    form: /^('.*') is redundant in this '(?:and|or)': it (is covered by|follows from) (.*)\. Remove/s,
    read: ([what = "", verb = "", by = ""]) =>
      about([what, by], ([it = never] = [], others = []) =>
        verb === "is covered by"
          ? (sample) => !it(sample) || some(others)(sample)
          : (sample) => it(sample) || !every(others)(sample),
      ),
  },
  {
    form: /^('.*) are never (?:both|all) true/s,
    read: ([all = ""]) => about([all], (them) => (sample) => !every(them)(sample)),
  },
  {
    form: /^('.*' or '.*') is (?:always true|true (?:for every value of|in any case))/s,
    read: ([all = ""]) => about([all], some),
  },
  {
    form: /^('(?:[^'\\]|\\.)*') is true for every value of/s,
    read: ([one = ""]) => about([one], some),
  },
  {
    form: /^('(?:[^'\\]|\\.)*') is false for every value of/s,
    read: ([one = ""]) => about([one], (them) => (sample) => !some(them)(sample)),
  },
];

const never: Claim = () => false;

function claimsOf({ message, code }: Diagnostic, whole: Claim): Claim[] {
  const found: Claim[] = [];
  for (const { form, read } of wordings) {
    const [, ...groups] = form.exec(message) ?? [];
    const claim = groups.length > 0 ? read(groups) : undefined;
    if (claim) found.push(claim);
  }
  if (/the rule matches no request/.test(message))
    found.push((it) => !whole(it) && code === "never-matches");
  if (/the rule matches every request/.test(message))
    found.push((it) => whole(it) && code === "always-matches");
  return found;
}

/** A condition that a message calls always true or false in its place can be replaced by that value. */
function replaced(text: string, { start, end, message }: Diagnostic): string | undefined {
  const [, value] = /^Always (true|false) here/.exec(message) ?? [];
  if (value === undefined) return undefined;
  const constant = value === "true" ? "(ssl or not ssl)" : "(ssl and not ssl)";
  return `${text.slice(0, start)}${constant}${text.slice(end)}`;
}

export const ruleClaims: ChangeKind = {
  name: "claims-about-rules",
  run(random: Random) {
    const tree = ruleTree(random);
    const text = writeRule(tree, random);
    const whole = condition(text);
    const told = cfrule.analyze(text, defaultContext).diagnostics();
    const world = worldOf(new Set([...fieldsIn(tree), "ssl"]), ruleDomains, random);
    let claimed = 0;
    const wrong = told.find((diagnostic) => {
      if (!whole) return false;
      const claims = claimsOf(diagnostic, whole);
      const other = replaced(text, diagnostic);
      const same = other === undefined ? undefined : condition(other);
      if (same) claims.push((it) => same(it) === whole(it));
      claimed += claims.length;
      return claims.some((holds) => !world.every(holds));
    });
    const said = wrong && `${wrong.code}: ${wrong.message}`;
    return { text, isChanged: claimed > 0, isUnknown: false, wrong: said };
  },
};
