import type { SyntaxProblem } from "../../json/syntax/problems.ts";
import type { JsonObject, JsonValue } from "../../json/syntax/tree.ts";
import { hasKeyPrefix } from "../../vocabulary/key-shapes.ts";

/** A credential in `weir.json` is an error: anyone who can read the repository has it. */

/** A name for credentials, whatever it is called. The value is never repeated. */
const secretName = /pass|secret|token|api_?key|credential|auth/i;

export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** A password in a URL, or a parameter of it with the name of a secret. */
function hasKeyInUrl(text: string): boolean {
  const [, ...urls] = text.split("://");
  return urls.some((url) => {
    const [, ...parameters] = url.split(/[?&]/);
    return /^[^/\s:@]*:[^/\s@]+@/.test(url) || parameters.some(isSecretParameter);
  });
}

function isSecretParameter(text: string): boolean {
  const [name = "", value = ""] = text.split("=");
  return value !== "" && /pass|secret|token|key|auth|sig/i.test(name);
}

/** An option of a command with its value, as in `--password=hunter2`. */
const keyOption = /^--?[\w-]*(?:password|passwd|secret|token|api-?key)=./i;

/** An option whose value is the next word, as in `--password hunter2`. */
const keyOptionAlone = /^--?[\w-]*(?:password|passwd|secret|token|api-?key)$/i;

/** A header, as in `Authorization: Bearer …`. */
const keyHeader = /^[\w-]*(?:authorization|password|secret|token|api-?key):\s*\S/i;

/** A credential is an error, whatever severity the file sets. */
export interface UnusableProblem extends SyntaxProblem {
  readonly severity?: "error";
}

/** Adds the credentials. A problem at the same place has the advice, so it becomes the error. */
export function withCredentials(
  others: readonly UnusableProblem[],
  root: JsonObject,
): readonly UnusableProblem[] {
  const places = new Set(others.map((it) => it.start));
  const credentials = [...inStrings(root), ...inNames(root)];
  const keys = new Set(credentials.map((it) => it.start));
  return [
    ...others.map((it) => (keys.has(it.start) ? { ...it, severity: "error" as const } : it)),
    ...credentials.filter((it) => !places.has(it.start)),
  ];
}

/** Whether a part of the file has a credential. */
export function hasCredential(problems: readonly UnusableProblem[], part?: JsonValue): boolean {
  const isInside = ({ start }: UnusableProblem) =>
    part === undefined || (start >= part.start && start < part.end);
  return problems.some((it) => it.severity === "error" && isInside(it));
}

export function credentialProblem(
  { start, end }: { readonly start: number; readonly end: number },
  message: string,
): UnusableProblem {
  return { start, end, message, fixes: [], severity: "error" };
}

function inStrings(value: JsonValue): UnusableProblem[] {
  if (value.kind === "array")
    return value.items.flatMap((it, i) => {
      const before = value.items[i - 1];
      return isText(before) && isText(it) && isValueOf(before.value, it.value)
        ? [inString(it)]
        : inStrings(it);
    });
  if (value.kind === "object")
    return value.properties.flatMap((it) => (it.value ? inStrings(it.value) : []));
  return isText(value) && (hasKeyInUrl(value.value) || holdsKey(value.value))
    ? [inString(value)]
    : [];
}

function isText(value: JsonValue | undefined): value is JsonValue & { readonly kind: "string" } {
  return value?.kind === "string";
}

/** About a string with a credential, which is not shown. */
export const keyInString =
  "Credentials do not belong in 'weir.json'. Remove it, and set it in the environment.";

function inString(value: JsonValue): UnusableProblem {
  return credentialProblem(value, keyInString);
}

function isValueOf(option: string, word: string): boolean {
  return keyOptionAlone.test(option) && !word.startsWith("-");
}

function holdsKey(text: string): boolean {
  return keyOption.test(text) || keyHeader.test(text) || hasKeyPrefix(text);
}

/** At the top and in profiles; engines say which variable to use instead. */
function inNames(root: JsonObject): UnusableProblem[] {
  const profiles = root.properties.find((it) => it.name.value === "profiles")?.value;
  const inside = profiles?.kind === "object" ? profiles.properties.map((it) => it.value) : [];
  return [root, ...inside].flatMap((it) =>
    it?.kind === "object"
      ? it.properties
          .filter(({ name }) => secretName.test(name.value))
          .map(({ name }) =>
            credentialProblem(
              name,
              "Credentials do not belong in 'weir.json'. Remove it, and set 'WEIR_API_TOKEN' or sign in.",
            ),
          )
      : [],
  );
}
