import { isCredentialVariable } from "../../api/credential.ts";
import type { Scope } from "../../api/shapes.ts";
import { isRecord } from "../../text/record.ts";
import { templateParts } from "../../text/variables.ts";
import { scopeText } from "../session/place.ts";
import { type ShellName, type ShellPart, shells } from "./shells.ts";
import type { Placeholder } from "./token-placeholder.ts";

/** Requests as commands to copy. They contain no secrets: the shell fills in the token and the variables of a job file. */

export interface CurlPlace {
  readonly baseUrl: string;
  readonly auth: Placeholder;
  readonly shell: ShellName;
}

/** The simplified sequence, for emergencies: one request creates the filter and the rule. */
export function inlineRuleCurl(place: CurlPlace, zone: string, rule: RuleFields): string {
  const { expression, ...rest } = rule;
  const body = [{ ...rest, filter: { expression } }];
  return curl(place, "POST", [`/zones/${zone}/firewall/rules`], [JSON.stringify(body)]);
}

interface RuleFields {
  readonly expression: string;
  readonly action: string;
  readonly [field: string]: unknown;
}

/** The recommended sequence for a new rule: its filter, then the rule that refers to it by the ID in the first response. */
export function newRuleCurl(place: CurlPlace, zone: string, rule: RuleFields): string {
  const { expression, ...rest } = rule;
  const start = JSON.stringify([rest]).slice(0, -2);
  const id = { variable: "FILTER_ID", own: true };
  return [
    "# 1. Create the filter. The response has its ID.",
    curl(place, "POST", [`/zones/${zone}/filters`], [JSON.stringify([{ expression }])]),
    "# 2. Create the rule. Set its filter ID first.",
    shells[place.shell].assign(id.variable),
    curl(
      place,
      "POST",
      [`/zones/${zone}/firewall/rules`],
      [`${start},"filter":{"id":"`, id, '"}}]'],
    ),
  ].join("\n");
}

/** The recommended sequence for an existing rule. */
export function changedRuleCurl(
  place: CurlPlace,
  { zone, rule: id, filter }: { zone: string; rule: string; filter: string },
  rule: RuleFields,
): string {
  const { expression, ...rest } = rule;
  const body = { id, ...rest, filter: { id: filter } };
  const changedFilter = JSON.stringify({ id: filter, expression });
  return [
    "# Settings that are not listed here are cleared: the service replaces both objects.",
    "# 1. Update the filter.",
    curl(place, "PUT", [`/zones/${zone}/filters/${filter}`], [changedFilter]),
    "# 2. Update the rule.",
    curl(place, "PUT", [`/zones/${zone}/firewall/rules/${id}`], [JSON.stringify(body)]),
  ].join("\n");
}

/** A ruleset rule: updated in place, or added to the entry point of its phase. */
export function rulesetRuleCurl(
  place: CurlPlace,
  {
    zone,
    phase,
    known,
  }: { zone: string; phase: string; known: { ruleset: string; rule: string } | undefined },
  rule: RuleFields,
): string {
  const path = `/zones/${zone}/rulesets`;
  const body = [JSON.stringify(rule)];
  if (known) return curl(place, "PATCH", [`${path}/${known.ruleset}/rules/${known.rule}`], body);
  const id = { variable: "RULESET_ID", own: true };
  return [
    "# 1. Get the ruleset of the phase. The response has its ID.",
    curl(place, "GET", [`${path}/phases/${phase}/entrypoint`], undefined),
    "# 2. Add the rule to it. Set the ruleset ID first.",
    shells[place.shell].assign(id.variable),
    curl(place, "POST", [`${path}/`, id, "/rules"], body),
  ].join("\n");
}

/**
 * Creates a job, or updates the one with that ID. `fields` are those of the file, variables not filled in. The destination is
 * always a shell variable, as it may contain keys; the filter never is, as it may search for such text.
 */
export function jobCurl(
  place: CurlPlace,
  scope: Scope,
  fields: Readonly<Record<string, unknown>>,
  filter: string | undefined,
  known?: number | undefined,
): string {
  const { destination_conf: _secret, ownership_challenge: _token, ...open } = fields;
  const destination = { destination_conf: `\${env:${destinationVariable}}` };
  // A new job has no filter to clear.
  const hasFilter = known === undefined ? filter : filter !== undefined;
  const end = hasFilter ? `,"filter":${JSON.stringify(filter)}}` : "}";
  const path = `${scopeText(scope)}/logpush/jobs`;
  const start = jsonParts({ ...open, ...destination }).slice(0, -1);
  const body = joined([...start, end]);
  const first = variablesFirst(body);
  if (known === undefined) return [first, curl(place, "POST", [path], body)].join("\n");
  return [
    ...("output_options" in open
      ? [
          "# Options missing from 'output_options' are cleared: the service replaces the whole object.",
        ]
      : []),
    first,
    curl(place, "PUT", [`${path}/${known}`], body),
  ].join("\n");
}

/** Comments that list the variables to set: a shell expands an unset variable to an empty string. */
function variablesFirst(body: readonly ShellPart[]): string {
  const names = body.flatMap((it) => (typeof it === "string" ? [] : [it.variable]));
  // Not every shell accepts comments at its prompt, so they contain no special characters.
  return [
    `# Set these environment variables first: ${[...new Set(names)].join(", ")}`,
    `# ${destinationVariable} is the destination_conf of the job.`,
  ].join("\n");
}

const destinationVariable = "DESTINATION_CONF";

/** Updates only the filter of a job. */
export function filterCurl(place: CurlPlace, scope: Scope, job: string, filter: string): string {
  return curl(
    place,
    "PUT",
    [`${scopeText(scope)}/logpush/jobs/${job}`],
    [JSON.stringify({ filter })],
  );
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

/** A value as JSON. `${env:NAME}` in a string of it becomes a shell variable, outside of the quotes around everything else. */
function jsonParts(value: unknown): ShellPart[] {
  if (typeof value === "string") {
    const parts = templateParts(value).map(
      (it): ShellPart =>
        typeof it === "string" ? JSON.stringify(it).slice(1, -1) : shellVariable(it),
    );
    return ['"', ...parts, '"'];
  }
  if (Array.isArray(value)) return ["[", ...separated(value.map(jsonParts)), "]"];
  if (!isRecord(value)) return [JSON.stringify(value)];
  const rows = Object.entries(value).filter(([, it]) => it !== undefined);
  return [
    "{",
    ...separated(rows.map(([name, it]) => [`${JSON.stringify(name)}:`, ...jsonParts(it)])),
    "}",
  ];
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
