import {
  type Atom,
  and,
  atomsIn,
  type FlagAtom,
  type Formula,
  flag,
  iff,
  implies,
  not,
  or,
} from "../../../core/solver/formula.ts";
import { kept } from "../../../core/solver/kept.ts";
import { integersIn } from "../../../core/solver/number-set.ts";
import { claimKey } from "../../../core/solver/skeleton.ts";
import { inCase } from "../../../core/solver/text/derived.ts";
import { endingWith, oneOf, startingWith } from "../../../core/solver/text/literals.ts";
import { sinceMark, untilMark } from "../../../core/solver/text/sections.ts";
import type { TextSet } from "../../../core/solver/text/text-set.ts";
import { continentOf, isInEuropeanUnion } from "../../../vocabulary/continents.ts";
import { attackScoresOf } from "../../../vocabulary/detections.ts";
import { vocabularies } from "../../../vocabulary/vocabularies.ts";
import type { Field } from "../../catalog/fields.ts";
import { serviceScheme } from "../../catalog/scheme.ts";
import { addresses, allIntegers, documentedNumbers } from "../numbers.ts";
import { regexSet } from "./regex-set.ts";
import { type Role, readVariable, textAtom, variable } from "./variables.ts";

/** Relations between fields, as formulas. */

/** The URL in all that is known of a request: the whole one, or else the part after the host. */
function urlsIn(atoms: Atoms) {
  return ["", "raw."].flatMap((prefix) => {
    const names = ["full_uri", "uri"].map((it) => variable(`${prefix}http.request.${it}`));
    const url = names.find((it) => atoms.has(it));
    return url === undefined ? [] : [{ prefix, url, isWhole: url === names[0] }];
  });
}

/** Facts about the parts of a URL, which are true of every request. */
export function urlFacts(atoms: Atoms): Formula[] {
  return urlsIn(atoms).flatMap(({ prefix, url, isWhole }) => {
    const part = (field: string, section: (set: TextSet) => TextSet): Formula[] =>
      atoms
        .on(variable(prefix + field), "text")
        .map((it) => iff(it, textAtom(url, section(it.set))));
    const inUri = (set: TextSet) => (isWhole ? afterScheme(sinceMark(set, slash, "from")) : set);
    const https = textAtom(url, startingWith("https://"));
    const parts = [
      ...part("http.request.uri.path", (set) => inUri(untilMark(set, questionMark))),
      ...part("http.request.uri.query", (set) =>
        inUri(sinceMark(set, questionMark, "after-or-empty")),
      ),
    ];
    if (!isWhole) return parts;
    return [
      or(https, textAtom(url, startingWith("http://"))),
      ...parts,
      ...part("http.request.uri", inUri),
      ...part("http.host", (set) => afterScheme(untilMark(set, slash))),
      ...atoms.on(variable(`${prefix}ssl`), "flag").map((it) => iff(it, https)),
    ];
  });
}

/** A path that no normalization changes is what rules see. */
export function rawPathFacts(atoms: Atoms): Formula[] {
  const [raw, path] = [variable("raw.http.request.uri.path"), variable("http.request.uri.path")];
  if (!atoms.has(path)) return [];
  const sent = atoms.on(raw, "text").flatMap((it) => it.set.members ?? []);
  return [...new Set(sent)].filter(isPlainPath).map((it) => {
    const only = oneOf([it]);
    return implies(textAtom(raw, only), textAtom(path, only));
  });
}

function isPlainPath(path: string): boolean {
  return /^(?:\/[\w~-][\w.~-]*)*\/?$/.test(path) && path !== "";
}

const questionMark = 0x3f;
const slash = 0x2f;

/** The whole URLs whose part after two slashes is in a set. */
function afterScheme(set: TextSet): TextSet {
  return sinceMark(sinceMark(set, slash, "after"), slash, "after");
}

/** Facts about ordinary requests: the URL has a host, and a path that starts with a slash. */
export function ordinaryUrls(atoms: Atoms): Formula[] {
  return urlsIn(atoms).flatMap(({ url, isWhole }) => {
    const set = isWhole ? regexSet("^https?://[a-z0-9][a-z0-9.-]*/") : startingWith("/");
    return set ? [textAtom(url, set)] : [];
  });
}

/** Requests that a client can send, with what the service documents about them. */
export function sendable(atoms: Atoms): Formula[] {
  const fieldOf = (name: string) => serviceScheme.field(readVariable(name)[0]) ?? {};
  const texts = atoms.variables("text").flatMap((it) => {
    const { closed, vocabulary }: Partial<Field> = fieldOf(it);
    const isListed = closed && vocabulary;
    const set = isListed
      ? oneOf([...vocabularies[vocabulary].values.keys()])
      : regexSet(formOf(readVariable(it)[0]));
    return set ? [textAtom(it, set)] : [];
  });
  const numbers = atoms.variables("number").flatMap((it): Formula[] => {
    const isInteger = atoms.on(it, "number").some(({ domain }) => domain !== addresses);
    const set = documentedNumbers(fieldOf(it));
    return isInteger ? [{ kind: "number", variable: it, set, domain: allIntegers, zero: 0n }] : [];
  });
  return [...texts, ...numbers];
}

