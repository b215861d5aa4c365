import { isCredentialVariable } from "../api/credential.ts";
import type { Scope } from "../api/shapes.ts";
import { scopeText } from "./place.ts";

export { escaped } from "./escaped.ts";

/** Calls of the service as commands to copy. They hold no secret: the shell fills in the token, and what a job's file leaves open. */

export interface CurlPlace {
  readonly baseUrl: string;
}

/** The simplified sequence, for emergencies: one call that makes the filter and the rule. */
export function inlineRuleCurl({ baseUrl }: CurlPlace, zone: string, rule: RuleFields): string {
  const { expression, ...rest } = rule;
  const body = [{ ...rest, filter: { expression } }];
  const url = `${baseUrl}/zones/${zone}/firewall/rules`;
  return curl("POST", quoted(url), quoted(JSON.stringify(body)));
}

interface RuleFields {
  readonly expression: string;
  readonly action: string;
  readonly [field: string]: unknown;
}

/** The recommended sequence for a new rule: its filter, then the rule that refers to it by the identifier in the first answer. */
export function newRuleCurl({ baseUrl }: CurlPlace, zone: string, rule: RuleFields): string {
  const { expression, ...rest } = rule;
  const url = `${baseUrl}/zones/${zone}`;
  const start = JSON.stringify([rest]).slice(0, -2);
  return [
    "# 1. Create the filter. The answer has its id.",
    curl("POST", quoted(`${url}/filters`), quoted(JSON.stringify([{ expression }]))),
    "# 2. Create the rule. Write the id of the filter here first.",
    "FILTER_ID=''",
    curl(
      "POST",
      quoted(`${url}/firewall/rules`),
      `${quoted(`${start},"filter":{"id":"`)}"$FILTER_ID"${quoted('"}}]')}`,
    ),
  ].join("\n");
}

/** The recommended sequence for a rule that is there. */
export function changedRuleCurl(
  { baseUrl }: CurlPlace,
  { zone, rule: id, filter }: { zone: string; rule: string; filter: string },
  rule: RuleFields,
): string {
  const { expression, ...rest } = rule;
  const url = `${baseUrl}/zones/${zone}`;
  const body = { id, ...rest, filter: { id: filter } };
  return [
    "# What is not written here is cleared: the service replaces both whole.",
    "# 1. Change the filter.",
    curl(
      "PUT",
      quoted(`${url}/filters/${filter}`),
      quoted(JSON.stringify({ id: filter, expression })),
    ),
    "# 2. Change the rule.",
    curl("PUT", quoted(`${url}/firewall/rules/${id}`), quoted(JSON.stringify(body))),
  ].join("\n");
}

/** A rule of a ruleset: changed where it is, or added to the entry point of its phase. */
export function rulesetRuleCurl(
  { baseUrl }: CurlPlace,
  {
    zone,
    phase,
    known,
  }: { zone: string; phase: string; known: { ruleset: string; rule: string } | undefined },
  rule: RuleFields,
): string {
  const url = `${baseUrl}/zones/${zone}/rulesets`;
  const body = quoted(JSON.stringify(rule));
  if (known) return curl("PATCH", quoted(`${url}/${known.ruleset}/rules/${known.rule}`), body);
  return [
    "# 1. Ask for the ruleset of the phase. The answer has its id.",
    curl("GET", quoted(`${url}/phases/${phase}/entrypoint`), undefined),
    "# 2. Add the rule to it. Write the id of the ruleset here first.",
    "RULESET_ID=''",
    curl("POST", `${quoted(`${url}/`)}"$RULESET_ID"/rules`, body),
  ].join("\n");
}

/**
 * Creates a job, or changes the one of that number. `fields` are those of the file, with their variables left open. The
 * destination is left to the shell in any case, as it may hold keys; the filter never is, as it may look for just such texts.
 */
export function jobCurl(
  { baseUrl }: CurlPlace,
  scope: Scope,
  fields: Readonly<Record<string, unknown>>,
  filter: string | undefined,
  known?: number | undefined,
): string {
  const { destination_conf: _secret, ownership_challenge: _token, ...open } = fields;
  const destination = { destination_conf: `\${env:${destinationVariable}}` };
  const start = JSON.stringify({ ...open, ...destination }).slice(0, -1);
  // A new job has no filter that an empty one would take away.
  const hasFilter = known === undefined ? filter : filter !== undefined;
  const end = hasFilter ? `,"filter":${JSON.stringify(filter)}}` : "}";
  const url = `${baseUrl}${scopeText(scope)}/logpush/jobs`;
  const body = filledIn(start) + quoted(end);
  if (known === undefined) return curl("POST", quoted(url), body);
  return [
    ...("output_options" in open
      ? ["# What 'output_options' does not say here is cleared: the service replaces it whole."]
      : []),
    curl("PUT", quoted(`${url}/${known}`), body),
  ].join("\n");
}

const destinationVariable = "DESTINATION_CONF";

/** Changes the filter of a job and nothing else. */
export function filterCurl(
  { baseUrl }: CurlPlace,
  scope: Scope,
  job: string,
  filter: string,
): string {
  const url = `${baseUrl}${scopeText(scope)}/logpush/jobs/${job}`;
  return curl("PUT", quoted(url), quoted(JSON.stringify({ filter })));
}

/** The address and the body are quoted for the shell already. */
function curl(method: string, url: string, body: string | undefined): string {
  return [
    `curl --fail-with-body -X ${method} ${url}`,
    '-H "Authorization: Bearer $WEIR_API_TOKEN"',
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `--data ${body}`]),
  ].join(" \\\n  ");
}

/** `${env:NAME}` becomes a variable of the shell, outside of the quotes that keep everything else as it is. */
function filledIn(body: string): string {
  return body
    .split(/(\$\{env:[A-Za-z_]\w*\})/)
    .map((it) => {
      const name = /^\$\{env:(\w+)\}$/.exec(it)?.[1];
      return name === undefined || isCredentialVariable(name) ? quoted(it) : `"$${name}"`;
    })
    .join("");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
