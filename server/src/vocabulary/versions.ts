/** The value with the version number of the text: `TLSv1.2` for `1.2`, `HTTP/2` for `h2`. */
export function suggestedVersion(text: string, values: Iterable<string>): string | undefined {
  const number = versionNumber(text);
  if (number === undefined) return undefined;
  for (const value of values) if (isVersion(value) && versionNumber(value) === number) return value;
  return undefined;
}

/** Plain numbers are not versions. */
function isVersion(value: string): boolean {
  return /^[A-Za-z]/.test(value);
}

/** The version number in a text such as `TLS 1.2`, `h2` or `1.1`; otherwise undefined. */
export function versionNumber(text: string): string | undefined {
  const found = /^(?:https?|tls|ssl|h)?[ /_-]*v?[ _]?([0-9])(?:[._]([0-9]))?$/i.exec(text.trim());
  return found?.[1] && `${found[1]}.${found[2] ?? "0"}`;
}
