import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const source = resolve(import.meta.dirname, "../../../client/src");

/** Every text that the VS Code client shows, for translators: the text itself is its key. */
export function l10nBundle(): Readonly<Record<string, string>> {
  const texts = clientSources().flatMap(({ text }) =>
    [...text.matchAll(/\bl10n\.t\(\s*("(?:[^"\\]|\\.)*")/g)].map((it) => JSON.parse(it[1] ?? "")),
  );
  return Object.fromEntries([...new Set<string>(texts)].sort().map((it) => [it, it]));
}

export function clientSources(): { readonly file: string; readonly text: string }[] {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((it) => it.endsWith(".ts"))
    .map((it) => ({
      file: it.replaceAll("\\", "/"),
      text: readFileSync(join(source, it), "utf8"),
    }));
}
