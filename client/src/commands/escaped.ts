/** Reads filters from the clipboard: JSON, an escaped string with or without quotes, a job, or a shell-quoted string. */

/** Maximum levels of escaping. */
const maxLevels = 4;

/** The filter in a text, as JSON. Numbers are kept as written. */
export function filterIn(text: string): string | undefined {
  let current = withoutShellQuotes(text.trim());
  for (let level = 0; level < maxLevels; level += 1) {
    const value = parsed(current);
    if (typeof value === "string") current = value.trim();
    else if (isObject(value) && typeof value.filter === "string") current = value.filter.trim();
    else if (isObject(value)) return "where" in value ? current : undefined;
    else {
      const inside = parsed(`"${current}"`);
      if (typeof inside !== "string" || inside === current) return undefined;
      current = inside.trim();
    }
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutShellQuotes(text: string): string {
  return /^'[^']*'$/.test(text) ? text.slice(1, -1) : text;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
