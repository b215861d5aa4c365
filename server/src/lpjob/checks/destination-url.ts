import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { insert, replace } from "../../text/edit.ts";
import { type Destination, within } from "../syntax/destination.ts";
import { type PastedUrl, pastedUrl } from "../values/pasted-url.ts";
import type { JobCheck } from "./check.ts";

export const destinationUrl: JobCheck<"destination"> = {
  code: "destination-url",
  severity: "warning",
  summary: "The destination is the URL of a provider that has its own scheme.",
  why: "`https://` sends log lines in plain HTTP requests, which storage such as S3 or Azure rejects. Use the provider's scheme. URLs of other hosts are fine.",
  on: "destination",
  run(destination, report) {
    const pasted = pastedUrl(destination);
    if (pasted) reportUrl(destination, pasted, report);
  },
  examples: `
{ "dataset": "http_requests", "destination_conf": "https://logs.s3.eu-central-1.amazonaws.com/shop/{DATE}" }
                                                   ^^^^^ warning: This URL belongs to S3. Use 's3://' instead of 'https://'.
=>
{ "dataset": "http_requests", "destination_conf": "s3://logs/shop/{DATE}?region=eu-central-1" }
---
{ "dataset": "http_requests", "destination_conf": "https://shop.blob.core.windows.net/logs/{DATE}?\${env:AZURE_SAS}" }
                                                   ^^^^^ warning: This URL belongs to Azure Blob Storage. Use 'azure://' instead of 'https://'.
=>
{ "dataset": "http_requests", "destination_conf": "azure://shop.blob.core.windows.net/logs/{DATE}?\${env:AZURE_SAS}" }
---
{ "dataset": "http_requests", "destination_conf": "https://splunk.example.com:8088/services/collector/raw?header_Authorization=Splunk%20\${env:TOKEN}" }
                                                   ^^^^^ info: This looks like the URL of a Splunk collector. For Splunk, use 'splunk://' instead of 'https://'.
---
{ "dataset": "http_requests", "destination_conf": "gs://storage.googleapis.com/logs/{DATE}" }
                                                        ^^^^^^^^^^^^^^^^^^^^^^ warning: Expected a bucket after 'gs://', found the host of a URL. Use the bucket name.
=>
{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}" }
---
{ "dataset": "http_requests", "destination_conf": "https://logs.example.com/s3.amazonaws.com/in?header_Authorization=\${env:TOKEN}" }
`,
};

function reportUrl(destination: Destination, pasted: PastedUrl, report: Report): void {
  const { scheme, address } = destination;
  const { provider, row } = pasted;
  const host = within(destination, address, 0, /^[^/]*/.exec(address.text)?.[0].length ?? 0);
  const right = `'${provider.scheme}://'`;
  const fixes = fixesFor(destination, pasted);
  if (!scheme) {
    report(host, `This URL belongs to ${provider.name}. Start it with ${right}.`, {
      severity: "error",
      fixes,
    });
  } else if (scheme.text === provider.scheme) {
    const { what } = provider.address;
    const advice = `Use the ${what.replace(/^an? /, "")} name.`;
    report(host, `Expected ${what} after ${right}, found the host of a URL. ${advice}`, { fixes });
  } else if (row.unsure) {
    const problem = `This looks like the URL of a ${provider.name} collector.`;
    const advice = `For ${provider.name}, use ${right} instead of '${scheme.text}://'.`;
    report(scheme, `${problem} ${advice}`, { severity: "info", fixes });
  } else {
    const advice = `Use ${right} instead of '${scheme.text}://'.`;
    // The service does not support unencrypted destinations.
    const isHttp = scheme.text.toLowerCase() === "http";
    report(scheme, `This URL belongs to ${provider.name}. ${advice}`, {
      fixes,
      ...(isHttp ? { severity: "error" as const } : {}),
    });
  }
}

/** Keeps the parameters of the query, after the parameters from the host. */
function fixesFor(destination: Destination, { provider, suggested }: PastedUrl): Fix[] {
  if (suggested === undefined) return [];
  const { scheme, address, present, node, toOffset } = destination;
  const [place = "", query = ""] = suggested.split("?");
  const added = query.split("&").filter((it) => it !== "" && !present.has(it.split("=", 1).join()));
  const from = scheme ?? address;
  const end = address.at + address.text.length;
  const hasMore = end + 1 < node.value.length;
  const joined = added.length > 0 ? `?${added.join("&")}${hasMore ? "&" : ""}` : "";
  const title = `Use '${provider.scheme}://'`;
  // Keeps the edit minimal, because reports contain edits and the path may be a secret.
  if (joined === "" && place === address.text) {
    const edit = scheme
      ? replace(scheme, provider.scheme)
      : insert(address.start, `${provider.scheme}://`);
    return [likelyFix(title, [edit])];
  }
  const span = { start: from.start, end: joined === "" ? address.end : toOffset(end + 1) };
  const written = JSON.stringify(`${provider.scheme}://${place}${joined}`).slice(1, -1);
  return [likelyFix(title, [replace(span, written)])];
}
