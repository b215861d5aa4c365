import type { Report } from "../../core/check.ts";
import { type Destination, type Parameter, textOf } from "../syntax/destination.ts";
import { hasPlaceholder } from "../syntax/variables.ts";
import { pastedUrl } from "../values/pasted-url.ts";
import type { JobCheck } from "./check.ts";

export const destinationSignature: JobCheck<"destination"> = {
  code: "destination-signature",
  severity: "warning",
  summary: "The Azure shared access signature has expired or lacks permissions.",
  why: "Jobs write blobs, so the signature needs the blob service (`ss=b`), objects (`srt=o`) and write permission (`sp=w`). Permissions are part of what is signed, so they cannot be edited in the address: create a new signature.",
  on: "destination",
  run(destination, report, { context }) {
    if (!isAzure(destination)) return;
    for (const parameter of destination.parameters) {
      const text = textOf(parameter);
      if (text === undefined || text === "" || hasPlaceholder(text, destination.node)) continue;
      checkSignature(parameter, text, context.today, report);
    }
  },
  examples: [
    {
      context: { today: "2026-11-15" },
      text: `
{ "dataset": "http_requests", "destination_conf": "azure://shop.blob.core.windows.net/logs?ss=bfqt&srt=o&sp=rl&se=2026-01-31T00%3A00%3A00Z&sig=\${env:SIG}" }
                                                                                              ^^^^ warning: This signature grants access to more than blobs. Create one with 'ss=b'.
                                                                                                            ^^ warning: This signature has no write permission ('w'). Create one with 'sp=w'.
                                                                                                                  ^^^^^^^^^^^^^^^^^^^^^^^^ warning: This signature expired on 2026-01-31. Create a new one.
`,
    },
    {
      context: { today: "2026-11-15" },
      text: `
{ "dataset": "http_requests", "destination_conf": "azure://shop.blob.core.windows.net/logs?ss=b&srt=o&sp=cw&se=2031-01-31&sig=\${env:SIG}" }
`,
    },
  ],
};

function isAzure(destination: Destination): boolean {
  const { provider } = destination;
  if (provider?.scheme === "azure") return true;
  return provider?.scheme === "https" && pastedUrl(destination)?.provider.scheme === "azure";
}

function checkSignature(
  { name, value }: Parameter,
  text: string,
  today: string | undefined,
  report: Report,
): void {
  if (!value) return;
  switch (name.text) {
    case "ss":
      if (!/^[bfqt]+$/.test(text) || text === "b") return;
      if (text.includes("b")) {
        report(value, "This signature grants access to more than blobs. Create one with 'ss=b'.");
      } else {
        report(value, "This signature does not grant access to blobs. Create one with 'ss=b'.");
      }
      return;
    case "sp":
      if (!/^[a-z]+$/.test(text) || text.includes("w")) return;
      report(value, "This signature has no write permission ('w'). Create one with 'sp=w'.");
      return;
    case "se": {
      const day = /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(text)?.[0];
      if (day === undefined || today === undefined || day >= today) return;
      report(value, `This signature expired on ${day}. Create a new one.`);
    }
  }
}
