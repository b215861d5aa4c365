import { type Evaluation, nodeOfBody } from "../hcl/node.ts";
import { readHcl } from "../hcl/read.ts";
import type { Block } from "../hcl/tree.ts";
import type { Declarations, DeclaredCall } from "../terraform/declarations.ts";
import { folderOf, TerraformFolders } from "../terraform/folders.ts";
import { type JsonPlace, jsonResources, resourceNodes } from "../terraform/json-resources.ts";
import { Module } from "../terraform/module.ts";
import { Nodes } from "../terraform/nodes.ts";
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
  if (place) return evaluatedResources(text, isJson, place);
  if (!text.includes("cloudflare_")) return { resources: [], files: [], calls: [] };
  if (isJson) return { resources: ofJson(text), files: [], calls: [] };
  const { body } = readHcl(text, { word: "cloudflare_", isWanted });
  const resources = body.items
    .filter((it): it is Block => it.kind === "block" && isWanted(it.type, it.labels))
    .map((it) => resourceOf(it, it.labels.join("."), () => text));
  return { resources, files: [], calls: [] };
}

function resourceOf(
  { labels, body }: Block,
  address: string,
  text: () => string,
  values?: Evaluation,
): HostResource {
  const object = nodeOfBody(text(), body, values);
  return { type: labels[0] ?? "", address, object, sourceOf: (span) => sourceIn(text())(span) };
}

function ofJson(text: string, place?: JsonPlace): readonly HostResource[] {
  const plain = sourceIn(text);
  // A reference is a template: "${cloudflare_filter.a.id}".
  const sourceOf: typeof plain = (span) => {
    const source = place ? sourceIn(place.sheet.text)(span) : plain(span);
    const isReference = source?.startsWith('"${') && source.endsWith('}"');
    return isReference ? source?.slice(3, -2).trim() : source;
  };
  return jsonResources(text)
    .filter((it) => configurationResources.has(it.type))
    .flatMap((resource) =>
      resourceNodes(text, resource, place, false).map(({ node, key }) => ({
        type: resource.type,
        address: `${resource.type}.${resource.name}${key}`,
        object: node,
        sourceOf,
      })),
    );
}

function evaluatedResources(
  text: string,
  isJson: boolean,
  { path, files }: TerraformPlace,
): TerraformResources {
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
  const calls: string[] = [];
  const resources = [
    ...(isJson
      ? ofJson(text, { module, source: file.source, sheet })
      : ofFile(module, file, sheet)),
    ...file.calls.flatMap((it) => ofCall(module, it, sheet, calls)),
  ];
  return { resources, files: [{ path, text, start: 0 }, ...sheet.others], calls };
}

/** A resource whose `count` or `for_each` is empty is not created. */
function ofFile(
  module: Module,
  { source, resources }: Declarations,
  sheet: Sheet,
): readonly HostResource[] {
  const prefix = module.address === "" ? "" : `${module.address}.`;
  return resources
    .filter((it) => isWanted("resource", it.labels))
    .flatMap((block) => {
      const shifted = sheet.shifted(block, source);
      const address = `${prefix}${block.labels.join(".")}`;
      return module
        .repeatedBlock(block, source)
        .filter((it) => !it.marks)
        .map(({ scope, key }) =>
          resourceOf(shifted, `${address}${key}`, () => sheet.text, new Nodes(sheet, scope)),
        );
    });
}

function ofCall(
  module: Module,
  call: DeclaredCall,
  sheet: Sheet,
  calls: string[],
): readonly HostResource[] {
  const folder = module.folderOf(call);
  if (folder === undefined) return [];
  calls.push(folder);
  return module
    .instances(call)
    .filter((it) => !it.options.marks)
    .flatMap((instance) =>
      instance.files.flatMap((it) => [
        ...ofFile(instance, it, sheet),
        ...it.calls.flatMap((inner) => ofCall(instance, inner, sheet, calls)),
      ]),
    );
}
