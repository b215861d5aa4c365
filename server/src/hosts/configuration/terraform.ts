import { type Gap, withoutIndices } from "../../core/configuration/model.ts";
import type { Span, SyntaxFault } from "../../text/span.ts";
import { listOf } from "../../text/wording.ts";
import {
  Declarations,
  type DeclaredCall,
  type DeclaredResource,
} from "../terraform/declarations.ts";
import {
  folderOf,
  isDownloaded,
  type TerraformFiles,
  TerraformFolders,
} from "../terraform/folders.ts";
import { Module } from "../terraform/module.ts";
import { instancesOf } from "../terraform/resources.ts";
import { Room } from "../terraform/room.ts";
import { Sheet, type SheetFile } from "../terraform/sheet.ts";
import { Budget } from "../terraform/values/budget.ts";
import type { Source, Value } from "../terraform/values/value.ts";
import { valueOfWritten } from "../terraform/written.ts";
import { callReason, isAboutService, type TerraformPlace } from "../terraform.ts";
import { Dependencies, unknownSpans } from "./dependencies.ts";
import { mayDecide } from "./gaps.ts";
import { isAboutList } from "./lists.ts";
import { sourceIn } from "./part.ts";
import { configurationResources, type HostResource } from "./resource.ts";

export type { TerraformPlace } from "../terraform.ts";

/** The resources of a file and of the modules that it calls. */
interface TerraformResources {
  readonly resources: readonly HostResource[];
  /** The file, and others that its values come from, one after another in one text. */
  readonly files: readonly SheetFile[];
  readonly calls: readonly string[];
  readonly needsCall: boolean;
  /** The parts of other files that are not read, and where the file uses them. */
  readonly gaps: readonly (Gap & { readonly at: Span })[];
  /** The files of these modules that are not valid. */
  readonly broken: readonly BrokenFile[];
  /** Addresses. */
  readonly forgotten: readonly string[];
}

interface BrokenFile {
  readonly source: Pick<Source, "path" | "text">;
  readonly fault: SyntaxFault;
}

export function terraformResources(
  text: string,
  isJson: boolean,
  place?: TerraformPlace,
): TerraformResources {
  if (place) return evaluatedResources(text, place);
  if (!text.includes("cloudflare_")) return nothing;
  const name = isJson ? "a.tf.json" : "a.tf";
  return evaluatedResources(text, { path: `/${name}`, files: onlyFile(name, text) });
}

/** A folder with one file. */
function onlyFile(name: string, text: string): TerraformFiles {
  return {
    version: 0,
    isIgnored: () => false,
    list: (folder) => (folder === "" ? [name] : []),
    read: (path) => (path === `/${name}` ? text : undefined),
  };
}

const nothing: TerraformResources = {
  resources: [],
  files: [],
  calls: [],
  needsCall: false,
  gaps: [],
  broken: [],
  forgotten: [],
};

function isRead({ type, source, body: { start, end } }: DeclaredResource): boolean {
  if (configurationResources.has(type) || isAboutList(type)) return true;
  return mayDecide(type, source.text.slice(start, end));
}

/** A reference may be a template: "${cloudflare_filter.a.id}". */
function sourceOfIn(text: () => string): HostResource["sourceOf"] {
  return (span) => {
    const source = sourceIn(text())(span);
    const isReference = source?.startsWith('"${') && source.endsWith('}"');
    return isReference ? source?.slice(3, -2).trim() : source;
  };
}

/** The state that all modules share that are reached from one file. */
interface Reached {
  readonly sheet: Sheet;
  readonly calls: Set<string>;
  readonly room: Room;
  readonly gaps: (Gap & { readonly at: Span })[];
  readonly isRead: (resource: DeclaredResource) => boolean;
  readonly dependencies: Dependencies;
  /** By path. */
  readonly broken: Map<string, BrokenFile>;
  readonly forgotten: string[];
}

