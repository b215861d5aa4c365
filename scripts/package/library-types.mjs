import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../failure.mjs";
import { root } from "../root.mjs";
import { makeRunFolder } from "../start/workspace.mjs";

const sources = ["types.ts", "library.ts", "format.ts"];

/** The type declarations of each part of the library in one file, without those of internal modules. */
export function libraryTypes() {
  const { path: folder, remove } = makeRunFolder();
  try {
    emit(folder);
    const [types = "", functions = "", format = ""] = sources.map((it) =>
      readFileSync(join(folder, it.replace(".ts", ".d.ts")), "utf8"),
    );
    // Both end up in one file, so imports and exports between them are removed.
    const own = functions.replaceAll(/^(?:im|ex)port [^;]*? from "\.\/types\.ts";\n/gm, "");
    if ([own, format].some((it) => it === "" || / from "/.test(it)))
      throw new Failure("The types of the library must not depend on other modules.");
    return { library: `${types}${own}`, format };
  } finally {
    remove();
  }
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
      ...sources.map((it) => join("server/src/library", it)),
      ...options,
      ...more,
      "--outDir",
      folder,
    ],
    { cwd: root, encoding: "utf8" },
  );
  if (status !== 0) throw new Failure(`Could not make the types of the library.\n${stdout}`);
}
