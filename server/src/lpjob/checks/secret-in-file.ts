import type { Report } from "../../core/check.ts";
import { likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { variable } from "../../text/variables.ts";
import { secretHeader, secretParameter } from "../catalog/providers.ts";
import { type Destination, type Parameter, within } from "../syntax/destination.ts";
import { hasVariable } from "../syntax/variables.ts";
import type { JobCheck } from "./check.ts";

export const secretInFile: JobCheck<"destination"> = {
  code: "secret-in-file",
  severity: "warning",
  summary: "The file contains a secret.",
  why: `Anyone who can read the file can use the secret, and it stays in the repository's history. Use a variable instead, as in \`${variable("SPLUNK_TOKEN")}\`, and set it where you push. Rotate secrets that have been committed.`,
  on: "destination",
  run(destination, report, { context }) {
    const reportTo = context.isInHost ? reportInHost : reportForPush;
    const reportSecret: ReportSecret = (span, what, name) => reportTo(report, span, what, name);
    for (const parameter of destination.parameters.slice(0, maxDiagnostics)) {
      inParameter(destination, parameter, reportSecret);
    }
    inAddress(destination, reportSecret);
  },
  examples: `
{
  "dataset": "http_requests",
  "destination_conf": "splunk://logs.example.com:8088/services/collector/raw?channel=c&header_Authorization=Splunk%20e6d94e8c"
                                                                                                                     ^^^^^^^^ warning: The value of 'header_Authorization' is a secret. Use '\${env:SPLUNK_TOKEN}', and set that variable where you push.
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "splunk://logs.example.com:8088/services/collector/raw?channel=c&header_Authorization=Splunk%20\${env:SPLUNK_TOKEN}"
}
---
{
  "dataset": "http_requests",
  "destination_conf": "https://ops:hunter2@logs.example.com/?header_X-Api-Key=\${env:LOG_KEY}"
                                   ^^^^^^^ warning: The password in this address is a secret. Use '\${env:LOG_PASSWORD}', and set that variable where you push.
}
---
{
  "dataset": "http_requests",
  "destination_conf": "azure://shop.blob.core.windows.net/logs?sp=w&sig=hunter2"
                                                                        ^^^^^^^ warning: The value of 'sig' is a secret. Use '\${env:AZURE_SAS_SIGNATURE}', and set that variable where you push.
}
---
{
  "dataset": "http_requests",
  "destination_conf": "https://logs.example.com/?header-Authorization=Bearer%20hunter2"
                                                 ^^^^^^^^^^^^^^^^^^^^ warning: Parameters that set a header start with 'header_', found 'header-Authorization'. Did you mean 'header_Authorization'?
                                                                               ^^^^^^^ warning: The value of 'header-Authorization' is a secret. Use '\${env:AUTHORIZATION}', and set that variable where you push.
}
---
{
  "dataset": "http_requests",
  "destination_conf": "https://logs.example.com/?Authorization=Basic%20hunter2"
                                                 ^^^^^^^^^^^^^ warning: Parameters that set a header start with 'header_', found 'Authorization'. Did you mean 'header_Authorization'?
                                                                       ^^^^^^^ warning: The value of 'Authorization' is a secret. Use '\${env:AUTHORIZATION}', and set that variable where you push.
}
---
{
  "dataset": "http_requests",
  "destination_conf": "https://logs.example.com/?header_Authorization=Bearer%20\${env:LOG_TOKEN}"
}
`,
};

/** Reports a secret, and the variable to use instead. */
type ReportSecret = (span: Span, what: string, name: string) => void;

function inParameter(
  destination: Destination,
  { name, value }: Parameter,
  reportSecret: ReportSecret,
): void {
  const row = destination.provider?.parameters.find((it) => it.name === name.text);
  const isKey = row?.secret || secretHeader.test(name.text) || secretParameter.test(name.text);
  if (!value || !isKey) return;
  // The authentication scheme and the location of the secret are not secrets.
  const prefix = /^(?:(?:splunk|basic|bearer|token|apikey)(?:%20|\+| )+|base64:)/i.exec(value.text);
  const start = prefix?.[0].length ?? 0;
  const secret = value.text.slice(start);
  if (!isSecret(secret, destination) || secret.startsWith("url:")) return;
  const span = within(destination, value, start, value.text.length);
  reportSecret(span, `The value of '${name.text}'`, row?.secret ?? variableFor(name.text));
}

function inAddress(destination: Destination, reportSecret: ReportSecret): void {
  const { address, provider } = destination;
  // The colon of a variable, as in "${env:NAME}", does not start the password.
  const password = /^(?:\$\{[^}]*\}|\$(?!\{)|[^$/:@])*:([^/@]+)@/.exec(address.text)?.[1];
  const { pattern, variable: name } = provider?.address.secret ?? {};
  const code = pattern?.exec(address.text)?.[1];
  const secret = password ?? code;
  if (secret === undefined || !isSecret(secret, destination)) return;
  const start = address.text.indexOf(secret, address.text.search(/[:/]/));
  const span = within(destination, address, start, start + secret.length);
  if (password) reportSecret(span, "The password in this address", "LOG_PASSWORD");
  else reportSecret(span, "The last part of this address", name ?? "");
}

/** The message never shows the secret: it may end up in a log. */
function reportForPush(report: Report, span: Span, what: string, name: string): void {
  const right = variable(name);
  const message = `${what} is a secret. Use '${right}', and set that variable where you push.`;
  report(span, message, {
    fixes: [likelyFix(`Use '${right}'`, [replace(span, right)])],
  });
}

/** The tool that sends the job does not support Weir's variables. */
function reportInHost(report: Report, span: Span, what: string): void {
  report(span, `${what} is a secret. Use a variable of the tool that reads this file.`);
}

/** Not empty, not from the environment, and not a placeholder such as `<token>` or `xxxx`. */
function isSecret(text: string, { node }: Destination): boolean {
  return text !== "" && !hasVariable(text, node) && !placeholder.test(text);
}

const placeholder = /^(?:<.*>|%3c.*%3e|\{\{.*\}\}|[x*.…]+|redacted|\$\w+|your[-_].+)$/i;

function variableFor(parameter: string): string {
  return parameter
    .replace(/^headers?(?:%5f|[-_.:])+/i, "")
    .replace(/\W+/g, "_")
    .toUpperCase();
}
