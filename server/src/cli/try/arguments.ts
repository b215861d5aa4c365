import { hostOfPath, languageOfPath } from "../../languages.ts";
import { nanosecondsOf } from "../../text/timestamps.ts";
import { UsageError } from "../io.ts";

/** The engine that reads files, and needs no settings. */
export const onFiles = "duckdb";

/** The parts of a command line, as Node's `parseArgs` lists them. */
interface Token {
  readonly kind: string;
  readonly name?: string;
  readonly value?: string | undefined;
}

/** All paths after '--logs' are logs, because shells expand globs; except for files in our languages. */
export function splitPaths(tokens: readonly Token[]): { files: string[]; logs: string[] } {
  const files: string[] = [];
  const logs: string[] = [];
  let isInLogs = false;
  for (const { kind, name, value = "" } of tokens) {
    if (kind === "option") isInLogs = name === "logs";
    if (kind === "option" && isInLogs) logs.push(value);
    if (kind === "positional") (isInLogs && !isOurs(value) ? logs : files).push(value);
  }
  return { files, logs };
}

function isOurs(path: string): boolean {
  // Paths of buckets are always logs.
  if (path.includes("://")) return false;
  const isHost = !path.toLowerCase().endsWith(".json") && hostOfPath(path) !== undefined;
  return languageOfPath(path) !== undefined || isHost;
}

/** A share from '5%' or '0.05'. */
export function parseShare(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const percent = /^(\d+(?:\.\d+)?)\s*%$/.exec(value)?.[1];
  const share = percent === undefined ? fraction(value) : Number(percent) / 100;
  if (share === undefined || share > 1)
    throw new UsageError(`'${option}' needs a percentage such as '5%', found '${value}'.`);
  return share;
}

function fraction(value: string): number | undefined {
  return /^(?:0|1|0?\.\d+|1\.0+)$/.test(value) ? Number(value) : undefined;
}

const units: Readonly<Record<string, bigint>> = {
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
  d: 86_400_000_000_000n,
};

/** A time in any format of the logs, a day, or how long ago, as in '2h'. */
export function parseTime(
  option: string,
  value: string | undefined,
  now: number,
): bigint | undefined {
  if (value === undefined) return undefined;
  const [, count = "", unit = ""] = /^(\d{1,9})([smhd])$/.exec(value) ?? [];
  if (count !== "") return BigInt(now) * 1_000_000n - BigInt(count) * (units[unit] ?? 0n);
  const at = nanosecondsOf(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value);
  if (at === undefined)
    throw new UsageError(
      `'${option}' needs a time such as '2025-11-12T13:00:00Z', '2025-11-12' or '2h', found '${value}'.`,
    );
  return at;
}
