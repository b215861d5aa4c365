import { mayDeclare } from "./declarations.ts";
import { declaredIn } from "./declared-texts.ts";
import { arranged, type Embedded } from "./embedded.ts";
import type { HostNode } from "./node.ts";
import { type EmbeddedPath, textsAtPaths } from "./path.ts";
import { octorulesPhases, ruleSet } from "./places.ts";
import { rulesNamed } from "./rules.ts";
import { readYaml, yamlComments } from "./yaml/read.ts";

const phaseKey = new RegExp(`^(?:${Object.keys(octorulesPhases).join("|")})[ \\t]*:`, "m");
const templateComment = /(?:^|\s)#\s*weir:\s*template\b/;

/** Whether a file has to be read to know what it holds. To read one takes the library, which is loaded then. */
export function mayHoldTexts(text: string, paths: readonly EmbeddedPath[] = []): boolean {
  return paths.length > 0 || mayDeclare(text) || phaseKey.test(text);
}

/**
 * The texts of ours in a YAML file: rules of octorules, and strings that the workspace or a comment says are ours. A comment
 * `weir: template` says that `{{ … }}` is filled in by another tool.
 */
export function yamlTexts(text: string, paths: readonly EmbeddedPath[] = []): readonly Embedded[] {
  if (!mayHoldTexts(text, paths)) return [];
  const roots = readYaml(text, templateComment.test(text));
  const found = roots.flatMap((it) => [...octorulesTexts(it), ...textsAtPaths(it, paths)]);
  if (mayDeclare(text)) found.push(...declaredIn(text, roots, yamlComments(text, roots)));
  return arranged(found);
}

/** Each phase has a list of rules under a name of its own. */
function octorulesTexts(root: HostNode): Embedded[] {
  if (root.kind !== "object") return [];
  return root.entries.flatMap(({ name, value }) => {
    const phase = octorulesPhases[name];
    return phase !== undefined && value.kind === "list"
      ? rulesNamed(root, name, ruleSet, { phase, group: name })
      : [];
  });
}
