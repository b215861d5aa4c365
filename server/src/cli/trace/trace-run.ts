import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { printable, printableJson } from "../../text/printable.ts";
import { requestOfLogLine } from "../../trace/requests/log-line.ts";
import {
  type FoundRequest,
  isKnown,
  readTracedRequest,
  requestOfCurl,
  requestOfHar,
  type Trace,
  Tracer,
  traceText,
} from "../../trace/trace.ts";
import { reasonOf } from "../../workspace/files/file-errors.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { oneOf, parseInteger } from "../arguments.ts";
import { exit, type Io, UsageError } from "../io.ts";
import type { TraceValues } from "../options.ts";
import { paintFor } from "../render/paint.ts";
import { renderLive, renderTraceMarkdown } from "../render/trace.ts";
import { readServiceConfiguration } from "../service/read-session.ts";
import { Settings, valuesFrom } from "../settings.ts";
import {
  type FoundConfiguration,
  readConfiguration,
  readEnvironments,
  severalEnvironments,
} from "./configuration.ts";
import { liveTrace } from "./live.ts";

const formats = ["pretty", "json", "markdown"] as const;

/** `weir trace` */
export async function traceRun(
  flags: TraceValues,
  paths: readonly string[],
  io: Io,
): Promise<number> {
  const format = oneOf("--format", flags.format, formats);
  const given = requestFrom(flags, io);
  const response = responseFrom(flags);
  const { all, notRead } = await configurationsFor(flags, paths, io);
  for (const it of notRead) io.err(`${printable(it)}\n`);
  const extras = { headers: flags.header ?? [], settings: flags.set ?? [] };
  const { zone, over } = flags;
  const logged = typeof given === "object" && "logged" in given ? given.logged : undefined;
  const options = { zone, over, response, logged };
  const { traced, read, configuration } = onlyOne(
    all.map(({ configuration, context }) => {
      const read = readTracedRequest(given, extras, context);
      if ("problem" in read) throw new UsageError(`Invalid request: ${read.problem}`);
      const traced = new Tracer(configuration, context).trace(read.request, options);
      return { traced, read, configuration };
    }),
    all.map((it) => it.environment ?? ""),
  );
  const live = flags.live
    ? await liveTrace(traced, read.request, configuration, {
        io,
        profile: flags.profile,
        near: nearOf(paths, io),
      })
    : undefined;
  if (format === "json") io.out(`${printableJson({ ...traced, ...(live && { live }) })}\n`);
  else if (format === "markdown")
    io.out(renderTraceMarkdown(traced) + renderLive(live, "markdown"));
  else io.out(traceText(traced, extras.settings, paintFor(io.color)) + renderLive(live, "pretty"));
  const isSure = isKnown(traced.outcome) && notRead.length === 0;
  return isSure && !live?.differences.length ? exit.fine : exit.found;
}

/** The trace of the environment that has the zone, or that all agree on. */
function onlyOne<Found extends { readonly traced: Trace | { readonly problem: string } }>(
  all: readonly Found[],
  names: readonly string[],
): Found & { readonly traced: Trace } {
  const found = all.filter(
    (it): it is Found & { readonly traced: Trace } => !("problem" in it.traced),
  );
  const [first] = found;
  if (first && found.every((it) => isDeepStrictEqual(it.traced, first.traced))) return first;
  const [problem] = all.flatMap(({ traced }) => ("problem" in traced ? [traced.problem] : []));
  if (!first && problem !== undefined) throw new UsageError(problem);
  throw severalEnvironments(
    names.filter((_, index) => !("problem" in (all[index] as Found).traced)),
  );
}

function nearOf(paths: readonly string[], io: Io): string {
  return withForwardSlashes(resolve(io.cwd, paths[0] ?? "rules.cfrule"));
}

/** With `--service`, files replace what they define, and there may be none. */
async function configurationsFor(
  { service, live, profile, ...flags }: TraceValues,
  paths: readonly string[],
  io: Io,
): Promise<{ readonly all: readonly TracedConfiguration[]; readonly notRead: readonly string[] }> {
  const values = valuesFrom(flags["var-file"], io);
  if (!service) {
    if (profile !== undefined && !live)
      throw new UsageError("'--profile' needs '--service' or '--live'.");
    const all = readEnvironments(paths, io, values);
    if (all.every((it) => it.configuration.rulesets.length === 0))
      throw new UsageError("Nothing to trace: there are no rulesets in these files.");
    return { all, notRead: [] };
  }
  const near = nearOf(paths, io);
  const settings = new Settings(io, undefined, values);
  const files = paths.length > 0 ? readConfiguration(paths, io, settings) : undefined;
  if (files && files.environments.length > 1) throw severalEnvironments(files.environments);
  const read = await readServiceConfiguration(io, profile, near, files?.configuration);
  const configuration = read.after;
  if (configuration.rulesets.length === 0)
    throw new UsageError("Nothing to trace: the zone and its account have no rulesets.");
  const context = files?.context ?? settings.contextFor(near);
  return { all: [{ configuration, context }], notRead: read.notRead };
}

interface TracedConfiguration extends Pick<FoundConfiguration, "configuration" | "context"> {
  readonly environment?: string;
}

function requestFrom(flags: TraceValues, io: Io): string | FoundRequest {
  const given = (["request", "curl", "har", "log"] as const).filter(
    (it) => flags[it] !== undefined,
  );
  const [kind, other] = given;
  if (kind === undefined)
    throw new UsageError("Name a request: '--request', '--curl', '--har' or '--log'.");
  if (other !== undefined) throw new UsageError(`Use '--${kind}' or '--${other}', not both.`);
  const value = flags[kind] ?? "";
  if (kind === "request") return value;
  const found =
    kind === "curl" ? requestOfCurl(value) : kind === "har" ? harIn(value, io) : logIn(value, io);
  if ("problem" in found) throw new UsageError(`'--${kind}': ${found.problem}`);
  return found;
}

/** `FILE`, or `FILE#2` for the second request. */
function harIn(value: string, io: Io): FoundRequest {
  const [, file = value, position = "1"] = /^(.*)#(\d+)$/.exec(value) ?? [];
  return requestOfHar(textOf(file, io), Number(position));
}

function logIn(value: string, io: Io): FoundRequest {
  const text = value.trimStart().startsWith("{") ? value : textOf(value, io);
  return requestOfLogLine(text.split(/\r?\n/).find((it) => it.trim() !== "") ?? "");
}

function textOf(path: string, io: Io): string {
  try {
    return readFileSync(resolve(io.cwd, path), "utf8");
  } catch (error) {
    throw new UsageError(`${path}: ${reasonOf(error)}`);
  }
}

function responseFrom(flags: TraceValues) {
  const status = flags["response-status"];
  const headers = new Map<string, string[]>();
  for (const it of flags["response-header"] ?? []) {
    const colon = it.indexOf(":");
    const name = it.slice(0, Math.max(colon, 0)).trim();
    const value = it.slice(colon + 1);
    if (!/^[^\s:]+$/.test(name))
      throw new UsageError(`'--response-header' needs 'NAME: VALUE', found '${it}'.`);
    const key = name.toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value.trim()]);
  }
  const code = status === undefined ? undefined : parseInteger("--response-status", status);
  if (code !== undefined && (code < 100 || code > 999))
    throw new UsageError(`'--response-status' needs a status from 100 to 999, found '${status}'.`);
  return { status: code, headers };
}
