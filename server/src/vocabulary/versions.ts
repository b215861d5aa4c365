/** `1.2` for a TLS version and `2` for one of HTTP: the value that ends in that number. */
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

/** Whether the text is a version, with or without the name of what it is the version of. */
export function versionNumber(text: string): string | undefined {
  const found = /^(?:https?|tls|ssl|h)?[ /_-]*v?[ _]?([0-9])(?:[._]([0-9]))?$/i.exec(text.trim());
  return found?.[1] && `${found[1]}.${found[2] ?? "0"}`;
}
