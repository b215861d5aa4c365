import { mayDeclare } from "./declared/declarations.ts";
import { declaredIn } from "./declared/texts.ts";
import { type Embedded, sortedEmbedded } from "./embedded.ts";
import { jobRegion } from "./hcl/job.ts";
import { nodeOfBody } from "./hcl/node.ts";
import { readHcl } from "./hcl/read.ts";
import type { Block } from "./hcl/tree.ts";
import type { HostAside } from "./host-aside.ts";
import { jobTexts } from "./job-texts.ts";
import type { HostObject } from "./node.ts";
import { jobResource, listResource, resources } from "./places.ts";
import { rulesOf, textNamed } from "./rules.ts";

/** The embedded texts of a Terraform or OpenTofu file. Files that cannot contain any are not parsed. */
export function terraformTexts(text: string, aside?: HostAside): readonly Embedded[] {
  const isDeclared = mayDeclare(text);
  if (!isDeclared && !text.includes(provider)) return [];
  const hcl = readHcl(text, isDeclared ? undefined : { word: provider, isWanted: isOurs });
  const found: Embedded[] = [];
  const ours = hcl.body.items.filter((it) => it.kind === "block" && isOurs(it.type, it.labels));
  const rules = rulesOfFilters(text, ours as Block[]);
  for (const item of ours as Block[]) found.push(...textsOf(text, item, rules));
  if (isDeclared) found.push(...declaredIn(text, [nodeOfBody(text, hcl.body)], hcl.comments));
  aside?.lists.push(...(ours as Block[]).flatMap((it) => listNames(text, it)));
  return sortedEmbedded(found, aside?.unknown);
}

const provider = "cloudflare_";

/** The prefix is tested first, because looking up a newly sliced string is slower. */
function isOurs(type: string, [resource = ""]: readonly string[]): boolean {
  return (
    type === "resource" &&
    resource.startsWith(provider) &&
    (resources.has(resource) || resource === jobResource || resource === listResource)
  );
}

function textsOf(text: string, block: Block, rules: ReadonlyMap<string, HostObject>): Embedded[] {
  const { labels, body } = block;
  const [resource = ""] = labels;
  const node = nodeOfBody(text, body);
  const group = labels.join(".");
  const shape = resources.get(resource);
  const rule = rules.get(group);
  if (resource === listResource) return [];
  if (shape) return rulesOf(node, shape, rule ? { group, resource: rule } : { group });
  return jobTexts(node, group, jobRegion(text, body));
}

function listNames(text: string, { labels, body }: Block): string[] {
  const name = labels[0] === listResource ? textNamed(nodeOfBody(text, body), "name") : undefined;
  return name === undefined ? [] : [name];
}

/** By filter, the firewall rules that use it: what happens to the requests that it matches. */
function rulesOfFilters(text: string, blocks: readonly Block[]): ReadonlyMap<string, HostObject> {
  const found = new Map<string, HostObject>();
  for (const { labels, body } of blocks) {
    if (labels[0] !== "cloudflare_firewall_rule") continue;
    const [filter] = /cloudflare_filter\.[\w-]+/.exec(text.slice(body.start, body.end)) ?? [];
    if (filter === undefined) continue;
    const rule = nodeOfBody(text, body);
    const entries = [...(found.get(filter)?.entries ?? []), ...rule.entries];
    found.set(filter, { ...rule, entries });
  }
  return found;
}
