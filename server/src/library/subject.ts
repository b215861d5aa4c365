import { itemsIn } from "../compare/items.ts";
import { oneItem } from "../compare/select.ts";
import type { Analysis } from "../core/analysis.ts";
import {
  type AnyLanguage,
  datasetNames,
  type FileContext,
  hostLanguages,
  hostOfPath,
  languageOfPath,
  languages,
} from "../languages.ts";
import { nearest } from "../text/nearest.ts";
import { alternatives } from "../text/wording.ts";
import { readConfig } from "../workspace/config/config.ts";
import { configName, Workspace } from "../workspace/workspace.ts";
import { requireOptions } from "./arguments.ts";
import { type Selection, TextError, type TextOptions } from "./types.ts";

/** A text with its language and context. */
export interface Subject {
  readonly text: string;
  readonly language: AnyLanguage;
  readonly context: FileContext;
}

const ids = [...new Set([...languages, ...hostLanguages].map((it) => it.id))];

/** Validates the options, because JavaScript callers may pass anything. */
export function subjectOf(text: string, options: TextOptions): Subject {
  if (typeof text !== "string") throw new TypeError("Expected a string as text.");
  if (options === undefined || options === null)
    throw new TypeError("Missing options. Set 'language' or 'path'.");
  requireOptions(options);
  const { path, dataset, settings } = options;
  const language = languageOf(options);
  if (dataset !== undefined) requireDataset(dataset);
  const config = settings === undefined ? undefined : settingsText(settings);
  const workspace = new Workspace((it) => (it === `/${configName}` ? config : undefined));
  const file = `/${(path ?? `text${language.extensions[0]}`).replace(/^(?:\.?\/)+/, "")}`;
  return { text, language, context: workspace.contextFor(file, { forcedDataset: dataset }) };
}

export function analysisOf({ text, language, context }: Subject): Analysis {
  return language.analyze(text, context);
}

/**
 * The result for the selected filter, job or rule of a text, or for its only one. Inner texts come after the text around
 * them.
 */
export function theOnly<T>(
  { text, language, context }: Subject,
  found: readonly T[],
  startOf: (it: T) => number,
  selection: Selection | undefined,
): T {
  const [first, ...more] = found;
  if (first !== undefined && more.length === 0 && !selection) return first;
  const items = itemsIn(text, language, context);
  const item = oneItem({
    name: "the text",
    text,
    items,
    selection: asWritten(selection),
    howToSelect,
  });
  if ("error" in item) throw new TextError(item.error);
  const inside = found.find((it) => item.start <= startOf(it) && startOf(it) <= item.end);
  if (inside === undefined) throw new TextError("No filter or rule found in the text.");
  return inside;
}

/** Lines of messages count from 1, as editors show them. */
export const howToSelect = "Select one with 'ref', or with 'line', which counts from 0.";

/** On the command line, lines count from 1. */
export function asWritten({ line, ref }: Selection = {}): Selection {
  return { line: line === undefined ? undefined : line + 1, ref };
}

function languageOf({ language: id, path }: TextOptions): AnyLanguage {
  const byPath = path === undefined ? undefined : (languageOfPath(path) ?? hostOfPath(path));
  if (id === undefined) {
    if (byPath) return byPath;
    throw new TypeError(
      path === undefined
        ? "Missing language. Set 'language' or 'path'."
        : `Unknown file type '${path}'. Set 'language' to ${alternatives(ids)}.`,
    );
  }
  // Files of one language may have several readers, such as '.tf' and '.tf.json'.
  const found =
    byPath?.id === id ? byPath : [...languages, ...hostLanguages].find((it) => it.id === id);
  if (found) return found;
  throw new TypeError(`Unknown language '${id}'. Use ${alternatives(ids)}.`);
}

function requireDataset(name: string): void {
  if (datasetNames.includes(name)) return;
  const guess = nearest(String(name), datasetNames);
  throw new TypeError(`Unknown dataset '${name}'.${guess ? ` Did you mean '${guess}'?` : ""}`);
}

function settingsText(settings: object | string): string {
  const text = typeof settings === "string" ? settings : JSON.stringify(settings);
  const [problem] = readConfig(text).problems;
  if (problem) throw new TypeError(`Invalid settings: ${problem.message}`);
  return text;
}
