/** The destination of a job is an address that may hold keys. Here is all that is known about which part is a secret. */

/** Parameters that open nothing. Any other may be a key. */
const harmless = new Set([
  "region",
  "sse",
  "endpoint",
  "sourcetype",
  "insecure-skip-verify",
  "ddsource",
  "service",
  "host",
  "ddtags",
  "format",
  "account-id",
]);

/** Destinations whose path names a place, such as a bucket. Elsewhere a path may be what lets one in. */
const openPaths = new Set([
  "s3",
  "r2",
  "gs",
  "azure",
  "kinesis",
  "bq",
  "splunk",
  "sentinelone",
  "datadog",
  "ibmcl",
]);

interface Part {
  /** Of a secret: what it is called, for the name of a variable. */
  readonly secret?: string;
  readonly text: string;
}

/** All that a person is shown of it. */
export function shownDestination(destination: string): string {
  const scheme = /^[a-z0-9]{1,12}:\/\//.exec(destination)?.[0] ?? "";
  return `${scheme}…`;
}

/** The same for every value that the secrets may have. */
export function withoutSecrets(destination: string): string {
  return partsOf(destination)
    .map((it) => (it.secret === undefined ? it.text : "…"))
    .join("");
}

/** For a file: `${env:NAME}` in the place of each secret. The names start with what the job is called. */
export function withVariables(destination: string, jobName: string): string {
  return partsOf(destination)
    .map(({ secret, text }) =>
      secret === undefined ? text : `\${env:${variableName(`${jobName} ${secret}`)}}`,
    )
    .join("");
}

function variableName(words: string): string {
  const name = words
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return /^[A-Z]/.test(name) ? name : `JOB_${name}`;
}

function partsOf(destination: string): Part[] {
  const match = /^([a-z0-9]+):\/\/([^/?]*)([^?]*)(?:\?(.*))?$/s.exec(destination);
  if (!match) return [{ secret: "destination", text: destination }];
  const [, scheme = "", host = "", path = "", query] = match;
  const at = host.lastIndexOf("@");
  const parts: Part[] = [{ text: `${scheme}://` }];
  if (at !== -1) parts.push({ secret: "login", text: host.slice(0, at) }, { text: "@" });
  parts.push({ text: host.slice(at + 1) });
  const openPath = openPaths.has(scheme) || path === "" || path === "/";
  parts.push(openPath ? { text: path } : { secret: "path", text: path });
  if (query !== undefined) parts.push({ text: "?" }, ...parametersOf(query));
  return parts;
}

function parametersOf(query: string): Part[] {
  return query.split("&").flatMap((it, i): Part[] => {
    const equals = it.indexOf("=");
    const between = i === 0 ? [] : [{ text: "&" }];
    // Without a name there is no telling what it is.
    if (equals === -1)
      return [...between, it === "" ? { text: "" } : { secret: "query", text: it }];
    const name = it.slice(0, equals);
    const value = it.slice(equals + 1);
    const isOpen = value === "" || harmless.has(name);
    return [
      ...between,
      { text: `${name}=` },
      isOpen ? { text: value } : { secret: name, text: value },
    ];
  });
}
