import { mayDeclare } from "./declared/declarations.ts";
import { declaredIn } from "./declared/texts.ts";
import { type Embedded, sortedEmbedded } from "./embedded.ts";
import { jobRegion } from "./hcl/job.ts";
import { type Evaluation, nodeOfBody } from "./hcl/node.ts";
import { readHcl } from "./hcl/read.ts";
import type { Block } from "./hcl/tree.ts";
import type { HostAside } from "./host-aside.ts";
import { jobTexts } from "./job-texts.ts";
import type { HostObject } from "./node.ts";
import { listResource, resources, zoneResources } from "./places.ts";
import { rulesOf, textNamed } from "./rules.ts";
import { type Declarations, type DeclaredCall, isOurs } from "./terraform/declarations.ts";
import type { TerraformFiles } from "./terraform/folders.ts";
import { folderOf, localSources, TerraformFolders } from "./terraform/folders.ts";
import { Module } from "./terraform/module.ts";
import { Nodes } from "./terraform/nodes.ts";
import { Sheet } from "./terraform/sheet.ts";
import { Budget } from "./terraform/values/budget.ts";

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
    found.push(...evaluatedTexts(text, place, aside));
  else if (hasOurs) {
    const hcl = readHcl(text, { word: provider, isWanted: isOurs });
    const ours = hcl.body.items.filter(
      (it): it is Block => it.kind === "block" && isOurs(it.type, it.labels),
    );
    const resources = ours.map((block) => ({
      block,
      group: block.labels.join("."),
      values: undefined,
    }));
    found.push(...textsOfAll(() => text, resources));
    aside?.lists.push(...ours.flatMap((it) => listNames(text, it)));
  }
  if (isDeclared) {
    const hcl = readHcl(text);
    found.push(...declaredIn(text, [nodeOfBody(text, hcl.body)], hcl.comments));
  }
  return sortedEmbedded(found, aside?.unknown);
}

const provider = "cloudflare_";

/** Resources of ours, calls of modules, or declared texts. */
export function mayHaveTerraformTexts(text: string): boolean {
  return mayDeclare(text) || text.includes(provider) || /\bmodule\b/.test(text);
}

export function callsOurs(text: string, { path, files }: TerraformPlace): boolean {
  const folders = TerraformFolders.of(files);
  const folder = folderOf(path);
  return localSources(text).some((it) => folders.isReadFrom(folder, it)) || isRemoteCall.test(text);
}

/** A call of a module that is not in the workspace, and is about the service. */
const isRemoteCall = /\bmodule\s+"[^{]*\{[^{}]*\bsource\s*=\s*"[^".][^"]*cloudflare/i;

function evaluatedTexts(text: string, place: TerraformPlace, aside?: HostAside): Embedded[] {
  const opened = openModule(text, place, aside);
  if (!opened) return [];
  const { module, file, sheet } = opened;
  return [...textsOfFile(module, file, sheet), ...textsOfCalls(opened, aside)];
}

interface OpenedModule {
  readonly module: Module;
  readonly file: Declarations;
  readonly sheet: Sheet;
}

/** The module of a file. Notes the lists that it creates. */
export function openModule(
  text: string,
  { path, files }: TerraformPlace,
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
    address: "",
    budget: new Budget(),
  });
  const file = module.files.find((it) => it.source.path === path);
  if (!file) return undefined;
  const sheet = new Sheet(file.source);
  if (aside) aside.sheet = sheet;
  const lists = module.files.flatMap(({ resources, source }) =>
    resources.flatMap((it) =>
      listNames(source.text, it, new Nodes(new Sheet(source), module.scope(source))),
    ),
  );
  aside?.lists.push(...lists);
  return { module, file, sheet };
}

/** The texts of the modules that a file calls. */
export function textsOfCalls(
  { module, file, sheet }: OpenedModule,
  aside: HostAside | undefined,
): Embedded[] {
  const { folders, folder } = module.options;
  const isRead = ({ from = "" }: DeclaredCall) =>
    !/^\.\.?\//.test(from) || folders.isReadFrom(folder, from);
  const calls = file.calls.filter(isRead);
  return calls.flatMap((it) => textsOfCall(module, it, sheet, aside, header(it, file.source.text)));
}

