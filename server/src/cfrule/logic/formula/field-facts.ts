import {
  type Atom,
  and,
  type FlagAtom,
  type Formula,
  iff,
  implies,
  type NumberAtom,
  not,
  or,
  type TextAtom,
} from "../../../core/solver/formula.ts";
import { claimKey } from "../../../core/solver/skeleton.ts";
import { inCase } from "../../../core/solver/text/derived.ts";
import { endingWith, oneOf, startingWith } from "../../../core/solver/text/literals.ts";
import { afterMark, afterSlashes, untilMark } from "../../../core/solver/text/sections.ts";
import type { TextSet } from "../../../core/solver/text/text-set.ts";
import { continentOf, isInEuropeanUnion } from "../../../vocabulary/continents.ts";
import { regexSet } from "./regex-set.ts";

/** Relations between fields, as formulas. */

/** Facts about the parts of a URL, which are true of every request. */
export function urlFacts(formulas: readonly Formula[]): Formula[] {
  const atoms = new Atoms(formulas);
  return ["", "raw."].flatMap((prefix) => {
    const whole = valueIn(`${prefix}http.request.full_uri`);
    const uri = valueIn(`${prefix}http.request.uri`);
    if (atoms.has(whole)) return factsOfWhole(atoms, prefix, whole);
    return atoms.has(uri) ? partsOf(atoms, prefix, uri, (set) => set) : [];
  });
}

/** Facts about ordinary requests: the URL has a host, and a path that starts with a slash. */
export function ordinaryUrls(formulas: readonly Formula[]): Formula[] {
  const atoms = new Atoms(formulas);
  return ["", "raw."].flatMap((prefix) => {
    const whole = valueIn(`${prefix}http.request.full_uri`);
    const uri = valueIn(`${prefix}http.request.uri`);
    const ordinary = regexSet("^https?://[a-z0-9][a-z0-9.-]*/");
    if (atoms.has(whole)) return ordinary ? [textAtom(whole, ordinary)] : [];
    return atoms.has(uri) ? [textAtom(uri, startingWith("/"))] : [];
  });
}

/** Requests that a client can send: parts of the URL in their form, and no control characters in any value. */
export function sendable(formulas: readonly Formula[]): Formula[] {
  return new Atoms(formulas).textVariables().flatMap((variable) => {
    const [field] = variable.startsWith("[") ? (JSON.parse(variable) as [string]) : [""];
    const set = regexSet(formOf(field));
    return set ? [textAtom(variable, set)] : [];
  });
}

/** Without `#`, which never reaches the service, and for paths without `?`. */
const forms: Readonly<Record<string, string>> = {
  "http.host": "^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$",
  "http.request.uri.path": '^/[!"$->@-~]*$',
  "http.request.uri.query": '^[!"$-~]*$',
  "http.request.uri": '^/[!"$-~]*$',
  "http.request.full_uri": '^https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?/[!"$-~]*$',
  "http.request.method": "^[A-Z]+$",
};

function formOf(field: string): string {
  const name = field.replace(/^raw\./, "");
  return (Object.hasOwn(forms, name) ? forms[name] : undefined) ?? "^[ -~]*$";
}

