import type { Context } from "../core/context.ts";
import { listTargets, targetsAt } from "./answers/targets.ts";
import { ownFaultIn } from "./configuration/syntax-fault.ts";
import type { EmbeddedPath } from "./declared/paths.ts";
import { mayHaveInputs, terragruntTexts } from "./declared/terragrunt.ts";
import type { Host } from "./host-analysis.ts";
import { jsonTexts } from "./json.ts";
import { markdownTexts } from "./markdown.ts";
import { planTexts } from "./plan/texts.ts";
import {
  mayHaveTerraformTexts,
  type TerraformPlace,
  terraformJsonTexts,
  terraformTexts,
} from "./terraform.ts";
import { yamlTexts } from "./yaml.ts";

export { mayUse } from "./answers/users.ts";
// In the same bundle, which is loaded for the first host document.
export { configurationIn, type FileConfiguration, mayConfigure } from "./configuration/read.ts";
export { ownFaultIn, syntaxFaultIn } from "./configuration/syntax-fault.ts";
export { HostAnalysis } from "./host-analysis.ts";
export { analyzeTraceTests, type TraceTestContext } from "./trace-tests/analysis.ts";
export { type AlwaysTest, readTraceTests, type TraceTest } from "./trace-tests/read.ts";

export interface HostContext extends Context {
  /** The strings that `embedded` in `weir.json` declares. */
  readonly embedded?: readonly EmbeddedPath[] | undefined;
  /** For a Terraform file: where it is, and how others are read. */
  readonly terraform?: TerraformPlace | undefined;
}

function terraformPath({ terraform: place }: HostContext): string | undefined {
  return place && (place.files.nameOf?.(place.path) ?? place.path);
}

function targetsOf(text: string, named: number | string, { terraform: place }: HostContext) {
  if (!place) return [];
  return typeof named === "string"
    ? listTargets(named, text, place)
    : targetsAt(text, named, place);
}

/** Terraform and OpenTofu. */
export const terraform: Host<HostContext> = {
  id: "terraform",
  extensions: [".tf", ".tofu"],
  title: "Terraform file",
  comment: "#",
  mayHaveTexts: mayHaveTerraformTexts,
  textsIn: (text, { terraform: place }, aside) => terraformTexts(text, aside, place),
  faultIn: (text) => ownFaultIn(text, ".tf"),
  targetsOf,
  pathOf: terraformPath,
};

export const terraformJson: Host<HostContext> = {
  id: "terraform",
  extensions: [".tf.json", ".tofu.json"],
  title: "Terraform file",
  textsIn: (text, { terraform: place }, aside) => terraformJsonTexts(text, aside, place),
  faultIn: (text) => ownFaultIn(text, ".tf.json"),
  targetsOf,
  pathOf: terraformPath,
};

/** Terragrunt. Other tools have files with this extension, too. */
export const terragrunt: Host<HostContext> = {
  id: "terraform",
  extensions: [".hcl"],
  title: "Terraform file",
  comment: "#",
  mayHaveTexts: mayHaveInputs,
  textsIn: (text, _, aside) => terragruntTexts(text, aside?.unknown),
};

export const json: Host<HostContext> = {
  id: "json",
  extensions: [".json"],
  title: "JSON file",
  textsIn: (text, { embedded }, aside) =>
    planTexts(text, aside) ?? jsonTexts(text, embedded, aside?.unknown),
  faultIn: (text) => ownFaultIn(text, ".json"),
};

export const yaml: Host<HostContext> = {
  id: "yaml",
  extensions: [".yaml", ".yml"],
  title: "YAML file",
  comment: "#",
  textsIn: (text, { embedded }, aside) => yamlTexts(text, embedded, aside),
  faultIn: (text) => ownFaultIn(text, ".yaml"),
};

export const markdown: Host<HostContext> = {
  id: "markdown",
  extensions: [".md"],
  title: "Markdown file",
  mayAddComments: true,
  textsIn: (text) => markdownTexts(text),
};
