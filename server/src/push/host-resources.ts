import { dirname } from "node:path";
import { type Item, itemsIn } from "../compare/items.ts";
import { brokenGap, refusalText } from "../core/configuration/broken.ts";
import { hostOfPath } from "../languages.ts";
import { Lines } from "../text/lines.ts";
import { findFiles } from "../workspace/files/find-files.ts";
import { expressionKey } from "./plan/normal.ts";
import type { Session } from "./session/session.ts";

/** A file that Weir checks and does not push, such as one of Terraform, with its rules and jobs. */
export interface HostFile {
  readonly path: string;
  readonly text: string;
  readonly items: readonly Item[];
  /** Where the file is not valid, and why: it may have other resources, too. */
  readonly fault?: string | undefined;
}

/** A resource on the service, by what a host file may say about it. */
export interface NamedResource {
  readonly kind: "job" | "rule";
  readonly id: string;
  readonly ref?: unknown;
  /** The description of a rule, or the name of a job. */
  readonly title?: unknown;
  readonly expression?: unknown;
}

/** The host files of the workspace with rules or jobs. Documentation only shows examples. */
export function hostFiles({ lock, files, contextFor }: Session): HostFile[] {
  const folder = dirname(lock.path);
  const isHost = (path: string) => hostOfPath(path) !== undefined && !/\.md$/i.test(path);
  return findFiles(folder, isHost).flatMap((it) => {
    const path = it.path.slice(folder.length + 1);
    const language = hostOfPath(path);
    const text = "error" in it ? undefined : files.glance(path);
    if (!language || text === undefined) return [];
    const context = contextFor(path);
    const items = itemsIn(text, language, context);
    const found = language.analyze(text, context).syntaxFault?.();
    const fault = found && refusalText(brokenGap(path, text, found));
    const isOurs = items.length > 0 || fault !== undefined || isOfProvider(path, text);
    return isOurs ? [{ path, text, items, fault }] : [];
  });
}

/** Expressions of Terraform can be anywhere, so that a rule may have no text of ours. */
function isOfProvider(path: string, text: string): boolean {
  return (
    hostOfPath(path)?.id === "terraform" && /\bcloudflare_(ruleset|fi|log|rate|page)/.test(text)
  );
}

/** Where a host file has the resource. The line is 1-based. */
export interface HostPlace {
  readonly path: string;
  readonly line: number;
}

/** By ID, `ref`, description or name, or an expression that means the same. */
export function findInHosts(
  { kind, id, ref, title, expression }: NamedResource,
  hosts: readonly HostFile[],
): HostPlace | undefined {
  const key = typeof expression === "string" ? expressionKey(expression) : undefined;
  const is = (value: unknown, other: string | undefined) =>
    value !== undefined && value !== "" && value === other;
  const ways: readonly ((item: Item) => boolean)[] = [
    (item) => is(id, item.id) || is(ref, item.ref),
    (item) => is(title, item.title),
    (item) => key !== undefined && expressionKey(item.text) === key,
  ];
  for (const fits of ways)
    for (const { path, text, items } of hosts) {
      const item = items.find((it) => it.kind === kind && fits(it));
      if (item) return placeAt(path, text, item.start);
    }
  return findQuoted([id, ref, title], hosts);
}

/** By a name in quotes, for a rule whose expression is elsewhere. */
function findQuoted(names: readonly unknown[], hosts: readonly HostFile[]): HostPlace | undefined {
  const quoted = names.flatMap((it) =>
    typeof it === "string" && it !== "" ? [JSON.stringify(it)] : [],
  );
  for (const { path, text } of hosts) {
    const at = isOfProvider(path, text) ? quoted.map((it) => text.indexOf(it)) : [];
    const found = at.find((it) => it !== -1);
    if (found !== undefined) return placeAt(path, text, found);
  }
  return undefined;
}

function placeAt(path: string, text: string, offset: number): HostPlace {
  return { path, line: new Lines(text).lineAt(offset) + 1 };
}
