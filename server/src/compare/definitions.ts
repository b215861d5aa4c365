import { readHcl } from "../hosts/hcl/read.ts";
import type { Block } from "../hosts/hcl/tree.ts";
import { parseJson } from "../json/syntax/parse.ts";
import { propertyOf } from "../json/syntax/tree.ts";
import { configName } from "../workspace/workspace.ts";

/** Whether a file of a folder may define something. */
export function isDefining(name: string): boolean {
  return /\.(?:tf|tofu|tfvars)$/.test(name);
}

/**
 * The definitions in the files of a Terraform module: locals, variables, resources and lists. Their values are compared as
 * text.
 */
export class Definitions {
  private readonly texts = new Map<string, string>();

  constructor(files: readonly { readonly path: string; readonly text: string }[]) {
    const blocks: (readonly [string, Block])[] = [];
    for (const { path, text } of files) {
      if (path.endsWith(configName)) this.addDeclared(text);
      if (!isDefining(path)) continue;
      const isValues = path.endsWith(".tfvars");
      for (const it of readHcl(text).body.items) {
        if (it.kind === "block") blocks.push([text, it]);
        else if (isValues) this.add(`var.${it.name}`, slice(text, it.value));
      }
    }
    for (const [text, block] of blocks) this.addBlock(text, block);
    for (const [text, block] of blocks) this.addList(text, block, blocks);
  }

  /** The definition of a name, with the definitions of the names in it. Undefined if it is not defined here. */
  textOf(name: string): string | undefined {
    const all = this.closureOf(name);
    return all.length === 0 ? undefined : JSON.stringify(all);
  }

  /** Whether the value follows from what is defined here. */
  isComplete(name: string): boolean {
    const all = this.closureOf(name);
    return (
      all.length > 0 && all.every(([it, text]) => !it.startsWith("var.") && !inputs.test(text))
    );
  }

  private closureOf(name: string): readonly (readonly [name: string, text: string])[] {
    const found = new Map<string, string>();
    const visit = (it: string): void => {
      const text = this.texts.get(it);
      if (text === undefined || found.has(it)) return;
      found.set(it, text);
      for (const inner of text.match(references) ?? []) visit(baseOf(inner));
    };
    visit(baseOf(name));
    return [...found];
  }

  private add(name: string, text: string): void {
    const known = this.texts.get(name);
    this.texts.set(name, known === undefined ? text : `${known}\n${text}`);
  }

  private addBlock(text: string, { type, labels, body }: Block): void {
    if (type === "locals") {
      for (const it of body.items)
        if (it.kind === "attribute") this.add(`local.${it.name}`, slice(text, it.value));
      return;
    }
    const prefix = { variable: "var", module: "module", data: "data", resource: "" }[type];
    if (prefix !== undefined)
      this.add([prefix, ...labels].filter((it) => it !== "").join("."), slice(text, body));
  }

  /** The lists that `weir.json` declares. */
  private addDeclared(text: string): void {
    const { root } = parseJson(text);
    const lists = root?.kind === "object" ? propertyOf(root, "lists")?.value : undefined;
    if (lists?.kind !== "object") return;
    for (const { name, value } of lists.properties)
      if (value) this.add(`$${name.value}`, slice(text, value));
  }

  /** A list of the account by its name, with the resources that add items to it. */
  private addList(
    text: string,
    { type, labels, body }: Block,
    blocks: readonly (readonly [string, Block])[],
  ): void {
    if (type !== "resource" || labels[0] !== "cloudflare_list") return;
    const name = body.items.find((it) => it.kind === "attribute" && it.name === "name");
    if (name?.kind !== "attribute") return;
    const list = `$${slice(text, name.value).replace(/^"|"$/g, "")}`;
    this.add(list, slice(text, body));
    const address = labels.join(".");
    for (const [other, block] of blocks) {
      const written = slice(other, block.body);
      if (block.body !== body && written.includes(`${address}.`)) this.add(list, written);
    }
  }
}

const references = /\b(?:local|var|module|data|cloudflare_\w+)(?:\.[\w-]+)+/g;

/** Values that come from outside, or that another program computes. */
const inputs = /\b(?:var|data|module)\.|\bfile\w*\(/;

/** The part of a reference that names a definition. */
function baseOf(name: string): string {
  if (name.startsWith("$")) return name;
  const count = name.startsWith("data.") ? 3 : 2;
  return name.split(".").slice(0, count).join(".");
}

/** Spaces and line ends do not matter. */
function slice(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  return text.slice(start, end).replace(/\s+/g, " ").trim();
}