/** Where a call is named. */
function header({ start, end }: DeclaredCall, text: string) {
  const brace = text.indexOf("{", start);
  return { start, end: brace === -1 ? end : text.slice(0, brace).trimEnd().length };
}

function textsOfFile(
  module: Module,
  { source, resources }: Declarations,
  sheet: Sheet,
): Embedded[] {
  const prefix = module.address === "" ? "" : `${module.address}.`;
  const all = resources.flatMap((block): Resource[] => {
    const shifted = sheet.shifted(block, source);
    const group = `${prefix}${block.labels.join(".")}`;
    return module.repeatedBlock(block, source).map(({ scope, key }) => ({
      block: shifted,
      group: `${group}${key}`,
      values: new Nodes(sheet, scope),
    }));
  });
  return textsOfAll(() => sheet.text, all);
}

/** The texts of a module, with the arguments of its call. */
function textsOfCall(
  module: Module,
  call: DeclaredCall,
  sheet: Sheet,
  aside: HostAside | undefined,
  usedAt: { readonly start: number; readonly end: number },
): Embedded[] {
  const { folders } = module.options;
  const folder = module.folderOf(call);
  if (folder === undefined) {
    const { text } = call.source;
    const isAbout = /cloudflare|\b(?:rules|expression|zone_id)\b/i.test(
      text.slice(call.start, call.end),
    );
    const reason = `module.${call.name} is not in this workspace`;
    if (isAbout && call.from !== undefined) aside?.notExamined.push({ ...usedAt, reason });
    return [];
  }
  if (!folders.isRelevant(folder)) return [];
  return module.instances(call).flatMap((instance) => {
    aside?.calls.push({ folder: folders.nameOf(folder), address: instance.address });
    const shown = instance.files.filter((it) => !it.source.isIgnored);
    const own = shown.flatMap((it) => textsOfFile(instance, it, sheet));
    const inner = shown.flatMap((it) =>
      it.calls.flatMap((called) => textsOfCall(instance, called, sheet, aside, usedAt)),
    );
    return [
      ...own.map((it) => ({ ...it, context: { ...it.context, call: instance.address, usedAt } })),
      ...inner,
    ];
  });
}

interface Resource {
  readonly block: Block;
  readonly group: string;
  readonly values: Evaluation | undefined;
}

function textsOfAll(text: () => string, all: readonly Resource[]): Embedded[] {
  const rules = rulesOfFilters(text, all);
  return all.flatMap((it) => textsOf(text, it, rules));
}

function textsOf(
  text: () => string,
  { block, group, values }: Resource,
  rules: ReadonlyMap<string, HostObject>,
): Embedded[] {
  const { labels, body, start } = block;
  const [resource = ""] = labels;
  if (resource === listResource || zoneResources.has(resource)) return [];
  const node = nodeOfBody(text(), body, values);
  const shape = resources.get(resource);
  const rule = rules.get(labels.join("."));
  const usedAt = { start, end: body.start };
  const found = shape
    ? rulesOf(node, shape, { group, ...(rule && { resource: rule }), ...(values && { usedAt }) })
    : jobTexts(node, group, jobRegion(text(), body));
  if (shape || !values) return found;
  return found.map((it) => ({ ...it, context: { ...it.context, usedAt } }));
}

function listNames(text: string, { labels, body }: Block, values?: Evaluation): string[] {
  const name =
    labels[0] === listResource ? textNamed(nodeOfBody(text, body, values), "name") : undefined;
  return name === undefined ? [] : [name];
}

/** By filter, the firewall rules that use it: what happens to the requests that it matches. */
function rulesOfFilters(
  text: () => string,
  all: readonly Resource[],
): ReadonlyMap<string, HostObject> {
  const found = new Map<string, HostObject>();
  for (const {
    block: { labels, body },
    values,
  } of all) {
    if (labels[0] !== "cloudflare_firewall_rule") continue;
    const [filter] = /cloudflare_filter\.[\w-]+/.exec(text().slice(body.start, body.end)) ?? [];
    if (filter === undefined) continue;
    const rule = nodeOfBody(text(), body, values);
    const entries = [...(found.get(filter)?.entries ?? []), ...rule.entries];
    found.set(filter, { ...rule, entries });
  }
  return found;
}
