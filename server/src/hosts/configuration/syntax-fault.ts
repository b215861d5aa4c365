import { parseJson } from "../../json/syntax/parse.ts";
import { firstJsonError } from "../../json/syntax/strict.ts";
import { endsTooEarly, type SyntaxFault } from "../../text/span.ts";
import { hclFault } from "../hcl/fault.ts";
import { octorulesPhases } from "../places.ts";
import { startsLikePlan } from "../plan/detect.ts";
import { yamlFault } from "../yaml/read.ts";

/** With this comment, `{{ … }}` in YAML is replaced by another tool. */
export const templateComment = /(?:^|\s)#\s*weir:\s*template\b/;

/** Why a file of another tool is not valid. Editors read the rest of it; claims are not made about it. */
export function syntaxFaultIn(text: string, path: string): SyntaxFault | undefined {
  const name = path.toLowerCase();
  if (/\.(?:tf|tofu|tfvars)$/.test(name)) return hclFault(text);
  if (/\.ya?ml$/.test(name)) return yamlFault(text, templateComment.test(text));
  if (!name.endsWith(".json")) return undefined;
  return startsLikePlan(text) ? planFault(text) : parseJson(text).errors[0];
}

/** No tree is made of a plan, which may be large. */
function planFault(text: string): SyntaxFault | undefined {
  const at = firstJsonError(text);
  if (at === undefined) return undefined;
  const { length } = text;
  if (at >= length) return { start: length, end: length, message: endsTooEarly };
  return { start: at, end: at + 1, message: `Invalid JSON: unexpected '${text.charAt(at)}'.` };
}

/** As `syntaxFaultIn`, for a text that is certainly meant to be one of ours, and that no other program fills in first. */
export function ownFaultIn(text: string, path: string): SyntaxFault | undefined {
  const name = path.toLowerCase();
  const isTerraform = /\.(?:tf|tofu)(?:\.json)?$/.test(name);
  const isJson = name.endsWith(".json") && !isTerraform;
  const isPlan = isJson && startsLikePlan(text) && /"(?:format|terraform)_version"/.test(text);
  const isOurs = isTerraform ? ourResource : isJson ? ourJson : ourYaml;
  if (!isPlan && (!isOurs.test(text) || isFilledIn(text, name))) return undefined;
  return syntaxFaultIn(text, name);
}

const ourResource = /^[ \t]*(?:resource|data)[ \t]+"cloudflare_\w|"cloudflare_\w+"\s*:/m;
const ourJson =
  /"phase"\s*:\s*"(?:http|ddos|magic)_|"destination_conf"\s*:|"filter"\s*:\s*\{[^{}]*"expression"/;
const ourYaml = new RegExp(
  `^(?:phase[ \\t]*:[ \\t]*["']?(?:http|ddos|magic)_|(?:${[...octorulesPhases.keys()].join("|")})[ \\t]*:)`,
  "m",
);

/** Strings of JSON may have such signs; a text around them is a template. */
function isFilledIn(text: string, name: string): boolean {
  const isJson = name.endsWith(".json");
  const code = isJson ? withoutStrings(text) : text;
  return /\{\{|\{%|<%|%\[\d/.test(code) || (isJson && code.includes("${"));
}

/** Of a string that does not end, its quote remains. */
/** Without comments of one line, and strings, of which one that is not closed leaves its quote. A pattern for strings needs memory for each of their characters. */
function withoutStrings(json: string): string {
  let rest = "";
  let at = 0;
  for (const { 0: found, index } of json.matchAll(/"|\/\/.*/g)) {
    if (index < at) continue;
    const { end, isClosed } =
      found === '"' ? stringAt(json, index) : { end: index + found.length, isClosed: true };
    rest += json.slice(at, index) + (isClosed ? "" : found);
    at = end;
  }
  return rest + json.slice(at);
}

function stringAt(
  json: string,
  start: number,
): { readonly end: number; readonly isClosed: boolean } {
  const sign = /["\\\n]/g;
  sign.lastIndex = start + 1;
  for (let it = sign.exec(json); it; it = sign.exec(json)) {
    if (it[0] !== "\\") return { end: sign.lastIndex, isClosed: it[0] === '"' };
    sign.lastIndex++;
  }
  return { end: json.length, isClosed: false };
}

/** Whether a text may end in the middle. Of few that do not, it is not certain; nearly all are not parsed to know. */
export function isCutOff(text: string, path: string): boolean {
  const name = path.toLowerCase();
  // Terraform files end with a block, and YAML files with a line break.
  if (/\.(?:tf|tofu)$/.test(name))
    return !/^(?:\}|[#/].*)$/.test(text.slice(-2000).trimEnd().split("\n").at(-1) ?? "");
  if (/\.ya?ml$/.test(name)) return !text.endsWith("\n") || /^\s*[[{]/.test(text);
  const rest = withoutStrings(text);
  const opened = rest.match(/[[{]/g)?.length ?? 0;
  const closed = rest.match(/[\]}]/g)?.length ?? 0;
  return opened > closed || rest.includes('"') || text.trim() === "";
}
