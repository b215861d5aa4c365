import { growthRow } from "./growth.ts";
import { slowestRow } from "./hostile.ts";
import { hostileJobs, jobOfSize } from "./job-corpus.ts";
import type { Row } from "./measure.ts";
import { lpjob } from "./shipped.ts";

/** Diagnostics of jobs with the shipped bundle: how the time grows, and the slowest megabyte. */
export async function jobRows(): Promise<Row[]> {
  return [
    await growthRow(
      "growth: job diagnostics, 300 kB beside 30 kB",
      lpjob,
      jobOfSize(30_000),
      jobOfSize(300_000),
    ),
    await hostileRow(),
  ];
}

async function hostileRow(): Promise<Row> {
  const rows: Row[] = [];
  for (const texts of hostileJobs()) {
    rows.push(await slowestRow("hostile jobs of 1 MB, the slowest", lpjob, texts));
  }
  return rows.reduce((worst, it) => (it.ratio > worst.ratio ? it : worst));
}
