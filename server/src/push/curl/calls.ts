import type { WriteRequest } from "../../api/calls.ts";
import { type Environment, isCredentialVariable } from "../../api/credential.ts";
import type { Fields } from "../../api/shapes.ts";
import { isRecord } from "../../text/record.ts";
import { templateParts } from "../../text/variables.ts";
import { fillIn } from "../masking/variables.ts";
import { isPlaceholder, pathAndQuery, splitAtNewIds } from "../simulation/announcement.ts";
import { type ShellName, type ShellPart, shells } from "./shells.ts";
import type { Placeholder } from "./token-placeholder.ts";

/** Requests as commands to copy. They contain no secrets: the shell fills in the token and the variables of a job file. */

export interface CurlPlace {
  readonly baseUrl: string;
  readonly auth: Placeholder;
  readonly shell: ShellName;
}

/** The file's texts for the texts of calls. */
interface WrittenTexts {
  /** The settings of a job as they are written, variables not filled in. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly env: Environment;
  /** Hides secrets that the service has. */
  hide(text: string): string;
}

/**
 * The calls in their order. IDs of new resources are variables of the script, and variables of a file are variables of the
 * shell. The destination is always one, as it may contain keys; a filter never is, as it may search for such text.
 */
export function commandsFor(
  place: CurlPlace,
  calls: readonly WriteRequest[],
  texts: WrittenTexts,
): string {
  const set = new Set<string>();
  const all = calls.map(({ method, path, query, body }) => {
    const url = withNewIds(pathAndQuery({ path, query }));
    const parts = body === undefined ? undefined : joined(bodyParts(body, texts));
    const own = variablesOf([...url, ...(parts ?? [])]).filter((it) => it.own && !set.has(it.name));
    for (const { name } of own) set.add(name);
    const first = own.flatMap(({ name }) => [
      `# Set ${name} to the ID in the response of the call that created it.`,
      shells[place.shell].assign(name),
    ]);
    return { first, command: curl(place, method, url, parts), parts: parts ?? [] };
  });
  const open = variablesOf(all.flatMap((it) => it.parts)).filter((it) => !it.own);
  return [
    ...variablesFirst(new Set(open.map((it) => it.name))),
    ...all.flatMap(({ first, command }) => [...new Set(first), command]),
  ].join("\n");
}

function variablesOf(parts: readonly ShellPart[]) {
  return parts.flatMap((it) =>
    typeof it === "string" ? [] : [{ name: it.variable, own: it.own === true }],
  );
}

/** As plans name them: `new-1`. */
function withNewIds(text: string): ShellPart[] {
  return splitAtNewIds(text).map((it) =>
    typeof it === "string" ? it : { variable: `NEW_${it.number}`, own: true },
  );
}

const secretSettings: Readonly<Record<string, string>> = {
  destination_conf: "DESTINATION_CONF",
  ownership_challenge: "OWNERSHIP_CHALLENGE",
};

/** The body of a request, with the file's texts in place of its values. Each of the rules or filters in an array is one. */
function bodyParts(body: NonNullable<WriteRequest["body"]>, texts: WrittenTexts): ShellPart[] {
  if (Array.isArray(body)) return valueParts(body, undefined, texts);
  const { written } = texts;
  return objectParts(body as Fields, (name, value) => {
    const variable = secretSettings[name];
    if (variable !== undefined && typeof value === "string") return ['"', { variable }, '"'];
    return name === "filter"
      ? valueParts(value, undefined, { ...texts, hide: (it) => it })
      : valueParts(value, written[name], texts);
  });
}

function valueParts(value: unknown, written: unknown, texts: WrittenTexts): ShellPart[] {
  if (typeof value === "string") return ['"', ...textParts(value, written, texts), '"'];
  if (typeof value === "number") return withNewIds(String(value));
  if (Array.isArray(value)) {
    const items = Array.isArray(written) ? written : [];
    return ["[", ...separated(value.map((it, i) => valueParts(it, items[i], texts))), "]"];
  }
  if (!isRecord(value)) return [JSON.stringify(value)];
  const inside = isRecord(written) ? written : {};
  return objectParts(value, (name, it) => valueParts(it, inside[name], texts));
}

function objectParts(
  value: Fields,
  partsOf: (name: string, value: unknown) => ShellPart[],
): ShellPart[] {
  const rows = Object.entries(value).filter(([, it]) => it !== undefined);
  return [
    "{",
    ...separated(rows.map(([name, it]) => [`${JSON.stringify(name)}:`, ...partsOf(name, it)])),
    "}",
  ];
}

/** In a JSON string. `${env:NAME}` of the file becomes a shell variable, outside of the quotes around everything else. */
function textParts(value: string, written: unknown, { env, hide }: WrittenTexts): ShellPart[] {
  if (isPlaceholder(value)) return withNewIds(value);
  const isFromFile = typeof written === "string" && fillIn(written, env) === value;
  if (!isFromFile) return [inString(hide(value))];
  return templateParts(written).map((it) =>
    typeof it === "string" ? inString(it) : shellVariable(it),
  );
}

function inString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Comments that list the variables to set: a shell expands an unset variable to an empty string. */
function variablesFirst(names: ReadonlySet<string>): readonly string[] {
  if (names.size === 0) return [];
  // Not every shell accepts comments at its prompt, so they contain no special characters.
  return [
    `# Set these environment variables first: ${[...names].join(", ")}`,
    ...Object.entries(secretSettings)
      .filter(([, it]) => names.has(it))
      .map(([name, it]) => `# ${it} is the ${name} of the job.`),
  ];
}

/** Lines before the first command. */
export function curlPreface({ baseUrl, auth, shell }: CurlPlace): string {
  if (auth.open === undefined) return "";
  return `# Set a token for '${new URL(baseUrl).origin}' first.\n${shells[shell].assign(auth.open)}\n`;
}

function curl(
  { baseUrl, auth, shell }: CurlPlace,
  method: string,
  [start = "", ...path]: readonly ShellPart[],
  body: readonly ShellPart[] | undefined,
): string {
  const url = [`${baseUrl}${String(start)}`, ...path];
  return shells[shell].call({ method, url, headers: auth.headers, body });
}

/** The shell would expand a credential, too. */
function shellVariable({ variable }: { readonly variable: string }): ShellPart {
  return isCredentialVariable(variable) ? `\${env:${variable}}` : { variable };
}

function separated(items: readonly (readonly ShellPart[])[]): ShellPart[] {
  return items.flatMap((it, i) => (i === 0 ? it : [",", ...it]));
}

function joined(parts: readonly ShellPart[]): ShellPart[] {
  const found: ShellPart[] = [];
  for (const it of parts) {
    const last = found.at(-1);
    if (typeof it === "string" && typeof last === "string") found[found.length - 1] = last + it;
    else found.push(it);
  }
  return found;
}
