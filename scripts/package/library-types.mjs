import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure } from "../failure.mjs";
import { root } from "../root.mjs";
import { makeRunFolder } from "../start/workspace.mjs";

const library = "server/src/library";
const sources = ["types.ts", "library.ts", "format.ts"];

/** The type declarations of each part of the library in one file, with the declarations that it takes from other modules. */
export function libraryTypes() {
  const { path: folder, remove } = makeRunFolder();
  try {
    emit(folder);
    const [types = "", functions = "", format = ""] = sources.map((it) =>
      readFileSync(join(folder, it.replace(".ts", ".d.ts")), "utf8"),
    );
    // Both end up in one file, so imports and exports between them are removed.
    const own = functions.replaceAll(/^(?:im|ex)port [^;]*? from "\.\/types\.ts";\n/gm, "");
    const declared = `${declarationsFor(types)}${types.replaceAll(taken, "")}${own}`;
    if (
      [own, format].some((it) => it === "") ||
      [declared, format].some((it) => / from "/.test(it))
    )
      throw new Failure("The types of the library must not depend on other modules.");
    return { library: declared, format };
  } finally {
    remove();
  }
}

const taken = /^(?:im|ex)port type \{([^}]*)\} from "([^"]+)";\n/gm;

/**
 * The declarations that a module takes from others. Names are unique among them, because they end up in one file.
 * @param {string} types
 */
function declarationsFor(types) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [row, names = "", path = ""] of types.matchAll(taken))
    for (const name of names.split(",").map((it) => it.trim())) {
      addDeclaration(name, join(library, path), found);
      if (row.startsWith("export"))
        found.set(name, (found.get(name) ?? "").replace(/^(?=(?:interface|type) )/m, "export "));
    }
  return [...found.values()].join("");
}

/**
 * Adds the declaration of a name, and the declarations of the names in it.
 * @param {string} name
 * @param {string} file
 * @param {Map<string, string>} found
 */
function addDeclaration(name, file, found) {
  if (found.has(name)) return;
  const text = readFileSync(join(root, file), "utf8");
  const from = new RegExp(`\\b${name}\\b[^;"]*\\} from "([^"]+)";`).exec(text)?.[1];
  if (from !== undefined) {
    addDeclaration(name, join(dirname(file), from), found);
    return;
  }
  // A formatted declaration ends at a line that begins with its bracket, or with a semicolon.
  const body = String.raw`(?:interface ${name}\b.*?^\}|type ${name}\b(?:[^\n]*\{\n.*?^\}[^\n]*|.*?);|const ${name}\b.*?;)$`;
  const [, about = "", written] =
    new RegExp(`((?:^/\\*\\*(?:(?!\\*/).)*\\*/\n)?)^(?:export )?(?:declare )?(${body})`, "ms").exec(
      text,
    ) ?? [];
  if (written === undefined) throw new Failure(`'${file}' does not declare '${name}'.`);
  found.set(name, `${about}${asType(written)}\n`);
  const code = written.replaceAll(/\/\*.*?\*\/|"[^"]*"/gs, "");
  const isKnown = (/** @type {string} */ word) =>
    new RegExp(
      `^import [^;]*\\b${word}\\b[^;]*;|^(?:export )?(?:declare )?(?:interface|type|const) ${word}\\b`,
      "m",
    ).test(text);
  for (const word of new Set(
    code.match(/\b[A-Z]\w*\b(?!\??:)|(?<=typeof |\.\.\.)[a-z]\w*|(?<=\[)[a-z]\w*(?=\]:)/g),
  ))
    if (isKnown(word)) addDeclaration(word, file, found);
}

/**
 * A list of names is declared as its type.
 * @param {string} written
 */
function asType(written) {
  const [, start, items] = /^(const \w+) = (\[.*\]) as const;$/s.exec(written) ?? [];
  if (start === undefined || items === undefined) return written.replace(/^const/, "declare const");
  return `declare ${start}: readonly ${items.replaceAll(/\.\.\.(?=\w)/g, "...typeof ")};`;
}

/**
 * Emits the declarations without type checking or resolving imports, which `npm run typecheck` does.
 * @param {string} folder
 */
function emit(folder) {
  const options = [
    "--ignoreConfig",
    "--declaration",
    "--emitDeclarationOnly",
    "--noCheck",
    "--noResolve",
  ];
  const more = ["--target", "ES2023", "--module", "ESNext", "--moduleResolution", "Bundler"];
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/typescript/bin/tsc"),
      ...sources.map((it) => join(library, it)),
      ...options,
      ...more,
      "--outDir",
      folder,
    ],
    { cwd: root, encoding: "utf8" },
  );
  if (status !== 0) throw new Failure(`Could not make the types of the library.\n${stdout}`);
}
