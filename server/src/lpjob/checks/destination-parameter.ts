import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { insert, remove, replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { variable } from "../../text/variables.ts";
import { alternatives } from "../../text/wording.ts";
import type { Provider, RequiredParameter } from "../catalog/provider.ts";
import type { Destination, DestinationPart, Parameter } from "../syntax/destination.ts";
import { hasPlaceholder } from "../syntax/variables.ts";
import { sameCase, suggestedHeader } from "../values/headers.ts";
import { regionProblem } from "../values/region.ts";
import type { JobCheck } from "./check.ts";

export const destinationParameter: JobCheck<"destination"> = {
  code: "destination-parameter",
  severity: "error",
  summary: "A destination parameter is missing, misspelled, empty or invalid.",
  why: "The query (after `?`) contains the parameters of the provider. Missing parameters are not reported when part of the query is a variable.",
  on: "destination",
  run(destination, report, { context }) {
    const { provider } = destination;
    if (!provider) return;
    const misspelled = new Set<string>();
    for (const parameter of destination.parameters.slice(0, maxDiagnostics)) {
      const suggested = suggestedName(parameter, destination);
      if (suggested) misspelled.add(suggested);
      if (suggested || !isKnown(parameter, provider))
        unknown(parameter, suggested, destination, report);
      else value(parameter, destination, report);
    }
    duplicates(destination, report);
    if (destination.hidden) return;
    for (const need of provider.needs) {
      if (need.when !== undefined && !isPresent(need.when, destination)) continue;
      const met = need.oneOf.some((it) => misspelled.has(it) || isPresent(it, destination));
      if (!met) missing(destination, provider, need, report, context.isInHost ?? false);
    }
  },
  examples: `
{ "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}" }
                                                   ^^ error: Missing S3 parameter 'region'. Add it.
---
{ "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}?regoin=eu-central-1&sse=AES" }
                                                                    ^^^^^^ error: Unknown S3 parameter 'regoin'. Did you mean 'region'?
                                                                                            ^^^ warning: 'sse' needs 'AES256', found 'AES'.
=>
{ "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}?region=eu-central-1&sse=AES" }
---
{ "dataset": "http_requests", "destination_conf": "datadog://intake.example.com?ddsource=cloudflare" }
                                                   ^^^^^^^ error: Missing Datadog parameter 'header_DD-API-KEY'. Add it.
=>
{ "dataset": "http_requests", "destination_conf": "datadog://intake.example.com?ddsource=cloudflare&header_DD-API-KEY=\${env:DD_API_KEY}" }
---
{ "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}?region=us-west-2/" }
                                                                                    ^ hint: Unexpected '/' after the region. Remove it.
=>
{ "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}?region=us-west-2" }
---
{ "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}?region=EU_Central_1&acl=private&sse=AES256&sse=AES256" }
                                                                           ^^^^^^^^^^^^ warning: Unknown AWS region 'EU_Central_1'. Did you mean 'eu-central-1'?
                                                                                        ^^^ warning: Unknown S3 parameter 'acl'. Remove it, or check its name.
                                                                                                               ^^^ warning: Duplicate parameter 'sse'. Remove one.
=>
{ "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}?region=eu-central-1&acl=private&sse=AES256&sse=AES256" }
---
{ "dataset": "http_requests", "destination_conf": "https://logs.example.com/?header-Authorization=\${env:LOG_TOKEN}" }
                                                                             ^^^^^^^^^^^^^^^^^^^^ warning: Parameters that set a header start with 'header_', found 'header-Authorization'. Did you mean 'header_Authorization'?
=>
{ "dataset": "http_requests", "destination_conf": "https://logs.example.com/?header_Authorization=\${env:LOG_TOKEN}" }
---
{ "dataset": "http_requests", "destination_conf": "https://log-api.newrelic.com/log/v1?Api-Key=\${env:NEW_RELIC_LICENSE_KEY}" }
                                                   ^^^^^ warning: Missing New Relic parameter 'format'. Add it.
=>
{ "dataset": "http_requests", "destination_conf": "https://log-api.newrelic.com/log/v1?Api-Key=\${env:NEW_RELIC_LICENSE_KEY}&format=cloudflare" }
---
{ "dataset": "http_requests", "destination_conf": "azure://logs/{DATE}?\${env:AZURE_SAS}" }
`,
};

/** Unknown parameters of an HTTP destination belong to its URL. */
function isKnown({ name }: Parameter, provider: Provider): boolean {
  if (isAnyAddress(provider) || name.text.startsWith("header_")) return true;
  return provider.parameters.some((it) => it.name === name.text);
}

function isAnyAddress({ scheme, host }: Provider): boolean {
  return scheme === "https" && !host;
}

/** Header names are case-insensitive, and a key may be sent as a header too. */
function isPresent(name: string, { present }: Destination): boolean {
  if (present.has(name)) return true;
  const header = name.startsWith("header_") ? name : `header_${name}`;
  return present.has(header.toLowerCase());
}

function suggestedName(parameter: Parameter, destination: Destination): string | undefined {
  const { name } = parameter;
  const { provider } = destination;
  if (!provider) return undefined;
  const header = suggestedHeader(name.text, provider);
  if (header !== undefined || isAnyAddress(provider)) return header;
  const names = provider.parameters.map((it) => it.name);
  if (name.text.startsWith("header_")) return nearHeader(name.text, names, destination);
  return isKnown(parameter, provider) ? undefined : nearest(name.text.replaceAll("_", "-"), names);
}

/** Any header is allowed, so only one in place of a required one is likely a typo. */
function nearHeader(
  written: string,
  names: readonly string[],
  destination: Destination,
): string | undefined {
  const missing = names.filter((it) => /^header_/.test(it) && !isPresent(it, destination));
  const near = nearest(
    written.slice("header_".length),
    missing.map((it) => it.slice("header_".length)),
  );
  return near && `header_${near}`;
}

function unknown(
  { name, value: given }: Parameter,
  suggested: string | undefined,
  destination: Destination,
  report: Report,
): void {
  const { provider } = destination;
  if (!provider || name.text === "" || hasPlaceholder(name.text, destination.node)) return;
  const isHeader = suggested?.startsWith("header_") === true && !name.text.startsWith("header_");
  // Text without '=' or with an unusual name may be a secret.
  const isName = given !== undefined && /^[\w.:%-]{1,32}$/.test(name.text);
  const shown = isName ? ` ${shorten(name.text)}` : "";
  const problem = isHeader
    ? `Parameters that set a header start with 'header_', found${shown}.`
    : `Unknown ${provider.name} parameter${shown}.`;
  if (suggested === undefined) {
    const severity = /host|endpoint/.test(provider.address.what) ? "hint" : "warning";
    report(name, `${problem} Remove it, or check its name.`, { severity });
  } else if (isPresent(suggested, destination)) {
    report(name, `${problem} '${suggested}' is set as well. Remove one.`, { severity: "warning" });
  } else {
    const isNeeded = provider.needs.some((it) => !it.severity && it.oneOf.includes(suggested));
    report(name, `${problem} Did you mean '${suggested}'?`, {
      severity: isNeeded ? "error" : "warning",
      fixes: [likelyFix(`Use '${suggested}'`, [replace(name, suggested)])],
    });
  }
}

/** Each name once. The URL of an HTTP destination may repeat its own parameters. */
function duplicates({ provider, parameters, toOffset, node }: Destination, report: Report): void {
  const seen = new Map<string, Parameter[]>();
  for (const parameter of parameters.slice(0, maxDiagnostics)) {
    const { name } = parameter;
    const isHeader = name.text.startsWith("header_");
    if (!provider || name.text === "" || (isAnyAddress(provider) && !isHeader)) continue;
    const key = isHeader ? name.text.toLowerCase() : name.text;
    seen.set(key, [...(seen.get(key) ?? []).slice(0, 1), parameter]);
  }
  for (const [key, [first, second]] of seen) {
    if (!first || !second) continue;
    const same = first.value?.text === second.value?.text && node.value[second.name.at - 1] === "&";
    const span = { start: toOffset(second.name.at - 1), end: second.end };
    const fix = likelyFix("Remove the second one", [remove(span)]);
    const isOurs = /^header_/.test(key) || provider?.parameters.some((it) => it.name === key);
    const shown = isOurs ? ` ${shorten(second.name.text)}` : "";
    report(second.name, `Duplicate parameter${shown}. Remove one.`, {
      severity: "warning",
      related: [{ start: first.start, end: first.end, message: "The first one." }],
      fixes: same ? [fix] : [],
    });
  }
}

function value(parameter: Parameter, destination: Destination, report: Report): void {
  const { name, value: given } = parameter;
  const { provider } = destination;
  const row = provider?.parameters.find((it) => sameCase(it.name, name.text));
  if (!row || !provider) return;
  if (hasPlaceholder(given?.text ?? "", destination.node)) return;
  if (!given?.text) {
    report(parameter, `The parameter '${row.name}' has no value. Add one.`);
  } else if (row.values && !row.values.includes(given.text)) {
    const problem = `'${row.name}' needs ${alternatives(row.values)}, found ${shownValue(given)}.`;
    report(given, problem, { severity: "warning" });
  } else if (row.pattern && !row.pattern.pattern.test(given.text)) {
    const problem = `'${row.name}' needs ${row.pattern.form}, found ${shownValue(given)}.`;
    report(given, problem, { severity: "warning" });
  } else if (row.risk?.value === given.text) {
    const problem = `'${row.name}=${given.text}' skips the check of certificates. ${row.risk.why}. Use 'false'.`;
    report(given, problem, {
      severity: "warning",
      fixes: [likelyFix("Use 'false'", [replace(given, "false")])],
    });
  } else if (row.name === "region") {
    region(given, destination, report);
  }
}

function region(given: DestinationPart, destination: Destination, report: Report): void {
  if (given.text.endsWith("/")) {
    const slash = { start: given.end - 1, end: given.end };
    report(slash, "Unexpected '/' after the region. Remove it.", {
      severity: "hint",
      fixes: [likelyFix("Remove the '/'", [remove(slash)])],
    });
    return;
  }
  // S3-compatible storage has other regions.
  if (destination.present.has("endpoint") || /[?&%$\s]/.test(given.text)) return;
  const problem = regionProblem(given.text);
  if (problem) {
    const { suggested, isMalformed } = problem;
    const advice = suggested ? ` Did you mean '${suggested}'?` : " Check its name.";
    report(given, `Unknown AWS region ${shownValue(given)}.${advice}`, {
      severity: isMalformed ? "warning" : "hint",
      fixes: suggested ? [likelyFix(`Use '${suggested}'`, [replace(given, suggested)])] : [],
    });
  } else if (destination.provider?.scheme === "s3" && /^cn-/.test(given.text)) {
    report(given, "S3 regions in China are not supported.");
  }
}

/** With a wrong separator, as in 'region=eu;secret-access-key=…', a secret may follow. */
function shownValue({ text }: DestinationPart): string {
  return shorten(text.replace(/[^\w.:/-].*/s, "…"));
}

function missing(
  destination: Destination,
  provider: Provider,
  need: RequiredParameter,
  report: Report,
  isInHost: boolean,
): void {
  const { scheme, node } = destination;
  const after = need.when === undefined ? "" : `, required with '${need.when}'`;
  const problem = `Missing ${provider.name} parameter ${alternatives(need.oneOf)}${after}. Add it.`;
  report(scheme ?? node, problem, {
    fixes: addition(destination, provider, need, isInHost),
    ...(need.severity ? { severity: need.severity } : {}),
  });
}

/** Adds a missing parameter: a secret as an environment variable, others only if a single value is valid. */
function addition(
  destination: Destination,
  provider: Provider,
  { oneOf }: RequiredParameter,
  isInHost: boolean,
): Fix[] {
  const row = provider.parameters.find((it) => it.name === oneOf[0]);
  const only = row?.values?.length === 1 ? row.values[0] : undefined;
  const written = row?.secret ? variable(row.secret) : only;
  if (!row || written === undefined || oneOf.length > 1 || (row.secret && isInHost)) return [];
  const { value: content } = destination.node;
  const sign = content.includes("?") ? (/[?&]$/.test(content) ? "" : "&") : "?";
  const edits = [insert(destination.toOffset(content.length), `${sign}${row.name}=${written}`)];
  const title = row.secret
    ? `Add '${row.name}' from the environment`
    : `Add '${row.name}=${written}'`;
  return [likelyFix(title, edits)];
}
