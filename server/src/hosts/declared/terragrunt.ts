import { type Embedded, sortedEmbedded } from "../embedded.ts";
import { nodeOfBody } from "../hcl/node.ts";
import { readHcl } from "../hcl/read.ts";
import type { HostNode, HostObject } from "../node.ts";
import { ruleSet } from "../places.ts";
import { rulesOf, ruleTexts } from "../rules.ts";

/** Most files of this kind belong to other tools. */
export function mayHaveInputs(text: string): boolean {
  return /\binputs\b/.test(text) && text.includes("expression");
}

/** The rules in the `inputs` of Terragrunt, by their shape: the module that gets them is not read. */
export function terragruntTexts(text: string, unknown?: Embedded[]): readonly Embedded[] {
  if (!mayHaveInputs(text)) return [];
  const { body } = readHcl(text);
  const items = body.items.filter((it) => it.kind === "attribute" && it.name === "inputs");
  return sortedEmbedded(textsIn(nodeOfBody(text, { ...body, items })), unknown);
}

function textsIn(node: HostNode): Embedded[] {
  if (node.kind === "value") return [];
  if (node.kind === "list") return node.items.flatMap(textsIn);
  if (has(node, "rules") && has(node, "phase")) return rulesOf(node, ruleSet, {});
  if (has(node, "expression") && has(node, "action")) return ruleTexts(node);
  return node.entries.flatMap((it) => textsIn(it.value));
}

function has({ entries }: HostObject, name: string): boolean {
  return entries.some((it) => it.name === name);
}
