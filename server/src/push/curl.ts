import { isCredentialVariable } from "../api/credential.ts";
import type { Scope } from "../api/shapes.ts";
import { scopeText } from "./place.ts";

/** Calls of the service as commands to copy. They hold no secret: the shell fills in the token, and what a job's file leaves open. */

export interface CurlPlace {
  readonly baseUrl: string;
}

/** The simplified sequence, for emergencies: one call that makes the filter and the rule. */
export function inlineRuleCurl(
  { baseUrl }: CurlPlace,
  zone: string,
  rule: { readonly expression: string; readonly action: string; readonly [field: string]: unknown },
): string {
  const { expression, ...rest } = rule;
  const body = [{ ...rest, filter: { expression } }];
  return curl("POST", `${baseUrl}/zones/${zone}/firewall/rules`, quoted(JSON.stringify(body)));
}

/**
 * Creates a job. `fields` are those of the file, with their variables left open. The destination is left to the shell in any
 * case, as it may hold keys; the filter never is, as it may look for just such texts.
 */
export function jobCurl(
  { baseUrl }: CurlPlace,
  scope: Scope,
  fields: Readonly<Record<string, unknown>>,
  filter: string | undefined,
): string {
  const { destination_conf: _secret, ownership_challenge: _token, ...open } = fields;
  const destination = { destination_conf: `\${env:${destinationVariable}}` };
  const start = JSON.stringify({ ...open, ...destination }).slice(0, -1);
  const end = filter ? `,"filter":${JSON.stringify(filter)}}` : "}";
  return curl("POST", `${baseUrl}${scopeText(scope)}/logpush/jobs`, filledIn(start) + quoted(end));
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
  return curl("PUT", url, quoted(JSON.stringify({ filter })));
}

/** What is pushed as a string inside JSON, for those who write the outer document by hand. */
export function escaped(pushed: string): string {
  return JSON.stringify(pushed);
}

function curl(method: string, url: string, body: string): string {
  return [
    `curl --fail-with-body -X ${method} ${quoted(url)}`,
    '-H "Authorization: Bearer $WEIR_API_TOKEN"',
    "-H 'Content-Type: application/json'",
    `--data ${body}`,
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
