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
const keyInUrl =
  /:\/\/[^/\s:@]*:[^/\s@]+@|:\/\/\S*[?&][^=&\s]*(?:pass|secret|token|key|auth|sig)[^=&\s]*=(?!&|$)/i;

/** An option of a command with its value, as in `--password=hunter2`. */
const keyOption = /^--?[\w-]*(?:password|passwd|secret|token|api-?key)=./i;

/** A credential is an error, whatever severity the file sets. */
export interface UnusableProblem extends SyntaxProblem {
  readonly severity?: "error";
}

/** Adds the credentials. A problem at the same place says what to do, so it becomes the error. */
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
  if (value.kind === "array") return value.items.flatMap(inStrings);
  if (value.kind === "object")
    return value.properties.flatMap((it) => (it.value ? inStrings(it.value) : []));
  if (value.kind !== "string" || !holdsKey(value.value)) return [];
  return [
    credentialProblem(
      value,
      "Credentials do not belong in 'weir.json'. Remove it, and set it in the environment.",
    ),
  ];
}

function holdsKey(text: string): boolean {
  return keyInUrl.test(text) || keyOption.test(text) || hasKeyPrefix(text);
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
