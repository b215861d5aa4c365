/** The names in `logpull_options`, and the output options that replace them. */
export const logpullNames: ReadonlyMap<string, string> = new Map([
  ["fields", "field_names"],
  ["timestamps", "timestamp_format"],
  ["sample", "sample_rate"],
  ["CVE-2021-44228", "CVE-2021-44228"],
]);

/** One `name=value` of `logpull_options`. */
export interface LogpullPart {
  readonly name: string;
  /** The index in the text where it starts. */
  readonly at: number;
  readonly written: string;
  readonly valueAt: number;
}

/** Lazily, because callers may stop at the first error. */
export function* logpullParts(query: string): Generator<LogpullPart> {
  for (let at = 0; at < query.length; ) {
    const ampersand = query.indexOf("&", at);
    const end = ampersand === -1 ? query.length : ampersand;
    const part = query.slice(at, end);
    const equals = part.indexOf("=");
    const name = equals === -1 ? part : part.slice(0, equals);
    const written = equals === -1 ? "" : part.slice(equals + 1);
    if (part !== "") yield { name, at, written, valueAt: end - written.length };
    at = end + 1;
  }
}

/** The equivalent `output_options` property; undefined if a part is unknown. */
export function optionsFromLogpull(query: string): string | undefined {
  const options = new Map<string, string>();
  for (const { name, written } of logpullParts(query)) {
    const value = decoded(written);
    const option = value === undefined ? undefined : optionFor(name, value);
    if (!option) return undefined;
    options.set(...option);
  }
  const written = [...options].map(([name, value]) => `"${name}": ${value}`);
  return written.length > 0 ? `"output_options": { ${written.join(", ")} }` : undefined;
}

function optionFor(name: string, value: string): [string, string] | undefined {
  switch (name) {
    case "fields": {
      const names = value.split(",").map((it) => it.trim());
      const listed = names.filter((it) => it !== "").map((it) => JSON.stringify(it));
      return ["field_names", `[${listed.join(", ")}]`];
    }
    case "timestamps":
      return ["timestamp_format", JSON.stringify(value)];
    case "sample":
      return /^(?:0?\.\d+|1(?:\.0+)?)$/.test(value)
        ? ["sample_rate", String(Number(value))]
        : undefined;
    case "CVE-2021-44228":
      return value === "true" || value === "false" ? [name, value] : undefined;
    default:
      return undefined;
  }
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
