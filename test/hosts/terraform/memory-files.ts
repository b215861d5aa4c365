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
    list: (folder) => {
      const below = [...paths.keys()].filter((it) => it.startsWith(`${folder}/`));
      return [...new Set(below.map((it) => it.slice(folder.length + 1).split("/")[0] ?? ""))];
    },
    isIgnored: (path) => ignored.some((it) => path === `/w/${it}`),
  };
}
