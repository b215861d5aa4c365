import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");

/** Every text of the VS Code client and its views, for translators. The text is its own key. */
export function l10nBundle(): Readonly<Record<string, string>> {
  const texts = clientSources().flatMap(({ text }) =>
    [...text.matchAll(/\bl10n\.t\(\s*("(?:[^"\\]|\\.)*")/g)].map((it) => JSON.parse(it[1] ?? "")),
  );
  return Object.fromEntries([...new Set<string>(texts)].sort().map((it) => [it, it]));
}

export function clientSources(): { readonly file: string; readonly text: string }[] {
  return ["client/src", "views/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((it) => /\.tsx?$/.test(it))
      .map((it) => ({
        file: `${folder}/${it.replaceAll("\\", "/")}`,
        text: readFileSync(join(root, folder, it), "utf8"),
      })),
  );
}
