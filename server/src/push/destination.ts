import { isOpenParameter, providerOf, secretStart } from "../languages.ts";

/** The destination of a job is an address that may hold keys. Which of its parts do, the catalogue of destinations says. */

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
  const match = /^([a-z0-9]+):\/\/(?:([^/?]*)@)?([^?]*)(?:\?(.*))?$/s.exec(destination);
  if (!match) return [{ secret: "destination", text: destination }];
  const [, scheme = "", login, address = "", query] = match;
  const provider = providerOf(scheme, address);
  const start = secretStart(provider, address);
  const hidden = address.slice(start);
  return [
    { text: `${scheme}://` },
    ...(login === undefined ? [] : [{ secret: "login", text: login }, { text: "@" }]),
    { text: address.slice(0, start) },
    ...(hidden === "" ? [] : [{ secret: "path", text: hidden }]),
    ...(query === undefined ? [] : [{ text: "?" }, ...parametersOf(query, provider)]),
  ];
}

function parametersOf(query: string, provider: ReturnType<typeof providerOf>): Part[] {
  return query.split("&").flatMap((it, i): Part[] => {
    const equals = it.indexOf("=");
    const between = i === 0 ? [] : [{ text: "&" }];
    // Without a name there is no telling what it is.
    if (equals === -1)
      return [...between, it === "" ? { text: "" } : { secret: "query", text: it }];
    const name = it.slice(0, equals);
    const value = it.slice(equals + 1);
    const isOpen = value === "" || isOpenParameter(provider, name);
    return [
      ...between,
      { text: `${name}=` },
      isOpen ? { text: value } : { secret: name, text: value },
    ];
  });
}
