import { nearest } from "../../text/nearest.ts";
import { awsRegions } from "../catalog/aws-regions.ts";

/** The problem with a region name, which may be newer than our list. */
export interface RegionProblem {
  /** Never a valid region. */
  readonly isMalformed: boolean;
  readonly suggested: string | undefined;
}

const form = /^[a-z]{2,4}(?:-[a-z]+)+-\d{1,2}$/;

export function regionProblem(written: string): RegionProblem | undefined {
  if (awsRegions.includes(written)) return undefined;
  if (form.test(written)) return { isMalformed: false, suggested: nearWord(written) };
  const small = written.toLowerCase();
  const letters = lettersOf(small);
  // 'eu-central-1a' is a zone of 'eu-central-1'.
  const same = awsRegions.find((it) => [letters, letters.slice(0, -1)].includes(lettersOf(it)));
  const suggested =
    same ?? awsRegions.find((it) => small.includes(it)) ?? nearest(written, awsRegions);
  // S3-compatible storage uses short names such as 'eu'.
  return suggested === undefined && /^(?:[a-z\d-]+|EU)$/.test(written)
    ? undefined
    : { isMalformed: same !== undefined || !/^[a-z\d-]+$/.test(written), suggested };
}

/** Another number may be a new region. */
function nearWord(written: string): string | undefined {
  const near = nearest(written, awsRegions);
  return near !== undefined && withoutNumber(near) === withoutNumber(written) ? undefined : near;
}

function withoutNumber(region: string): string {
  return region.replace(/(?<!\d)\d+$/, "");
}

function lettersOf(text: string): string {
  return text.replace(/[^a-z\d]/g, "");
}
