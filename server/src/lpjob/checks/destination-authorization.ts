import type { Report } from "../../core/check.ts";
import { likelyFix } from "../../core/diagnostic.ts";
import { insert, replace } from "../../text/edit.ts";
import { type Destination, type DestinationPart, within } from "../syntax/destination.ts";
import { sameCase } from "../values/headers.ts";
import type { JobCheck } from "./check.ts";

export const destinationAuthorization: JobCheck<"destination"> = {
  code: "destination-authorization",
  severity: "warning",
  summary: "The authorization header is not in the form that the provider expects.",
  why: "A Splunk collector expects `Authorization: Splunk <token>`. Most other services expect `Bearer <token>`, which Splunk rejects.",
  on: "destination",
  run(destination, report) {
    for (const { name, value } of destination.parameters) {
      const row = destination.provider?.parameters.find((it) => sameCase(it.name, name.text));
      if (!row?.word || !value) continue;
      checkToken({ name: row.name, word: row.word, value }, destination, report);
    }
  },
  examples: `
{ "dataset": "http_requests", "destination_conf": "splunk://splunk.example.com:8088/services/collector/raw?channel=c&header_Authorization=Bearer%20\${env:SPLUNK_TOKEN}" }
                                                                                                                                          ^^^^^^ warning: 'header_Authorization' needs 'Splunk%20' and the token, found 'Bearer'. Use 'Splunk'.
=>
{ "dataset": "http_requests", "destination_conf": "splunk://splunk.example.com:8088/services/collector/raw?channel=c&header_Authorization=Splunk%20\${env:SPLUNK_TOKEN}" }
---
{ "dataset": "http_requests", "destination_conf": "splunk://splunk.example.com:8088/services/collector/raw?channel=c&header_Authorization=Splunk\${env:SPLUNK_TOKEN}" }
                                                                                                                                          ^^^^^^ warning: 'header_Authorization' needs 'Splunk%20' and the token. Add '%20'.
=>
{ "dataset": "http_requests", "destination_conf": "splunk://splunk.example.com:8088/services/collector/raw?channel=c&header_Authorization=Splunk%20\${env:SPLUNK_TOKEN}" }
---
{ "dataset": "http_requests", "destination_conf": "splunk://splunk.example.com:8088/services/collector/raw?channel=c&header_Authorization=\${env:SPLUNK_HEADER}" }
`,
};

interface Token {
  readonly name: string;
  readonly word: string;
  readonly value: DestinationPart;
}

function checkToken({ name, word, value }: Token, destination: Destination, report: Report): void {
  const needs = `'${name}' needs '${word}%20' and the token`;
  const wrong = /^(?:bearer|token)(?=%20|\+|\s|$)/i.exec(value.text)?.[0];
  if (wrong) {
    const span = within(destination, value, 0, wrong.length);
    report(span, `${needs}, found '${wrong}'.`, {
      fix: likelyFix(`Use '${word}'`, [replace(span, word)]),
    });
    return;
  }
  const isGlued = new RegExp(`^${word}(?=[^%+\\s])`, "i").test(value.text);
  if (!isGlued && !bareToken.test(value.text)) return;
  const length = isGlued ? word.length : 0;
  const added = isGlued ? "%20" : `${word}%20`;
  const place = destination.toOffset(value.at + length);
  report(within(destination, value, 0, length || value.text.length), `${needs}.`, {
    fix: likelyFix(`Add '${added}'`, [insert(place, added)]),
  });
}

/** Tokens of collectors are UUIDs. */
const bareToken = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
