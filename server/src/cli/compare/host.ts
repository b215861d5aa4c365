import { witnessText } from "../../core/solver/describe-relation.ts";
import { compareMeanings, equalMeaning, type Witness } from "../../core/solver/meaning.ts";
import type { Relation } from "../../core/solver/relation.ts";
import { printable } from "../../text/printable.ts";
import { exit, type Io } from "../io.ts";
import { Settings } from "../settings.ts";
import { meaningsIn, type TextMeaning, targetOf, textOf, textOfCommit } from "./target.ts";

interface HostOptions {
  readonly base: string;
  readonly dataset?: string | undefined;
  readonly format: "pretty" | "json";
}

/** A text of the file, compared with the text that has the same `ref` or position. */
interface Compared {
  readonly text: string;
  readonly relation: Relation<Witness>["name"] | "added" | "removed";
  readonly witnesses: Omit<Relation<Witness>, "name">;
}

/** Compares every text of a host file with its version in a commit. Undefined for a file with one text. */
export async function compareHost(
  name: string,
  { base, dataset, format }: HostOptions,
  io: Io,
): Promise<number | undefined> {
  const target = targetOf(name, io);
  const settings = new Settings(io, dataset);
  const now = meaningsIn(target, textOf(target), settings);
  if (!now) return undefined;
  const text = await textOfCommit(target, base);
  const before = meaningsIn(target, text, settings) ?? new Map<string, TextMeaning>();
  const results = [...new Set([...now.keys(), ...before.keys()])].map((key): Compared => {
    if (!before.has(key)) return { text: key, relation: "added", witnesses: none };
    if (!now.has(key)) return { text: key, relation: "removed", witnesses: none };
    return comparedAs(key, now.get(key), before.get(key));
  });
  io.out(format === "json" ? rendered(results) : results.map((it) => `${line(it)}\n`).join(""));
  if (results.some((it) => it.relation === "unknown")) return exit.couldNotRun;
  return results.every((it) => it.relation === "equal") ? exit.fine : exit.found;
}

const none = { onlyFirst: null, onlySecond: null, both: null };

function comparedAs(text: string, now?: TextMeaning, before?: TextMeaning): Compared {
  const { name: relation, ...witnesses } = relationOf(now, before);
  return { text, relation, witnesses };
}

function relationOf(now?: TextMeaning, before?: TextMeaning): Relation<Witness> {
  if (now?.source !== undefined && now.source === before?.source) return equalMeaning;
  const [first, second] = [now?.meaning, before?.meaning];
  if (!first || first.scope !== second?.scope) return { ...none, name: "unknown" };
  return compareMeanings(first, second);
}

function rendered(results: readonly Compared[]): string {
  const shown = results.map(({ witnesses, ...rest }) => ({ ...rest, ...witnesses }));
  return `${JSON.stringify({ version: 1, results: shown }, undefined, 2)}\n`;
}

function line({ text, relation, witnesses }: Compared): string {
  const example = witnesses.onlyFirst ?? witnesses.onlySecond;
  const side = witnesses.onlyFirst ? "now" : "no longer";
  const shown = example ? `, ${side} ${witnessText(example)}` : "";
  return printable(`${text}: ${relation}${shown}`);
}
