import type { Report } from "../../core/check.ts";
import { likelyFix, maxDiagnostics, type Severity } from "../../core/diagnostic.ts";
import { remove, replace } from "../../text/edit.ts";
import type { Destination } from "../syntax/destination.ts";
import type { JobCheck } from "./check.ts";

export const destinationEncoding: JobCheck<"destination"> = {
  code: "destination-encoding",
  severity: "warning",
  summary: "The destination has characters that must be URL-encoded.",
  why: "A destination is a URL: a space is written `%20`, and parameters are separated by a plain `&`. An `&amp;` comes from a web page or an XML file.",
  on: "destination",
  run(destination, report) {
    if (!destination.provider) return;
    let found = 0;
    for (const match of destination.node.value.matchAll(slips)) {
      const slip = { at: match.index, text: match[0] };
      if (/^\s/.test(slip.text)) space(destination, slip, report);
      else if (slip.text.startsWith("&")) entity(destination, slip, report);
      else if (slip.text === "?") question(destination, slip, report);
      if (++found === maxDiagnostics) return;
    }
  },
  examples: `
{ "dataset": "http_requests", "destination_conf": "splunk://splunk.example.com:8088/services/collector/raw?channel=a&amp;header_Authorization=Splunk \${env:SPLUNK_TOKEN}" }
                                                                                                                    ^^^^^ error: '&amp;' is HTML. Use '&'.
                                                                                                                                                    ^ warning: Unencoded space. Use '%20'.
=>
{ "dataset": "http_requests", "destination_conf": "splunk://splunk.example.com:8088/services/collector/raw?channel=a&header_Authorization=Splunk \${env:SPLUNK_TOKEN}" }
---
{ "dataset": "http_requests", "destination_conf": "s3://logs/web shop/{DATE}?region=eu-central-1?sse=AES256" }
                                                                ^ hint: Unencoded space in the path. Use '%20'.
                                                                                                ^ warning: Separate parameters with '&', not '?'.
---
{ "dataset": "http_requests", "destination_conf": "https://logs.example.com/a%20b?q=a+b&r=<your token>" }
                                                                                          ^^^^^^^^^^^^ warning: Placeholder '<your token>' has no value yet. Replace it.
`,
};

/** Skips placeholders as a whole. */
const slips = /\$\{[^{}]*\}?|\{\{[^{}]*\}\}|<[A-Za-z][\w .:-]*>|\s+|&(?:amp;|#38;|#x26;)+|\?/gi;

interface Slip {
  readonly at: number;
  readonly text: string;
}

function spanOf({ toOffset }: Destination, { at, text }: Slip) {
  return { start: toOffset(at), end: toOffset(at + text.length) };
}

function space(destination: Destination, slip: Slip, report: Report): void {
  const { node, address, provider } = destination;
  const span = spanOf(destination, slip);
  const removal = likelyFix("Remove the space", [remove(span)]);
  const encoded = slip.text.replace(/[^ ]/g, "").replaceAll(" ", "%20");
  const encoding = likelyFix("Use '%20'", [replace(span, encoded)]);
  const end = slip.at + slip.text.length;
  const host = address.at + (/^[^/]*/.exec(address.text)?.[0].length ?? 0);
  if (slip.at === 0 || end === node.value.length) {
    report(span, "Unexpected space around the destination. Remove it.", { fixes: [removal] });
  } else if (slip.at < host) {
    const what = provider?.address.what.replace(/^an? /, "");
    report(span, `A ${what} name cannot contain spaces. Remove the space.`, { fixes: [removal] });
  } else if (slip.at < address.at + address.text.length) {
    report(span, "Unencoded space in the path. Use '%20'.", {
      severity: "hint",
      fixes: [encoding],
    });
  } else if (/[?&=;]/.test(`${node.value[slip.at - 1]}${node.value[end]}`)) {
    const severity = severityAt(destination, end);
    report(span, "Unexpected space next to a parameter. Remove it.", {
      severity,
      fixes: [removal],
    });
  } else {
    report(span, "Unencoded space. Use '%20'.", { fixes: encoded === "" ? [removal] : [encoding] });
  }
}

function entity(destination: Destination, slip: Slip, report: Report): void {
  if (slip.at < destination.address.at + destination.address.text.length) return;
  const span = spanOf(destination, slip);
  report(span, `'${slip.text}' is HTML.`, {
    severity: severityAt(destination, slip.at + slip.text.length),
    fix: likelyFix("Use '&'", [replace(span, "&")]),
  });
}

/** A value may contain '?', but rarely before a parameter of the provider. */
function question(destination: Destination, slip: Slip, report: Report): void {
  const { address, provider, node } = destination;
  if (slip.at <= address.at + address.text.length) return;
  const name = /^[\w-]+(?==)/.exec(node.value.slice(slip.at + 1, slip.at + 40))?.[0];
  if (!provider?.parameters.some((it) => it.name === name)) return;
  const span = spanOf(destination, slip);
  const isFirst = /[?&]/.test(node.value[slip.at - 1] ?? "");
  const edit = isFirst ? remove(span) : replace(span, "&");
  report(span, "Separate parameters with '&', not '?'.", {
    severity: severityAt(destination, slip.at + 1),
    fixes: [likelyFix(isFirst ? "Remove the '?'" : "Use '&'", [edit])],
  });
}

/** The service rejects a job without a required parameter. */
function severityAt({ parameters, provider }: Destination, place: number): Severity {
  const name = parameters.find((it) => it.name.at === place)?.name.text;
  const isNeeded = provider?.needs.some((it) => !it.severity && it.oneOf.includes(name ?? ""));
  return isNeeded ? "error" : "warning";
}
