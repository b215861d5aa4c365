import type { TerraformFiles } from "../../../server/src/hosts/terraform/folders.ts";

/** The files of a workspace `/w`. */
export function memoryFiles(
  texts: Readonly<Record<string, string>>,
  ignored: readonly string[] = [],
): TerraformFiles {
  const paths = new Map(Object.entries(texts).map(([name, text]) => [`/w/${name}`, text]));
  return {
    version: 0,
    read: (path) => paths.get(path),
    list: (folder) =>
      [...paths.keys()]
        .filter((it) => it.slice(0, it.lastIndexOf("/")) === folder)
        .map((it) => it.slice(folder.length + 1)),
    isIgnored: (path) => ignored.some((it) => path === `/w/${it}`),
  };
}
