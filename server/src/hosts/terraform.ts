import type { NotChecked } from "../core/diagnostic.ts";
import { parseJson } from "../json/syntax/parse.ts";
import { addAll } from "../text/add-all.ts";
import type { Span } from "../text/span.ts";
import { mayDeclare } from "./declared/declarations.ts";
import { declaredIn } from "./declared/texts.ts";
import { type Embedded, sortedEmbedded } from "./embedded.ts";
import { nodeOfBody } from "./hcl/node.ts";
import { readHcl } from "./hcl/read.ts";
import type { Block } from "./hcl/tree.ts";
import { type CreatedList, createdList, type HostAside } from "./host-aside.ts";
import { jobTexts } from "./job-texts.ts";
import type { HostObject } from "./node.ts";
import { listResource, resources, zoneResources } from "./places.ts";
import type { Region } from "./region.ts";
import { rulesOf, textNamed } from "./rules.ts";
import {
  type Declarations,
  type DeclaredCall,
  type DeclaredResource,
  isOurs,
  jsonResources,
} from "./terraform/declarations.ts";
import type { TerraformFiles } from "./terraform/folders.ts";
import {
  folderOf,
  isDownloaded,
  localSources,
  relativePath,
  TerraformFolders,
} from "./terraform/folders.ts";
import { Module } from "./terraform/module.ts";
import { instancesOf, jobIn, plainNode, type ResourceInstance } from "./terraform/resources.ts";
import { Room } from "./terraform/room.ts";
import { Sheet } from "./terraform/sheet.ts";
import { Budget } from "./terraform/values/budget.ts";
import type { Environment } from "./terraform/values/environment.ts";

/** The place of a Terraform file, whose names may be declared in other files. */
export interface TerraformPlace {
  readonly path: string;
  readonly files: TerraformFiles;
}

/**
 * The embedded texts of a Terraform or OpenTofu file. Files that cannot contain any are not parsed. With its place, the values
 * of references are known as far as files tell them.
 */
export function terraformTexts(
  text: string,
  aside?: HostAside,
  place?: TerraformPlace,
): readonly Embedded[] {
  if (!mayHaveTerraformTexts(text)) return [];
  const isDeclared = mayDeclare(text);
  const hasOurs = text.includes(provider);
  const found: Embedded[] = [];
  if (place && (hasOurs || callsOurs(text, place)))
    addAll(found, evaluatedTexts(text, place, aside));
  else if (hasOurs) {
    const hcl = readHcl(text, { word: provider, isWanted: isOurs });
    const blocks = hcl.body.items.filter(
      (it): it is Block => it.kind === "block" && isOurs(it.type, it.labels),
    );
    const ours = blocks.map(({ labels: [type = "", name = ""], body }) => ({ type, name, body }));
    addAll(found, plainTexts(text, ours, aside));
  }
  if (isDeclared) {
    const hcl = readHcl(text);
    addAll(found, declaredIn(text, [nodeOfBody(text, hcl.body)], hcl.comments));
  }
  return sortedEmbedded(found, aside?.unknown);
}

/** Terraform's JSON syntax (`.tf.json`), in which every string is a template. */
export function terraformJsonTexts(
  text: string,
  aside?: HostAside,
  place?: TerraformPlace,
): readonly Embedded[] {
  if (!text.includes(provider) && !(place && callsOurs(text, place))) return [];
  const found = place
    ? evaluatedTexts(text, place, aside)
    : plainTexts(
        text,
        jsonResources(parseJson(text).root).filter((it) => isOurs("resource", [it.type])),
        aside,
      );
  return sortedEmbedded(found, aside?.unknown);
}

const provider = "cloudflare_";

/** Resources of ours, calls of modules, or declared texts. */
export function mayHaveTerraformTexts(text: string): boolean {
  return anyOfOurs.test(text);
}

/** One expression, because most files have none of these words, and are searched for all of them at once. */
const anyOfOurs = /weir:|cloudflare_|\bmodule\b/;

function callsOurs(text: string, { path, files }: TerraformPlace): boolean {
  const folders = TerraformFolders.of(files);
  const folder = folderOf(path);
  const isRead = localSources(text).some((it) => folders.isReadFrom(folder, it));
  const mayBeDownloaded = folders.downloaded(folder).size > 0 && /\bmodule\b/.test(text);
  return isRead || mayBeDownloaded || isRemoteCall.test(text) || isComputedCall.test(text);
}

