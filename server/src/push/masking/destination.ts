import type { Secrets } from "../../api/redaction.ts";
import { isOpenParameter, providerOf, secretStart } from "../../languages.ts";
import { decoded } from "../../text/encode-path.ts";
import { escapeVariables, variable } from "../../text/variables.ts";
import { hasKeyPrefix, looksLikeKey } from "../../vocabulary/key-shapes.ts";

/** The destination of a job is a URL that may contain keys. The catalog of destinations lists which parts are secret. */

interface MaskablePart {
  /** The label of a secret, for the name of a variable. */
  readonly secret?: string;
  readonly text: string;
  /** A path of which only some segments may be keys, as in webhooks. */
  readonly isMixed?: boolean;
}

/** The destination as shown to users, without secrets. The names of variables are not secret. */
export function shownDestination(destination: string): string {
  return partsOf(destination)
    .map(({ secret, text, isMixed }) => {
      if (isMixed) return withKeys(text, () => "…");
      return secret === undefined || isVariable(text) ? text : "…";
    })
    .join("");
}

/** The destination with each secret replaced by as many asterisks, so offsets stay valid. Keeps variables of any tool. */
export function maskedDestination(destination: string): string {
  return partsOf(destination)
    .map(({ secret, text, isMixed }) => {
      if (isMixed) return withKeys(text, masked);
      return secret === undefined || /^\$\{[^{}]*\}$/.test(text) ? text : masked(text);
    })
    .join("");
}

function masked(text: string): string {
  return "*".repeat(text.length);
}

/** The names of keys, which a path or a host has before the key itself. */
const keyName =
  "(?:[a-z\\d]+[-_.])*(?:api|access|auth|secret|private)?(?:key|token|secret|credential|signature|bearer|pwd|pass(?:word|wd|phrase))s?";
const isKeyName = new RegExp(`^${keyName}$`, "i");
/** As in `key=VALUE` or `key-VALUE`. */
const namedValue = new RegExp(`^(${keyName}[=:._-])(.+)$`, "is");

/** Whether there is more than variables, and names in braces, such as `{DATE}`. */
function hasText(segment: string): boolean {
  return segment.replace(braces, "") !== "";
}

const braces = /\$?\{[^{}]*\}/g;

