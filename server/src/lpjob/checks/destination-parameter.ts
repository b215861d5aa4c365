import type { Report } from "../../core/check.ts";
import { type Fix, mostFindings } from "../../core/diagnostic.ts";
import { insert, remove, replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { alternatives } from "../../text/wording.ts";
import type { Need, Provider } from "../catalogue/provider.ts";
import { variable } from "../catalogue/variable.ts";
import type { Destination, Parameter } from "../destination.ts";
import { hasVariable } from "../variables.ts";
import type { JobCheck } from "./check.ts";

export const destinationParameter: JobCheck<"destination"> = {
  code: "destination-parameter",
  severity: "error",
  summary:
    "A parameter of the destination is missing, misspelt, empty or not what its provider takes.",
  why: "What stands after the `?` says how to write to the destination. Nothing is missed where a variable stands for a part of it.",
  on: "destination",
  run(destination, report) {
    const { provider, present } = destination;
    if (!provider) return;
    const misspelt = new Set<string>();
    for (const parameter of destination.parameters.slice(0, mostFindings)) {
      const meant = isKnown(parameter, provider) ? undefined : meantName(parameter, provider);
      if (meant === undefined) value(parameter, provider, report);
      else if (!present.has(meant)) {
        misspelt.add(meant);
        misnamed(parameter, meant, provider, report);
      }
    }
    if (destination.hidden) return;
    for (const need of provider.needs) {
      if (need.when !== undefined && !present.has(need.when)) continue;
      const met = need.oneOf.some((it) => misspelt.has(it) || present.has(it));
      if (!met) missing(destination, provider, need, report);
    }
  },
  examples: [
    {
      text: `
{ "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}" }
                                                   ^^ error: A destination at S3 needs the parameter 'region'.
`,
    },
    {
      text: `
{ "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}?regoin=eu-central-1&sse=AES" }
                                                                    ^^^^^^ error: S3 has no parameter 'regoin'. Did you mean 'region'?
                                                                                            ^^^ warning: 'sse' takes 'AES256', and here stands 'AES'.
`,
      fixed: `
{ "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}?region=eu-central-1&sse=AES" }
`,
    },
    {
      text: `
{ "dataset": "http_requests", "destination_conf": "datadog://intake.example.com?ddsource=cloudflare" }
                                                   ^^^^^^^ error: A destination at Datadog needs the parameter 'header_DD-API-KEY'.
`,
      fixed: `
{ "dataset": "http_requests", "destination_conf": "datadog://intake.example.com?ddsource=cloudflare&header_DD-API-KEY=\${env:DD_API_KEY}" }
`,
    },
    {
      text: `
{ "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}?region=us-west-2/" }
                                                                                    ^ hint: This '/' is hardly part of the region. Remove it.
`,
      fixed: `
{ "dataset": "http_requests", "destination_conf": "s3://logs/{DATE}?region=us-west-2" }
`,
    },
    {
      text: `
{ "dataset": "http_requests", "destination_conf": "azure://logs/{DATE}?\${env:AZURE_SAS}" }
`,
    },
  ],
};

/** What is not ours in the query of an HTTP address belongs to that address. */
function isKnown({ name }: Parameter, provider: Provider): boolean {
  if (provider.scheme === "https" && !provider.host) return true;
  return name.text.startsWith("header_") || provider.parameters.some((it) => it.name === name.text);
}

function meantName({ name }: Parameter, { parameters }: Provider): string | undefined {
  return nearest(
    name.text.replaceAll("_", "-"),
    parameters.map((it) => it.name),
  );
}

function misnamed({ name }: Parameter, meant: string, provider: Provider, report: Report): void {
  const isNeeded = provider.needs.some((it) => it.oneOf.includes(meant));
  const finding = `${provider.name} has no parameter ${shorten(name.text)}.`;
  report(name, `${finding} Did you mean '${meant}'?`, {
    severity: isNeeded ? "error" : "warning",
    fixes: [{ title: `Rename to '${meant}'`, edits: [replace(name, meant)], guess: true }],
  });
}

function value(parameter: Parameter, provider: Provider, report: Report): void {
  const { name, value: given } = parameter;
  const row = provider.parameters.find((it) => it.name === name.text);
  if (!row || hasVariable(given?.text ?? "")) return;
  if (!given?.text) {
    report(parameter, `The parameter '${row.name}' has no value. Write one.`);
  } else if (row.values && !row.values.includes(given.text)) {
    const finding = `'${row.name}' takes ${alternatives(row.values)}`;
    report(given, `${finding}, and here stands ${shorten(given.text)}.`, { severity: "warning" });
  } else if (row.name === "region" && given.text.endsWith("/")) {
    const slash = { start: given.end - 1, end: given.end };
    report(slash, "This '/' is hardly part of the region. Remove it.", {
      severity: "hint",
      fixes: [{ title: "Remove the '/'", edits: [remove(slash)] }],
    });
  } else if (row.name === "region" && provider.scheme === "s3" && /^cn-/.test(given.text)) {
    report(given, "The service cannot push to the regions of S3 in China.");
  }
}

function missing(destination: Destination, provider: Provider, need: Need, report: Report): void {
  const { scheme, node } = destination;
  const after = need.when === undefined ? "" : ` beside '${need.when}'`;
  const finding = `A destination at ${provider.name} needs the parameter ${alternatives(need.oneOf)}${after}.`;
  report(scheme ?? node, finding, { fixes: addition(destination, provider, need) });
}

/** A secret comes from the environment, so its parameter can be written without knowing it. */
function addition(destination: Destination, provider: Provider, { oneOf }: Need): Fix[] {
  const row = provider.parameters.find((it) => it.name === oneOf[0]);
  if (!row?.secret || oneOf.length > 1) return [];
  const { value: content } = destination.node;
  const sign = content.includes("?") ? (/[?&]$/.test(content) ? "" : "&") : "?";
  const edits = [
    insert(destination.inside(content.length), `${sign}${row.name}=${variable(row.secret)}`),
  ];
  return [{ title: `Add '${row.name}' from the environment`, edits, guess: true }];
}
