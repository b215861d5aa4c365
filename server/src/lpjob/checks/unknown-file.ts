import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import type { JobContext } from "../context.ts";
import { directoryOf, normalPath, shownPath } from "../values/paths.ts";
import type { JobCheck } from "./check.ts";

export const unknownFile: JobCheck<"job"> = {
  code: "unknown-file",
  severity: "error",
  summary: "The filter file does not exist.",
  why: "Paths are relative to the folder of the job, use `/` as separator, and are case-sensitive on most systems.",
  on: "job",
  run({ filter }, report, { context }) {
    if (filter?.kind !== "path") return;
    const path = normalPath(filter.value.value);
    if (path === undefined) {
      const written = shorten(filter.value.value);
      report(
        filter.value,
        `${written} is an absolute path. Use a path relative to the job's folder.`,
      );
      return;
    }
    if (isThere(path, context)) return;
    const { files = [] } = context;
    const small = path.toLowerCase();
    const twin = files.find((it) => it.toLowerCase() === small);
    const name = fileName(small);
    const [elsewhere, another] = files.filter((it) => fileName(it.toLowerCase()) === name);
    const guess = twin ?? (another ? undefined : elsewhere) ?? nearest(path, files);
    const fixes: Fix[] = guess
      ? [
          likelyFix(`Use '${shownPath(guess)}'`, [
            replace(filter.value, JSON.stringify(shownPath(guess))),
          ]),
        ]
      : [];
    const advice = guess ? ` Did you mean '${shownPath(guess)}'?` : "";
    report(filter.value, `File not found: ${shorten(filter.value.value)}.${advice}`, {
      fixes,
      ...(twin ? { severity: "warning" } : {}),
    });
  },
  examples: [
    {
      context: { files: ["shop-errors.lpfilter", "../gateway/blocked.lpfilter"] },
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": "./shop-erors.lpfilter"
            ^^^^^^^^^^^^^^^^^^^^^^^ error: File not found: './shop-erors.lpfilter'. Did you mean './shop-errors.lpfilter'?
}
=>
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": "./shop-errors.lpfilter"
}
`,
    },
    {
      context: { files: ["shop-error.lpfilter", "../filters/shop-errors.lpfilter"] },
      text: `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": "./shop-errors.lpfilter"
            ^^^^^^^^^^^^^^^^^^^^^^^^ error: File not found: './shop-errors.lpfilter'. Did you mean '../filters/shop-errors.lpfilter'?
}
`,
    },
    `
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": "C:/jobs/shop-errors.lpfilter"
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: 'C:/jobs/shop-errors.lpfilter' is an absolute path. Use a path relative to the job's folder.
}
---
{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",
  "filter": "./shop-errors.lpfilter"
}
`,
  ],
};

function fileName(path: string): string {
  return path.slice(directoryOf(path).length);
}

/** Also true if it cannot be determined. */
function isThere(path: string, context: JobContext): boolean {
  if (context.hasFile) return context.hasFile(path);
  const { files } = context;
  return !files || files.includes(path) || !isSeen(path, files);
}

/** Whether a file at that path would be known: below the job, or next to another known file. */
function isSeen(path: string, files: readonly string[]): boolean {
  const directory = directoryOf(path);
  return !path.startsWith("../") || files.some((it) => directoryOf(it) === directory);
}
