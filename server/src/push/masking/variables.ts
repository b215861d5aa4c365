import { type Environment, isCredentialVariable } from "../../api/credential.ts";
import { Secrets } from "../../api/redaction.ts";
import { templateParts, variablesIn as variablesInText } from "../../text/variables.ts";
import { PushError } from "../push-error.ts";

/** The names in `${env:NAME}`, in any string of the value. */
export function variablesIn(value: unknown): string[] {
  const found = new Set<string>();
  eachString(value, (text) => {
    for (const { name, written, closed } of variablesInText(text))
      if (name !== undefined) found.add(name);
      else if (closed && written.startsWith("env:")) found.add(written.slice("env:".length));
    return text;
  });
  return [...found];
}

/** The value as it is sent, with `${env:NAME}` filled in. Variables that are not set are kept as written. */
export function fillIn(value: unknown, env: Environment): unknown {
  return eachString(value, (text) =>
    templateParts(text)
      .map((it) => (typeof it === "string" ? it : env[it.variable] || `\${env:${it.variable}}`))
      .join(""),
  );
}

const variable = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Files are untrusted: credentials are never filled in, under whatever name. */
export function refuseVariables(names: readonly string[], env: Environment): void {
  for (const name of names) {
    if (!variable.test(name))
      throw new PushError(
        `Invalid variable '\${env:${name}}'. Use a name such as '\${env:LOGS_KEY}'.`,
      );
    if (isCredentialVariable(name) || isCredentialValue(env[name], env)) {
      throw new PushError(
        `'\${env:${name}}' is an API credential and cannot be used in a job. Use another variable.`,
      );
    }
  }
}

/** Shorter values occur by chance. */
const shortestSecret = 8;

function isCredentialValue(value: string | undefined, env: Environment): boolean {
  if (value === undefined) return false;
  return Object.entries(env).some(
    ([name, secret]) =>
      secret !== undefined &&
      secret.trim().length >= shortestSecret &&
      isCredentialVariable(name) &&
      secretName.test(name) &&
      value.includes(secret.trim()),
  );
}

/** Whether the value can result from the written one by filling in its variables. */
export function matchesWritten(written: unknown, value: unknown): boolean {
  if (typeof written !== "string" || typeof value !== "string") return false;
  const literals = templateParts(written).filter((it) => typeof it === "string");
  const [first = "", ...rest] = literals;
  const last = rest.pop();
  if (last === undefined) return value === first;
  if (!value.startsWith(first)) return false;
  let at = first.length;
  for (const it of rest) {
    const found = value.indexOf(it, at);
    if (found === -1) return false;
    at = found + it.length;
  }
  return value.length >= at + last.length && value.endsWith(last);
}

export function withVariablesHidden(written: unknown): unknown {
  return eachString(written, (text) =>
    templateParts(text)
      .map((it) => (typeof it === "string" ? it : "…"))
      .join(""),
  );
}

const secretName = /TOKEN|SECRET|PASSW|CREDENTIAL|(?:^|_)KEY(?:_|$)/i;

/**
 * Secrets of the environment, by name. The service may have one from an earlier version of a file that no longer uses it. Under
 * other names, what the file itself does not say is hidden too.
 */
export function secretsIn(env: Environment, file?: string): Secrets {
  const secrets = new Secrets();
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || value.length < shortestSecret) continue;
    const isNew = file !== undefined && !file.includes(value);
    if (isNew || secretName.test(name)) secrets.add(value);
  }
  return secrets;
}

export function missingVariables(names: readonly string[], env: Environment): string[] {
  return names.filter((it) => !env[it]);
}

/** The value with every string in it mapped. */
export function eachString(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((it) => eachString(it, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => [name, eachString(it, change)]),
  );
}
