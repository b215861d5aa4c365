import type { Context } from "../core/context.ts";
import type { EmbeddedPath } from "./embedded-paths.ts";
import { jsonTexts, terraformJsonTexts } from "./json.ts";
import type { Host } from "./language.ts";
import { markdownTexts } from "./markdown.ts";
import { terraformTexts } from "./terraform.ts";
import { yamlTexts } from "./yaml.ts";

export interface HostContext extends Context {
  /** The strings that `embedded` in `weir.json` declares. */
  readonly embedded?: readonly EmbeddedPath[] | undefined;
}

/** Terraform and OpenTofu. */
export const terraform: Host<HostContext> = {
  id: "terraform",
  extensions: [".tf", ".tofu"],
  title: "Terraform file",
  comment: "#",
  textsIn: (text) => terraformTexts(text),
};

export const terraformJson: Host<HostContext> = {
  id: "terraform",
  extensions: [".tf.json", ".tofu.json"],
  title: "Terraform file",
  textsIn: (text) => terraformJsonTexts(text),
};

export const json: Host<HostContext> = {
  id: "json",
  extensions: [".json"],
  title: "JSON file",
  textsIn: (text, { embedded }) => jsonTexts(text, embedded),
};

export const yaml: Host<HostContext> = {
  id: "yaml",
  extensions: [".yaml", ".yml"],
  title: "YAML file",
  comment: "#",
  textsIn: (text, { embedded }) => yamlTexts(text, embedded),
};

export const markdown: Host<HostContext> = {
  id: "markdown",
  extensions: [".md"],
  title: "Markdown file",
  mayAddComments: true,
  textsIn: (text) => markdownTexts(text),
};