/** A segment of a path, or a label of a host. Each key in it with its name before it is replaced. */
function withNamedKeys(
  segments: readonly string[],
  place: number,
  replace: (key: string) => string,
): string {
  const segment = segments[place] ?? "";
  // A version may be between a name and its key.
  const isVersion = (it: string) => /^(?:v\d+)?$/i.test(it);
  const name = segments.slice(0, place).findLast((it) => !isVersion(it)) ?? "";
  if (isKeyName.test(decoded(name)) && !isVersion(segment))
    return hasText(segment) ? replace(segment) : segment;
  return segment
    .split(/(?<=[;,&#])|(?=[;,&#])/)
    .map((it) => {
      const [, before = "", value = ""] = namedValue.exec(it) ?? [];
      if (value !== "") return hasText(value) ? before + replace(value) : it;
      return hasText(it) && namedValue.test(decoded(it)) ? replace(it) : it;
    })
    .join("");
}

/** The path with each key in it replaced. */
function withKeys(path: string, replace: (key: string) => string): string {
  return path
    .split("/")
    .map((it, i, all) => {
      const shown = withNamedKeys(all, i, replace);
      return shown === it && looksLikeKey(decoded(it.replace(braces, ""))) ? replace(it) : shown;
    })
    .join("/");
}

/**
 * The destination as written in a file, without secrets. If a variable contains the host, only the host of its value is
 * shown.
 */
export function shownWritten(written: string, filled: string): string {
  if (address.test(written)) return shownDestination(written);
  const names = (written.match(/\$\{env:[^}]*\}?/g) ?? []).filter((it) => it.endsWith("}"));
  return `${names.join("")} (${startsWithItsVariable(written) ? shownHost(filled) : "…"})`;
}

/** If several variables make up the host, as in `${env:USER}://${env:GITHUB_TOKEN}`, it may contain a secret. */
function startsWithItsVariable(written: string): boolean {
  return /^\$\{env:\w+\}(?:[/?](?!.*\$\{env:).*)?$/s.test(written);
}

/**
 * A destination other than the one in the file, such as the destination of the last push. If the file has a variable outside
 * of the secrets, this one may contain its value, so only the host is shown.
 */
export function shownOther(destination: string, written: string): string {
  if (!address.test(written)) return startsWithItsVariable(written) ? shownHost(destination) : "…";
  const isOpen = ({ secret, text }: MaskablePart) =>
    (secret === undefined || secret === "path") && text.includes("${env:");
  if (!partsOf(written).some(isOpen)) return shownDestination(destination);
  const isHostOpen = /^[^/]*:\/\/[^/?]*\$\{env:/.test(written);
  return isHostOpen ? "…" : shownHost(destination);
}

function shownHost(destination: string): string {
  // An '@' later on may end a password that contains a '/'.
  const parts = /^([a-z0-9]{1,12}:\/\/)(?:[^/?]*@)?([^/?@]+)(?:[/?][^@]*)?$/s.exec(destination);
  if (!parts) return "…";
  const [, scheme = "", host = ""] = parts;
  return `${shownDestination(`${scheme}${host}`)}/…`;
}

/** Where a destination is. */
export interface DestinationPlace {
  readonly scheme: string;
  /** Or a bucket, without the port. */
  readonly host: string;
  /** The hosts of a storage that is compatible with S3. */
  readonly endpoints: readonly string[];
  /** The scheme with the host and its port, the bucket and its endpoint, or the project. */
  readonly origin: string;
}

/** Undefined if programs may read the address in several ways. */
export function placeOfDestination(destination: string): DestinationPlace | undefined {
  const [, written = "", login = "", place = "", query = ""] = address.exec(destination) ?? [];
  const [first = ""] = /^(?:projects\/[^/]+|[^/]*)/.exec(place) ?? [];
  if (/[\\#\s@]/.test(login + first) || first === "") return undefined;
  const scheme = written.toLowerCase();
  const name = first.toLowerCase().replace(scheme === "https" ? /:443$/ : /$^/, "");
  const endpoints = query
    .split("&")
    .flatMap((it) => (/^endpoint=/i.test(it) ? [decoded(it.slice("endpoint=".length))] : []));
  const at = endpoints.map((it) => `?endpoint=${it}`).join("");
  return {
    scheme,
    host: name.replace(/:\d+$/, ""),
    endpoints,
    origin: `${scheme}://${name}${at}`,
  };
}

/** Whether each use of a variable in a destination is in a secret part. */
export function isOnlyInSecrets(name: string, written: string): boolean {
  return partsOf(written).every(
    (it) => it.secret !== undefined || !it.text.includes(variable(name)),
  );
}

function isVariable(text: string): boolean {
  return /^\$\{env:\w+\}$/.test(text);
}

const address = /^([a-z0-9]+):\/\/(?:([^/?]*)@)?([^?]*)(?:\?(.*))?/is;

/** The destination with its secrets masked: equal whatever their values. */
export function withoutSecrets(destination: string): string {
  return partsOf(destination)
    .map((it) => (it.secret === undefined ? it.text : "…"))
    .join("");
}

/** The secrets that a file contains itself, instead of variables. */
export function writtenSecrets(destination: string): string[] {
  return partsOf(destination).flatMap(({ secret, text }) =>
    secret === undefined || isVariable(text) ? [] : [text],
  );
}

/** Masks a destination in messages, and each of its keys, as it is written and as it is meant. */
export function hideDestination(destination: unknown, secrets: Secrets): void {
  if (typeof destination !== "string") return;
  secrets.add(destination);
  const keys = partsOf(destination).flatMap(({ secret, text, isMixed }) => {
    if (!isMixed) return secret === undefined ? [] : [text];
    const found: string[] = [];
    withKeys(text, (key) => String(found.push(key)));
    return found;
  });
  for (const it of keys.flatMap((key) => [key, decoded(key), ...decoded(key).split(/[\s:]/)]))
    if (it.length >= shortestKey) secrets.add(it);
}

/** Shorter texts, such as `Bearer`, occur in any sentence. */
const shortestKey = 8;

/** For a file: each secret as `write` has it, which gets its label, and everything else as it is sent. */
export function withVariables(
  destination: string,
  write: (label: string, secret: string) => string,
): string {
  return partsOf(destination)
    .map(({ secret, text }) => (secret === undefined ? escapeVariables(text) : write(secret, text)))
    .join("");
}

/** The replacements of secrets in a destination of a file, by their labels. */
export function secretsByLabel(written: string): Map<string, string> {
  return new Map(
    partsOf(written).flatMap(({ secret, text }) => (secret === undefined ? [] : [[secret, text]])),
  );
}

function partsOf(destination: string): MaskablePart[] {
  const match = address.exec(destination);
  if (!match) return [{ secret: "destination", text: destination }];
  const [, scheme = "", login, place = "", query] = match;
  const provider = providerOf(scheme.toLowerCase(), place);
  const start = secretStart(provider, place);
  const hidden = place.slice(start);
  return [
    { text: `${scheme}://` },
    ...(login === undefined ? [] : [{ secret: "login", text: login }, { text: "@" }]),
    ...hostParts(place.slice(0, start), provider),
    ...(hidden === ""
      ? []
      : [{ secret: "path", text: hidden, isMixed: !provider?.address.secret }]),
    ...(query === undefined ? [] : [{ text: "?" }, ...parametersOf(query, provider)]),
  ];
}

/** Hosts whose names have IDs, which are no keys. */
const hostsWithIds =
  /\.(?:amazonaws\.com(?:\.cn)?|cloudfront\.net|windows\.net|azurewebsites\.net|azure\.com|run\.app|googleapis\.com|cloud\.ibm\.com)$/i;

/** A host may have a token as a subdomain. The domain itself, and the names of buckets, are shown. */
function hostParts(place: string, provider: ReturnType<typeof providerOf>): MaskablePart[] {
  const [host = ""] = /^(?:\$\{[^{}]*\}|[^/:#])*/.exec(place) ?? [];
  const isHost = provider === undefined || /host|endpoint/.test(provider.address.what);
  const labels = [""];
  for (const [it] of host.matchAll(/(?:\$\{[^{}]*\}|[^.])+|\./g))
    if (it === ".") labels.push("");
    else labels[labels.length - 1] = it;
  const mayBeKey = isHost && !hostsWithIds.test(host) && !/^[\d.]+$/.test(host);
  const isKey = (it: string, i: number) =>
    mayBeKey &&
    i < labels.length - 2 &&
    !it.includes("{") &&
    (looksLikeKey(it) || isNamed(labels, i));
  const parts = labels.flatMap((it, i): MaskablePart[] => [
    ...(i === 0 ? [] : [{ text: "." }]),
    isKey(it, i) ? { secret: i === 0 ? "host" : `host-${i}`, text: it } : { text: it },
  ]);
  const rest = place.slice(host.length);
  return [...parts, ...pathParts(rest)];
}

function isNamed(segments: readonly string[], place: number): boolean {
  return withNamedKeys(segments, place, () => "") !== segments[place];
}

/** The path in a bucket or of a known collector has no key, unless it looks like nothing else or its name is before it. */
function pathParts(path: string): MaskablePart[] {
  const segments = path.split("/");
  return segments.flatMap((text, i): MaskablePart[] => {
    const isKey = hasKeyPrefix(text) || isNamed(segments, i);
    const label = `path-${2 * i - 1}`;
    return [...(i === 0 ? [] : [{ text: "/" }]), isKey ? { secret: label, text } : { text }];
  });
}

function parametersOf(query: string, provider: ReturnType<typeof providerOf>): MaskablePart[] {
  return query.split("&").flatMap((it, i): MaskablePart[] => {
    const equals = it.indexOf("=");
    const between = i === 0 ? [] : [{ text: "&" }];
    // Without a name its meaning is unknown.
    if (equals === -1)
      return [...between, it === "" ? { text: "" } : { secret: "query", text: it }];
    const name = it.slice(0, equals);
    const value = it.slice(equals + 1);
    // After a wrong separator, as in 'region=eu;secret-access-key=…', a secret may follow.
    const isOne = !/[=;#?\s]|%3[bd]/i.test(value);
    const isOpen = value === "" || (isOne && isOpenParameter(provider, name));
    return [
      ...between,
      { text: `${name}=` },
      isOpen ? { text: value } : { secret: name, text: value },
    ];
  });
}