function evaluatedResources(text: string, { path, files }: TerraformPlace): TerraformResources {
  const folders = TerraformFolders.of(files);
  const folder = folderOf(path);
  // Most files of a workspace are about other services.
  if (!/cloudflare_|\bmodule\b/.test(text) && !/\/modules\//.test(`${folder}/`)) return nothing;
  // The root module is not in the environment that is read.
  if (files.environments?.(folder)?.length === 0) return nothing;
  const own = { path, text };
  const budget = new Budget();
  const reads = new Set<string>();
  const [environment, ...others] = folders.environments(folder);
  const root = { folder, root: folder, address: "", environment };
  const module = new Module({ folders, own, budget, reads, ...root });
  const file = module.files.find((it) => it.source.path === path);
  if (!file) return nothing;
  const sheet = new Sheet(file.source);
  const gaps: TerraformResources["gaps"][number][] = [];
  const broken = new Map<string, BrokenFile>();
  const dependencies = new Dependencies(folders, file.source, () => sheet.others);
  const [calls, room] = [new Set<string>(), new Room()];
  const forgotten: string[] = [];
  const reached: Reached = { sheet, calls, room, gaps, broken, forgotten, isRead, dependencies };
  if (folders.isRelevant(folder)) {
    noteBroken(module.files, reached);
    const values = folders.values(folder, environment).map((source) => new Declarations(source));
    noteBroken(values, reached);
  }
  const resources = [...resourcesOf(module, file, reached)];
  // A list and its items may be in several files and modules.
  if (resources.some((it) => isAboutList(it.type))) {
    const isOfList = ({ type }: DeclaredResource) => isAboutList(type);
    const aside = {
      ...{ ...reached, calls: new Set<string>(), isRead: isOfList },
      ...{ gaps: [], forgotten: [] },
    };
    for (const other of module.files)
      if (other !== file)
        for (const it of resourcesOf(module, other, aside))
          resources.push({ ...it, isElsewhere: true });
  }
  if (folders.isCut(folder))
    gaps.push({ ...everything(`${folder} has too many files`), at: { start: 0, end: 0 } });
  if (others.length > 0) {
    const what = `environment ${listOf(
      others.map((it) => it?.name ?? ""),
      "and",
    )}`;
    const at = { start: 0, end: 0 };
    gaps.push({ what, why: "not read here", mayChange: "everything", at });
  }
  for (const { start, end, detail } of reached.room.leftOut)
    gaps.push({ ...everything(detail), at: { start, end } });
  return {
    resources,
    files: [{ path, text, start: 0 }, ...sheet.others],
    calls: [...reached.calls],
    needsCall: module.needsCall,
    gaps,
    broken: [...broken.values()],
    forgotten,
  };
}

function everything(text: string): Gap {
  const [what = "", ...why] = text.split(" ");
  return { what, why: why.join(" "), mayChange: "everything" };
}

/** The resources of a file, and of the modules that it calls. */
function resourcesOf(
  module: Module,
  file: Declarations,
  reached: Reached,
): readonly HostResource[] {
  const calls = module.mayCall ? module.callsIn(file) : [];
  if (!module.mayCall && module.callsIn(file).length > 0)
    reached.gaps.push({
      ...everything(`module.${module.callsIn(file)[0]?.name} is over the limit for modules`),
      at: { start: 0, end: 0 },
    });
  const prefix = module.address === "" ? "" : `${module.address}.`;
  for (const it of file.forgotten) reached.forgotten.push(withoutIndices(prefix + it));
  return [...ofFile(module, file, reached), ...calls.flatMap((it) => ofCall(module, it, reached))];
}

/**
 * A resource whose `count` or `for_each` is empty is not created. A resource that an override file changes belongs to that
 * file.
 */
function ofFile(
  module: Module,
  file: Declarations,
  { sheet, room, isRead: isMeant, dependencies }: Reached,
): readonly HostResource[] {
  return [...file.resources, ...file.others]
    .filter((it) => isMeant(it) && module.partsOf(it)[0] === it)
    .flatMap((resource) =>
      instancesOf(module, resource, sheet, room)
        .filter((it) => it.isCreated)
        .map(({ address, node, isOpen, refers }) => ({
          type: resource.type,
          address,
          object: node,
          sourceOf: sourceOfIn(() => sheet.text),
          dependenciesOf: (part) =>
            dependencies.of(part === undefined ? [node] : unknownSpans(part), node),
          isOpen,
          refers,
        })),
    );
}

/** The arguments of a module that is not here. */
function argumentsOf(module: Module, { attributes, source }: DeclaredCall): string {
  const shown = (value: Value): unknown => {
    if (value.kind === "text") return value.shown;
    if (value.kind === "plain") return value.value;
    if (value.kind === "list") return value.items.map(shown);
    if (value.kind === "object") return [...value.entries].map(([name, it]) => [name, shown(it)]);
    const { source: from, start, end } = value.place;
    return `\${${from.text.slice(start, end)}}`;
  };
  const scope = module.scope(source);
  const all = [...attributes].map(([name, it]) => [name, shown(valueOfWritten(it, scope))]);
  return JSON.stringify(all);
}

function noteBroken(files: readonly Declarations[], { broken }: Reached): void {
  for (const { source, fault } of files) if (fault) broken.set(source.path, { source, fault });
}

/** A registry says in an address which provider a module is for, and so do the names of most repositories. */
function isOfOtherProvider(call: DeclaredCall): boolean {
  if (isAboutService(call)) return false;
  const { from = "" } = call;
  const [, ofRegistry] =
    /^(?:[\w-]+(?:\.[\w-]+)+\/)?[\w-]+\/[\w-]+\/([a-z0-9]+)(?:\/\/|$)/.exec(from) ?? [];
  const [, ofRepository] = /(?:^|[/:])terraform-([a-z0-9]+)-/.exec(from) ?? [];
  const provider = ofRegistry ?? ofRepository;
  return provider !== undefined && provider !== "cloudflare";
}

function ofCall(module: Module, call: DeclaredCall, reached: Reached): readonly HostResource[] {
  const { sheet, room, gaps } = reached;
  const folder = module.folderOf(call);
  const at = sheet.spanOf(call);
  // A commit has no downloaded modules, so that all of their rules would look added.
  const isHere = folder !== undefined && !isDownloaded(folder);
  if (!isHere || module.options.folders.in(folder).length === 0) {
    if (!isOfOtherProvider(call)) {
      const content = `${argumentsOf(module, call)} ${reached.dependencies.of([at], at)}`;
      const mayChange = isAboutService(call) ? "everything" : "other products";
      gaps.push({ ...everything(callReason(call)), mayChange, at, content });
    }
    return [];
  }
  reached.calls.add(folder);
  reached.dependencies.addCall(folder, call);
  const instances = room.isFull ? [] : module.instances(call);
  if (room.isFull || module.budget.isSpent) room.leaveOut(at, `module.${call.name}`);
  return instances
    .filter((it) => !it.options.marks)
    .flatMap((instance) => {
      noteBroken(instance.files, reached);
      return instance.files.flatMap((file) => resourcesOf(instance, file, reached));
    });
}
