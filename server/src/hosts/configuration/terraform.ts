import { parseJson } from "../../json/syntax/parse.ts";
import { readHcl } from "../hcl/read.ts";
import { type Declarations, type DeclaredCall, jsonResources } from "../terraform/declarations.ts";
import { folderOf, TerraformFolders } from "../terraform/folders.ts";
import { Module } from "../terraform/module.ts";
import { instancesOf, plainNode } from "../terraform/resources.ts";
import { Room } from "../terraform/room.ts";
import { Sheet, type SheetFile } from "../terraform/sheet.ts";
import { Budget } from "../terraform/values/budget.ts";
import type { TerraformPlace } from "../terraform.ts";
import { sourceIn } from "./part.ts";
import { configurationResources, type HostResource } from "./resources.ts";

export type { TerraformPlace } from "../terraform.ts";

/** The resources of a file and of the modules that it calls. */
interface TerraformResources {
  readonly resources: readonly HostResource[];
  /** The file, and others that its values come from, one after another in one text. */
  readonly files: readonly SheetFile[];
  readonly calls: readonly string[];
}

const isWanted = (type: string, [resource = ""]: readonly string[]) =>
  type === "resource" && configurationResources.has(resource);

export function terraformResources(
  text: string,
  isJson: boolean,
  place?: TerraformPlace,
): TerraformResources {
  if (place) return evaluatedResources(text, place);
  if (!text.includes("cloudflare_")) return { resources: [], files: [], calls: [] };
  const ours = isJson
    ? jsonResources(parseJson(text).root)
    : readHcl(text, { word: "cloudflare_", isWanted })
        .body.items.filter((it) => it.kind === "block")
        .map(({ labels: [type = "", name = ""], body }) => ({ type, name, body }));
  const resources = ours
    .filter((it) => configurationResources.has(it.type))
    .map(({ type, name, body }) => ({
      type,
      address: `${type}.${name}`,
      object: plainNode(text, body),
      sourceOf: sourceOfIn(() => text),
    }));
  return { resources, files: [], calls: [] };
}

/** A reference may be a template: "${cloudflare_filter.a.id}". */
function sourceOfIn(text: () => string): HostResource["sourceOf"] {
  return (span) => {
    const source = sourceIn(text())(span);
    const isReference = source?.startsWith('"${') && source.endsWith('}"');
    return isReference ? source?.slice(3, -2).trim() : source;
  };
}

/** What all modules have in common that are reached from one file. */
interface Reached {
  readonly sheet: Sheet;
  readonly calls: Set<string>;
  readonly room: Room;
}

function evaluatedResources(text: string, { path, files }: TerraformPlace): TerraformResources {
  const folder = folderOf(path);
  const module = new Module({
    folders: TerraformFolders.of(files),
    folder,
    root: folder,
    own: { path, text },
    address: "",
    budget: new Budget(),
  });
  const file = module.files.find((it) => it.source.path === path);
  if (!file) return { resources: [], files: [], calls: [] };
  const sheet = new Sheet(file.source);
  const reached: Reached = { sheet, calls: new Set(), room: new Room() };
  const resources = [
    ...ofFile(module, file, reached),
    ...module.callsIn(file).flatMap((it) => ofCall(module, it, reached)),
  ];
  return {
    resources,
    files: [{ path, text, start: 0 }, ...sheet.others],
    calls: [...reached.calls],
  };
}

/** A resource whose `count` or `for_each` is empty is not created. One that override files change is that of the other file. */
function ofFile(
  module: Module,
  { resources }: Declarations,
  { sheet, room }: Reached,
): readonly HostResource[] {
  return resources
    .filter((it) => configurationResources.has(it.type) && module.partsOf(it)[0] === it)
    .flatMap((resource) =>
      instancesOf(module, resource, sheet, room)
        .filter((it) => it.isCreated)
        .map(({ address, node }) => ({
          type: resource.type,
          address,
          object: node,
          sourceOf: sourceOfIn(() => sheet.text),
        })),
    );
}

function ofCall(module: Module, call: DeclaredCall, reached: Reached): readonly HostResource[] {
  const folder = module.folderOf(call);
  if (folder === undefined) return [];
  reached.calls.add(folder);
  if (reached.room.isFull) return [];
  return module
    .instances(call)
    .filter((it) => !it.options.marks)
    .flatMap((instance) => ofInstance(instance, reached));
}

function ofInstance(instance: Module, reached: Reached): readonly HostResource[] {
  return instance.files.flatMap((file) => [
    ...ofFile(instance, file, reached),
    ...(instance.mayCall ? instance.callsIn(file) : []).flatMap((it) =>
      ofCall(instance, it, reached),
    ),
  ]);
}
