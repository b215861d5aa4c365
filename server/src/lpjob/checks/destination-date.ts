import type { Report } from "../../core/check.ts";
import { likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { type Destination, within } from "../syntax/destination.ts";
import { pastedUrl } from "../values/pasted-url.ts";
import type { JobCheck } from "./check.ts";

export const destinationDate: JobCheck<"destination"> = {
  code: "destination-date",
  severity: "warning",
  summary: "The path has a placeholder that the service does not replace.",
  why: "In paths of R2, S3, Google Cloud Storage and Azure, `{DATE}` is replaced by the day, as in `20251112`. Other placeholders are not replaced, nor is `{DATE}` for other providers.",
  on: "destination",
  run(destination, report) {
    const { address, provider } = destination;
    if (!provider || !address.text.includes("{")) return;
    // With the correct scheme it would be replaced by the day.
    if (!provider.dated && pastedUrl(destination)?.provider.dated) return;
    let found = 0;
    for (const match of address.text.matchAll(/(?<![${])\{([^{}]*)\}(?!\})/g)) {
      checkBraces(destination, { index: match.index, word: match[1] ?? "" }, report);
      if (++found === maxDiagnostics) return;
    }
  },
  examples: `
{ "dataset": "http_requests", "destination_conf": "gs://logs/{date}" }
                                                             ^^^^^^ warning: Only '{DATE}' is replaced by the day, as YYYYMMDD. Use '{DATE}'.
=>
{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}" }
---
{ "dataset": "http_requests", "destination_conf": "https://logs.example.com/{DATE}" }
                                                                            ^^^^^^ warning: '{DATE}' is not replaced in HTTP addresses. Remove it.
---
{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}/{HOUR}" }
                                                                    ^^^^^^ hint: '{HOUR}' is not documented and may not be replaced.
`,
};

interface Braced {
  readonly index: number;
  readonly word: string;
}

function checkBraces(destination: Destination, { index, word }: Braced, report: Report): void {
  const { address, provider } = destination;
  const span = within(destination, address, index, index + word.length + 2);
  const written = `{${word}}`;
  if (!provider?.dated) {
    report(
      span,
      `'${written}' is not replaced in ${provider?.name ?? address.text} addresses. Remove it.`,
    );
  } else if (/^(?:date|day|yyyymmdd|yyyy-mm-dd|ymd)$/i.test(word.trim())) {
    if (word === "DATE") return;
    // A guess, because logs would go to another folder.
    const fix = likelyFix("Use '{DATE}'", [replace(span, "{DATE}")]);
    report(span, "Only '{DATE}' is replaced by the day, as YYYYMMDD. Use '{DATE}'.", {
      fixes: [fix],
    });
  } else {
    const message = `'${written}' is not documented and may not be replaced.`;
    report(span, message, { severity: "hint" });
  }
}
