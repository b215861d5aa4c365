import { mayDeclare } from "./declarations.ts";
import { declaredIn } from "./declared-texts.ts";
import { type Embedded, sortedEmbedded } from "./embedded.ts";
import { jobRegion } from "./hcl/job.ts";
import { nodeOfBody } from "./hcl/node.ts";
import { readHcl } from "./hcl/read.ts";
import type { Block } from "./hcl/tree.ts";
import { jobTexts } from "./job-texts.ts";
import { jobResource, resources } from "./places.ts";
import { rulesOf } from "./rules.ts";

/** The embedded texts of a Terraform or OpenTofu file. Files that cannot contain any are not parsed. */
export function terraformTexts(text: string): readonly Embedded[] {
  const isDeclared = mayDeclare(text);
  if (!isDeclared && !text.includes(provider)) return [];
  const hcl = readHcl(text, isDeclared ? undefined : { word: provider, isWanted: isOurs });
  const found: Embedded[] = [];
  for (const item of hcl.body.items) {
    if (item.kind === "block" && isOurs(item.type, item.labels)) found.push(...textsOf(text, item));
  }
  if (isDeclared) found.push(...declaredIn(text, [nodeOfBody(text, hcl.body)], hcl.comments));
  return sortedEmbedded(found);
}

const provider = "cloudflare_";

/** The prefix is tested first, because looking up a newly sliced string is slower. */
function isOurs(type: string, [resource = ""]: readonly string[]): boolean {
  return (
    type === "resource" &&
    resource.startsWith(provider) &&
    (resources.has(resource) || resource === jobResource)
  );
}

function textsOf(text: string, block: Block): Embedded[] {
  const { labels, body } = block;
  const [resource = ""] = labels;
  const node = nodeOfBody(text, body);
  const group = labels.join(".");
  const shape = resources.get(resource);
  if (shape) return rulesOf(node, shape, { group });
  return jobTexts(node, group, jobRegion(text, body));
}
