import { parseJson } from "../../json/syntax/parse.ts";
import { type JsonObject, propertyOf } from "../../json/syntax/tree.ts";
import { templateLayer } from "../hcl/template.ts";
import { nodeOfJson, objectsIn } from "../json/node.ts";
import type { HostObject } from "../node.ts";
import type { Written } from "./declarations.ts";
import type { Module } from "./module.ts";
import { Nodes } from "./nodes.ts";
import type { Sheet } from "./sheet.ts";
import type { Source } from "./values/value.ts";

/** A resource in Terraform's JSON syntax (`.tf.json`), in which every string is a template. */
export interface JsonResource {
  readonly type: string;
  readonly name: string;
  readonly body: JsonObject;
}

export function jsonResources(text: string): readonly JsonResource[] {
  const { root } = parseJson(text);
  if (root?.kind !== "object") return [];
  return objectsIn(propertyOf(root, "resource")?.value).flatMap(({ properties }) =>
    properties.flatMap(({ name: { value: type }, value: all }) =>
      objectsIn(all).flatMap((named) =>
        named.properties.flatMap(({ name: { value: name }, value }) =>
          objectsIn(value).map((body) => ({ type, name, body })),
        ),
      ),
    ),
  );
}

/** Where the values of references are known. */
export interface JsonPlace {
  readonly module: Module;
  readonly source: Source;
  readonly sheet: Sheet;
}

/** A resource as it is created: once for each element that `count` or `for_each` repeats it for, and what is not created now. */
export function resourceNodes(
  text: string,
  { body }: JsonResource,
  place: JsonPlace | undefined,
  withAll = true,
): readonly { readonly node: HostObject; readonly key: string }[] {
  if (!place) return [{ node: nodeOfJson(text, body, templateLayer) as HostObject, key: "" }];
  const { module, source, sheet } = place;
  const attributes = body.properties.flatMap(({ name, value }) =>
    value ? [[name.value, { json: value }] as const] : [],
  );
  const scopes = module.repeated(new Map<string, Written>(attributes), module.scope(source));
  const created = scopes.filter((it) => withAll || !it.marks);
  return created.map(({ scope, key }) => ({
    node: nodeOfJson(text, body, templateLayer, undefined, new Nodes(sheet, scope)) as HostObject,
    key,
  }));
}
