import { type Environment, secretPrefix } from "../../api/credential.ts";
import type { RemoteJob } from "../../api/shapes.ts";
import { isJob } from "../../languages.ts";
import { isRecord } from "../../text/record.ts";
import { escapeVariables } from "../../text/variables.ts";
import { templateAt } from "../drafts/job.ts";
import { secretsByLabel, withVariables } from "../masking/destination.ts";
import { fillIn, matchesWritten, missingVariables, variablesIn } from "../masking/variables.ts";
import type { Settings } from "../plan/settings.ts";
import type { Session } from "../session/session.ts";

/** Settings of the service as a file has them: nothing that the service says is a variable, and secrets are. */
export type WriteFields = (fields: Settings) => Settings;

/**
 * How the jobs of a pull are written. Call it for every job, in the order of the service: each secret gets a variable of its
 * own, which no file and no program uses yet.
 */
export function jobWriter(session: Session): (job: RemoteJob, path: string) => WriteFields {
  const { env, files } = session;
  const names = new FreshNames(env);
  for (const it of files.list().filter((path) => isJob(path)))
    for (const name of variablesIn(templateAt(it, files).template)) names.take(name);
  return (job, path) => {
    const { template } = templateAt(path, files);
    const destination = destinationOf(job, template, names);
    return ({ filter, destination_conf, ...rest }) => ({
      ...(asWritten(rest, template, env) as Settings),
      ...(destination_conf === undefined ? undefined : { destination_conf: destination }),
      ...(filter === undefined ? undefined : { filter }),
    });
  };
}

/** The file's own variable for a secret is kept, whatever its value is now. */
function destinationOf(job: RemoteJob, template: Settings, names: FreshNames): unknown {
  const { destination_conf: destination, name, id } = job;
  if (typeof destination !== "string") return destination;
  const known = secretsByLabel(String(template.destination_conf ?? ""));
  return withVariables(destination, (label, secret) => {
    const written = known.get(label);
    if (variablesIn(written).length > 0 && matchesWritten(written, secret)) return String(written);
    const words = `${wordsOf(name) || `JOB_${id}`}_${wordsOf(label)}`;
    return `\${env:${names.fresh(`${secretPrefix}${words}`, id, secret)}}`;
  });
}

const longest = 60;

function wordsOf(name: unknown): string {
  if (typeof name !== "string") return "";
  const words = name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
  return words.slice(0, longest).replaceAll(/^_+|(?<!_)_+$/g, "");
}

class FreshNames {
  private readonly taken = new Set<string>();
  private readonly env: ReadonlyMap<string, string | undefined>;

  constructor(env: Environment) {
    // Windows does not distinguish upper and lower case.
    this.env = new Map(Object.entries(env).map(([name, value]) => [name.toUpperCase(), value]));
  }

  take(name: string): void {
    this.taken.add(name.toUpperCase());
  }

  /** A variable that is set already is only used if it has this secret. */
  fresh(usual: string, id: number, secret: string): string {
    for (let count = 0; ; count++) {
      const suffix = count === 0 ? "" : count === 1 ? `_${id}` : `_${id}_${count}`;
      const name = usual + suffix;
      const value = this.env.get(name);
      if (this.taken.has(name) || (value !== undefined && value !== secret)) continue;
      this.take(name);
      return name;
    }
  }
}

/** Values of the service as a file has them. Where the file has a variable with this value, it is kept. */
function asWritten(value: unknown, template: unknown, env: Environment): unknown {
  if (typeof value === "string") {
    const isSame = isFilledIn(template, value, env);
    return isSame ? template : escapeVariables(value);
  }
  if (Array.isArray(value))
    return value.map((it, i) => asWritten(it, Array.isArray(template) ? template[i] : null, env));
  if (!isRecord(value)) return value;
  const known = isRecord(template) ? template : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => [name, asWritten(it, known[name], env)]),
  );
}

/** Whether the value is the value of a text in a file. If a variable of it is not set, it may be. */
export function isFilledIn(written: unknown, value: unknown, env: Environment): boolean {
  const names = variablesIn(written);
  if (typeof written !== "string" || names.length === 0) return false;
  if (missingVariables(names, env).length > 0) return matchesWritten(written, value);
  return fillIn(written, env) === value;
}
