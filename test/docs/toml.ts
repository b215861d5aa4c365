/** Parses the TOML subset of our docs: tables, arrays of tables and single-line values. Throws otherwise. */
export function readToml(text: string): Table {
  const whole: Table = {};
  let table = whole;
  for (const [i, line] of text.split("\n").entries()) {
    const written = line.trim();
    if (written === "" || written.startsWith("#")) continue;
    const [, item] = /^\[\[([\w-]+)\]\]$/.exec(written) ?? [];
    const [, path] = /^\[([\w.-]+)\]$/.exec(written) ?? [];
    const [, key, value] = /^([\w-]+)\s*=\s*(.+)$/.exec(written) ?? [];
    if (item !== undefined) table = added(whole, item);
    else if (path !== undefined) table = path.split(".").reduce(inner, whole);
    else if (key !== undefined && !Object.hasOwn(table, key)) table[key] = readValue(value ?? "");
    else throw new Error(`Line ${i + 1} is not valid TOML, or a duplicate key: ${line}`);
  }
  return whole;
}

export interface Table {
  [name: string]: unknown;
}

function added(whole: Table, name: string): Table {
  const list = (whole[name] ?? []) as Table[];
  const fresh: Table = {};
  whole[name] = [...list, fresh];
  return fresh;
}

function inner(table: Table, name: string): Table {
  table[name] ??= {};
  return table[name] as Table;
}

/** Strings, numbers and arrays are valid JSON, inline tables nearly so. */
function readValue(written: string): unknown {
  const isTable = written.startsWith("{");
  return JSON.parse(isTable ? written.replace(/("[^"]*"|[\w-]+)\s*=/g, quoted) : written);
}

function quoted(_: string, key: string): string {
  return key.startsWith('"') ? `${key}:` : `"${key}":`;
}