/** A call of a module that is not in the workspace, and is about the service. */
const isRemoteCall = /\bmodule\s+"[^"{]*"[^"{]*\{[^{}]*\bsource\s*=\s*"[^".][^"]*cloudflare/i;

/** A call whose source is evaluated. */
const isComputedCall = /\bmodule\s+"[^"{]*"[^"{]*\{[^{}]*\bsource\s*=\s*(?:[a-z]|"[^"\n]*\$\{)/;

/** The texts of a file and of the modules that it calls, with the values of references. */
function evaluatedTexts(text: string, place: TerraformPlace, aside?: HostAside): Embedded[] {
  const environments = TerraformFolders.of(place.files).environments(folderOf(place.path));
  const room = new Room();
  let sheet: Sheet | undefined;
  const found = environments.flatMap((environment) => {
    const opened = openModule(text, place, { environment, sheet, room }, aside);
    if (!opened) return [];
    const { module, file } = opened;
    sheet = opened.sheet;
    const own = textsOfFile(module, file, opened.sheet, room);
    const all = [...own, ...textsOfCalls(opened, aside)];
    if (aside) addAll(aside.notExamined, undecodedIn(opened));
    const { name } = environment ?? {};
    if (name === undefined || environments.length === 1) return all;
    aside?.environments.add(name);
    return all.map((it) => ({ ...it, context: { ...it.context, environment: name } }));
  });
  if (aside) addAll(aside.notExamined, room.leftOut);
  return found;
}

/** The files whose texts cannot be decoded, at the start of the document that uses them. */
function undecodedIn({ module, sheet }: OpenedModule): NotChecked[] {
  const own = module.options.own?.path ?? "";
  return Array.from(module.budget.undecoded, ([path, why], index) => ({
    ...{ start: Math.min(index, sheet.text.length), end: Math.min(index, sheet.text.length) },
    reason: "syntax" as const,
    detail: `${relativePath(folderOf(own), path)} is ${why}`,
  }));
}

/** Without the values of references. */
function plainTexts(
  text: string,
  declared: readonly Pick<DeclaredResource, "type" | "name" | "body">[],
  aside: HostAside | undefined,
): Embedded[] {
  const all = declared.map(({ type, name, body }): Resource => {
    const node = plainNode(text, body);
    const { start, end } = body;
    const address = `${type}.${name}`;
    const job = () => jobIn(text, body);
    return { type, name, address, node, own: node, written: text.slice(start, end), job };
  });
  if (aside) addAll(aside.lists, all.flatMap(listsOf));
  return textsOfAll(all);
}

interface OpenedModule {
  readonly module: Module;
  readonly file: Declarations;
  readonly sheet: Sheet;
  readonly room: Room;
}

interface Opening {
  readonly environment: Environment | undefined;
  /** Of the environment before. */
  readonly sheet: Sheet | undefined;
  readonly room: Room;
}

/** The module of a file. Notes the lists that it creates. */
function openModule(
  text: string,
  { path, files }: TerraformPlace,
  { environment, sheet: known, room }: Opening,
  aside?: HostAside,
): OpenedModule | undefined {
  const folders = TerraformFolders.of(files);
  const folder = folderOf(path);
  const own = { path, text };
  const module = new Module({
    folders,
    folder,
    root: folder,
    own,
    environment,
    address: "",
    budget: new Budget(),
    reads: aside?.reads ?? new Set(),
  });
  const file = module.files.find((it) => it.source.path === path);
  if (!file) return undefined;
  const sheet = known ?? new Sheet(file.source);
  if (aside) aside.sheet = sheet;
  const listRoom = new Room();
  const lists = module.files
    .flatMap((it) => it.resources)
    .filter((it) => it.type === listResource)
    .flatMap((it) => instancesOf(module, it, new Sheet(it.source), listRoom))
    .flatMap((it) => createdList(it.node));
  if (aside) addAll(aside.lists, lists);
  return { module, file, sheet, room };
}

/** The texts of the modules that a file calls. */
function textsOfCalls(
  { module, file, sheet, room }: OpenedModule,
  aside: HostAside | undefined,
): Embedded[] {
  const { folders, folder } = module.options;
  const isRead = ({ from = "" }: DeclaredCall) =>
    !/^\.\.?\//.test(from) || folders.isReadFrom(folder, from);
  const calls = module.callsIn(file).filter(isRead);
  return calls.flatMap((it) => {
    const usedAt = header(it, file.source.text);
    return textsOfCall(module, it, { sheet, aside, usedAt, room });
  });
}

/** The place of a call's name. */
function header({ start, end }: DeclaredCall, text: string) {
  const brace = text.indexOf("{", start);
  return { start, end: brace === -1 ? end : text.slice(0, brace).trimEnd().length };
}

function textsOfFile(
  module: Module,
  { source, resources }: Declarations,
  sheet: Sheet,
  room: Room,
  usedAt?: Span,
): Embedded[] {
  const withTexts = resources.filter((it) => hasTexts(it.type));
  const all = withTexts.flatMap((resource): Resource[] => {
    const { type, name, header } = resource;
    const isWhole = module.partsOf(resource).length === 1;
    return instancesOf(module, resource, sheet, room, usedAt).map((it) => {
      const body = sheet.shifted(resource.body, source);
      const job = () => (isWhole ? jobIn(sheet.text, body) : undefined);
      const written = sheet.text.slice(body.start, body.end);
      const usedAt = sheet.spanOf({ source, ...header });
      return { ...it, type, name, written, job, usedAt };
    });
  });
  return textsOfAll(all);
}

/** The state that all modules share that are reached from one call. */
interface Reached {
  readonly sheet: Sheet;
  readonly aside: HostAside | undefined;
  /** Where the document has the call. */
  readonly usedAt: Span;
  readonly room: Room;
}

/** The texts of a module, with the arguments of its call. */
function textsOfCall(module: Module, call: DeclaredCall, reached: Reached): Embedded[] {
  const { aside, usedAt, room } = reached;
  const { folders } = module.options;
  const folder = module.folderOf(call);
  if (folder === undefined) {
    if (isAboutService(call))
      aside?.notExamined.push({ ...usedAt, reason: "module-not-here", detail: callReason(call) });
    return [];
  }
  // A downloaded module may only call others that were.
  if (!isDownloaded(folder) && !folders.isRelevant(folder)) return [];
  const isOver = room.isFull || module.budget.isSpent;
  const found = (isOver ? [] : module.instances(call)).flatMap((instance) => {
    aside?.calls.push({ folder: folders.nameOf(folder), address: instance.address, usedAt });
    return textsOfInstance(instance, reached);
  });
  // Also if it is over the limit only since then.
  if (isOver || module.budget.isSpent) room.leaveOut(usedAt, `module.${call.name}`);
  return found;
}

/** Whether a module that is not here may be about the service. */
export function isAboutService({ source, start, end, attributes }: DeclaredCall): boolean {
  const isAbout = /cloudflare|\b(?:rules|expression|(?:zone|account|list)_id)\b/i;
  return attributes.has("source") && isAbout.test(source.text.slice(start, end));
}

/** Why a module is not read. */
export function callReason({ name, from }: DeclaredCall): string {
  return `module.${name} ${from === undefined ? "has an unknown source" : "is not in this workspace"}`;
}

function textsOfInstance(instance: Module, reached: Reached): Embedded[] {
  const { sheet, usedAt, room } = reached;
  const shown = instance.files.filter((it) => !it.source.isIgnored);
  const own = shown.flatMap((it) => textsOfFile(instance, it, sheet, room, usedAt));
  const calls = instance.mayCall ? shown.flatMap((it) => instance.callsIn(it)) : [];
  const inner = calls.flatMap((it) => textsOfCall(instance, it, reached));
  // Of a module that a switch leaves out, empty defaults say nothing.
  const isLeftOut = instance.options.isOther === true;
  return [
    ...own
      .filter((it) => !isLeftOut || !it.isUnknown)
      .map((it) => ({ ...it, context: { ...it.context, call: instance.address, usedAt } })),
    ...inner,
  ];
}

interface Resource extends Pick<ResourceInstance, "address" | "node" | "own"> {
  readonly type: string;
  readonly name: string;
  readonly written: string;
  /** Undefined if several files set it. */
  readonly job: () => Region | undefined;
  readonly usedAt?: Span;
}

function textsOfAll(all: readonly Resource[]): Embedded[] {
  const rules = rulesOfFilters(all);
  return all.flatMap((it) => textsOf(it, rules));
}

/** Others are only read for their names. */
function hasTexts(type: string): boolean {
  return type !== listResource && !zoneResources.has(type);
}

function textsOf(
  { type, name, node, own, address: group, job, usedAt }: Resource,
  rules: ReadonlyMap<string, HostObject>,
): Embedded[] {
  if (!hasTexts(type)) return [];
  const shape = resources.get(type);
  const rule = rules.get(`${type}.${name}`);
  const around = { phase: textNamed(node, "phase"), kind: textNamed(node, "kind") };
  const found = shape
    ? rulesOf(own, shape, { ...around, resource: rule ?? node, group, ...(usedAt && { usedAt }) })
    : jobTexts(own, group, job(), textNamed(node, "dataset"), usedAt);
  if (shape || !usedAt) return found;
  return found.map((it) => ({ ...it, context: { ...it.context, usedAt } }));
}

function listsOf({ type, node }: Pick<Resource, "type" | "node">): CreatedList[] {
  return type === listResource ? createdList(node) : [];
}

/** By filter, the firewall rules that use it: what happens to the requests that it matches. */
function rulesOfFilters(all: readonly Resource[]): ReadonlyMap<string, HostObject> {
  const found = new Map<string, HostObject>();
  for (const { type, written, node } of all) {
    if (type !== "cloudflare_firewall_rule") continue;
    const [filter] = /cloudflare_filter\.[\w-]+/.exec(written) ?? [];
    if (filter === undefined) continue;
    const entries = [...(found.get(filter)?.entries ?? []), ...node.entries];
    found.set(filter, { ...node, entries });
  }
  return found;
}