/** Whether the value of a field, or an element of it, can be sent. */
export function isSendable(field: string, value: unknown): boolean {
  if (typeof value === "string") return new RegExp(formOf(field)).test(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every((it) => isSendable("", it));
}

function factsOfWhole(atoms: Atoms, prefix: string, whole: string): Formula[] {
  const inWhole = (set: TextSet) => afterSlashes(set, 3, true);
  const https = textAtom(whole, startingWith("https://"));
  const facts = [
    or(https, textAtom(whole, startingWith("http://"))),
    ...partsOf(atoms, prefix, whole, inWhole),
    ...atoms
      .texts(valueIn(`${prefix}http.request.uri`))
      .map((it) => same(it, whole, inWhole(it.set))),
  ];
  if (prefix === "") {
    const inHost = (set: TextSet) => afterSlashes(untilMark(set, slash), 2, false);
    facts.push(
      ...atoms.texts(valueIn("http.host")).map((it) => same(it, whole, inHost(it.set))),
      ...atoms.flags(valueIn("ssl")).map((it) => iff(it, https)),
    );
  }
  return facts;
}

function partsOf(
  atoms: Atoms,
  prefix: string,
  variable: string,
  inside: (set: TextSet) => TextSet,
): Formula[] {
  return [
    ...atoms
      .texts(valueIn(`${prefix}http.request.uri.path`))
      .map((it) => same(it, variable, inside(untilMark(it.set, questionMark)))),
    ...atoms
      .texts(valueIn(`${prefix}http.request.uri.query`))
      .map((it) => same(it, variable, inside(afterMark(it.set, questionMark)))),
  ];
}

const questionMark = 0x3f;
const slash = 0x2f;

/** What the service documents about its own fields. Certain enough for a warning. */
export function assumedFacts(formulas: readonly Formula[]): Formula[] {
  const atoms = new Atoms(formulas);
  return [...countryFacts(atoms), ...extensionFacts(atoms), ...botFacts(atoms)];
}

function countryFacts(atoms: Atoms): Formula[] {
  const continent = valueIn("ip.src.continent");
  const unions = atoms.flags(valueIn("ip.src.is_in_european_union"));
  const hasContinents = atoms.has(continent);
  if (!hasContinents && unions.length === 0) return [];
  return atoms.texts(valueIn("ip.src.country")).flatMap((it) => {
    const { members } = it.set;
    if (!members || members.length === 0) return [];
    const known = members.map(continentOf);
    const continents = known.filter((code) => code !== undefined);
    const facts: Formula[] = [];
    if (hasContinents && continents.length === members.length)
      facts.push(implies(it, textAtom(continent, oneOf(continents))));
    for (const union of unions) {
      if (members.every(isInEuropeanUnion)) facts.push(implies(it, union));
      else if (!members.some(isInEuropeanUnion)) facts.push(implies(it, not(union)));
    }
    return facts;
  });
}

/** The extension is the lowercase text after the last dot of the path, unless its last segment starts with this dot. */
function extensionFacts(atoms: Atoms): Formula[] {
  const path = valueIn("http.request.uri.path");
  if (!atoms.has(path)) return [];
  return atoms.texts(valueIn("http.request.uri.path.extension")).flatMap((it) => {
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
  const [verified] = atoms.flags(valueIn("cf.bot_management.verified_bot"));
  const [known] = atoms.flags(valueIn("cf.client.bot"));
  if (!verified || !known) return [];
  // Another check reports a field that is not available.
  return [iff(known, and(isPresent("cf.bot_management.verified_bot"), verified))];
}

function isPresent(field: string): FlagAtom {
  return { kind: "flag", variable: JSON.stringify([field, "present"]), usual: true };
}

/** The conditions of formulas, by their variables. */
export class Atoms {
  private readonly known = new Map<string, Map<string, Atom>>();
  private readonly seen = new Set<Formula>();

  constructor(formulas: readonly Formula[]) {
    for (const it of formulas) this.collect(it);
  }

  has(variable: string): boolean {
    return this.known.has(variable);
  }

  texts(variable: string): TextAtom[] {
    return [...(this.known.get(variable)?.values() ?? [])].filter((it) => it.kind === "text");
  }

  textVariables(): string[] {
    return [...this.known.keys()].filter((it) => this.texts(it).length > 0);
  }

  flags(variable: string): FlagAtom[] {
    return [...(this.known.get(variable)?.values() ?? [])].filter((it) => it.kind === "flag");
  }

  numbers(variable: string): NumberAtom[] {
    return [...(this.known.get(variable)?.values() ?? [])].filter((it) => it.kind === "number");
  }

  /** That no value is missing. */
  presences(): FlagAtom[] {
    const all = [...this.known.values()].flatMap((it) => [...it.values()]);
    const flags = all.filter((it) => it.kind === "flag");
    return flags.filter((it) => it.variable.endsWith(',"present"]'));
  }

  private collect(formula: Formula): void {
    if (this.seen.has(formula)) return;
    this.seen.add(formula);
    if (formula.kind === "truth") return;
    if (formula.kind === "not") this.collect(formula.part);
    else if ("parts" in formula) for (const it of formula.parts) this.collect(it);
    else {
      const { variable } = formula;
      const same = this.known.get(variable) ?? new Map<string, Atom>();
      this.known.set(variable, same.set(claimKey(formula), formula));
    }
  }
}

function valueIn(field: string): string {
  return JSON.stringify([field, "value"]);
}

function textAtom(variable: string, set: TextSet): TextAtom {
  return { kind: "text", variable, set, lastUnit: 0xff };
}

function same(atom: TextAtom, variable: string, set: TextSet): Formula {
  return iff(atom, textAtom(variable, set));
}