/** Without `#`, which never reaches the service, and for paths without `?`. */
const forms: ReadonlyMap<string, string> = new Map([
  ["http.host", "^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$"],
  ["http.request.uri.path", "^/[\\w.~:@!$&'()*+,;=/%-]*$"],
  ["http.request.uri.path.extension", "^[a-z0-9_~-]*$"],
  ["http.request.uri.query", '^[!"$-~]*$'],
  ["http.request.uri", "^/[\\w.~:@!$&'()*+,;=/%?-]*$"],
  ["http.request.full_uri", "^https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?/[\\w.~:@!$&'()*+,;=/%?-]*$"],
  ["http.request.method", "^[A-Z]+$"],
]);

function formOf(field: string): string {
  return forms.get(field.replace(/^raw\./, "")) ?? "^([!-~]([ -~]*[!-~])?)?$";
}

/** Whether the value of a field, or an element of it, can be sent. */
export function isSendable(field: string, value: unknown): boolean {
  if (typeof value === "string") return new RegExp(formOf(field)).test(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every((it) => isSendable("", it));
}

/** Facts that Cloudflare documents about its own fields. Certain enough for a warning. */
export function assumedFacts(atoms: Atoms): Formula[] {
  return [
    ...countryFacts(atoms),
    ...extensionFacts(atoms),
    ...botFacts(atoms),
    ...scoreFacts(atoms),
    ...certificateFacts(atoms),
  ];
}

/** Only a verified certificate can be revoked, and only a presented one can be verified. */
function certificateFacts(atoms: Atoms): Formula[] {
  const flags = ["revoked", "verified", "presented"]
    .map((it) => variable(`cf.tls_client_auth.cert_${it}`))
    .filter((it) => atoms.has(it));
  return flags.slice(1).map((it, at) => implies(flag(flags[at] ?? it), flag(it)));
}

/** A class of attack scores has its part of the scores. */
function scoreFacts(atoms: Atoms): Formula[] {
  const score = variable("cf.waf.score");
  if (!atoms.has(score)) return [];
  return atoms.on(variable("cf.waf.score.class"), "text").flatMap((it) => {
    const ranges = it.set.members?.map(attackScoresOf) ?? [];
    const all = ranges.filter((range) => range !== undefined);
    if (all.length === 0 || all.length < ranges.length) return [];
    const set = integersIn(
      all.map(([least, most]) => ({ first: BigInt(least), last: BigInt(most) })),
    );
    const isIn: Formula = { kind: "number", variable: score, set, domain: allIntegers, zero: 0n };
    return [implies(isUsuallyPresent("cf.waf.score"), iff(it, isIn))];
  });
}

function countryFacts(atoms: Atoms): Formula[] {
  const [continent, union] = [
    variable("ip.src.continent"),
    variable("ip.src.is_in_european_union"),
  ];
  return atoms.on(variable("ip.src.country"), "text").flatMap((it) => {
    const { members = [] } = it.set;
    const continents = members.map(continentOf).filter((code) => code !== undefined);
    const claims: Formula[] = [];
    if (atoms.has(continent) && continents.length === members.length)
      claims.push(textAtom(continent, oneOf(continents)));
    if (atoms.has(union) && members.every(isInEuropeanUnion)) claims.push(flag(union));
    if (atoms.has(union) && !members.some(isInEuropeanUnion)) claims.push(not(flag(union)));
    return members.length === 0 ? [] : claims.map((claim) => implies(it, claim));
  });
}

/** The extension is the lowercase text after the last dot of the path, unless its last segment starts with this dot. */
function extensionFacts(atoms: Atoms): Formula[] {
  const path = variable("http.request.uri.path");
  if (!atoms.has(path)) return [];
  return atoms.on(variable("http.request.uri.path.extension"), "text").flatMap((it) => {
    const { members } = it.set;
    if (!members?.every((member) => /^[^./A-Z]+$/.test(member))) return [];
    const lower = (set: TextSet) => textAtom(path, inCase("lower", set));
    const ends = members.map((member) => {
      const isWhole = or(lower(endingWith(`/.${member}`)), lower(oneOf([`.${member}`])));
      return and(lower(endingWith(`.${member}`)), not(isWhole));
    });
    return [iff(it, or(...ends))];
  });
}

function botFacts(atoms: Atoms): Formula[] {
  const [bot, verified] = [variable("cf.client.bot"), "cf.bot_management.verified_bot"];
  if (!atoms.has(bot) || !atoms.has(variable(verified))) return [];
  return [iff(flag(bot), and(isUsuallyPresent(verified), flag(variable(verified))))];
}

/** Another check reports a field that is not available. */
function isUsuallyPresent(field: string): Formula {
  return { ...flag(variable(field, "present")), usual: true };
}

/** The conditions of formulas, by their variables. */
export class Atoms {
  private readonly known = new Map<string, Map<string, Atom>>();

  constructor(formulas: readonly Formula[]) {
    for (const it of atomsIn(and(...formulas)))
      kept(this.known, it.variable, () => new Map()).set(claimKey(it), it);
  }

  has(variable: string): boolean {
    return this.known.has(variable);
  }

  on<Kind extends Atom["kind"]>(variable: string, kind: Kind): Extract<Atom, { kind: Kind }>[] {
    const all = [...(this.known.get(variable)?.values() ?? [])];
    return all.filter((it): it is Extract<Atom, { kind: Kind }> => it.kind === kind);
  }

  variables(kind: Atom["kind"]): string[] {
    return [...this.known.keys()].filter((it) => this.on(it, kind).length > 0);
  }

  /** Conditions that are variables of this role. */
  withRole(role: Role): FlagAtom[] {
    const variables = [...this.known.keys()].filter((it) => readVariable(it)[1] === role);
    return variables.flatMap((it) => this.on(it, "flag"));
  }
}
