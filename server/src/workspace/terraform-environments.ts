import { parseJson } from "../json/syntax/parse.ts";
import type { SyntaxProblem } from "../json/syntax/problems.ts";
import { propertyOf } from "../json/syntax/tree.ts";
import type { Environment } from "../languages.ts";
import { placeFrom } from "./jobs.ts";
import { configName, type FoundConfig, type Workspace } from "./workspace.ts";

interface Surroundings {
  readonly workspace: Workspace;
  /** The environment of the process. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  isFile(path: string): boolean;
}

/** The environments that the nearest `weir.json` with some declares for a root module. */
export function declaredEnvironments(
  root: string,
  { workspace, variables, isFile }: Surroundings,
): readonly Environment[] | undefined {
  let found = workspace.configFor(`${root}/${configName}`);
  for (; found; found = workspace.configFor(found.folder)) {
    const { folder, config } = found;
    const own = config.terraform.filter((it) => placeIn(folder, it.root) === root);
    if (own.length === 0) continue;
    return own.map(({ varFiles = [], name, env = [] }) => ({
      name: name ?? nameOf(varFiles.at(-1) ?? root),
      varFiles: varFiles.map((it) => pathOfVarFile(it, root, folder, isFile)),
      variables: Object.fromEntries(
        env.flatMap((it) => {
          const value = variables[`TF_VAR_${it}`];
          return value === undefined ? [] : [[it, value]];
        }),
      ),
    }));
  }
  return undefined;
}

/** The files with values that a `weir.json` names and that do not exist. */
export function missingVarFiles(
  { folder, config }: FoundConfig,
  text: string,
  isFile: (path: string) => boolean,
): readonly SyntaxProblem[] {
  if (config.terraform.length === 0) return [];
  const { root } = parseJson(text);
  const entries = root?.kind === "object" ? propertyOf(root, "terraform")?.value : undefined;
  return (entries?.kind === "array" ? entries.items : []).flatMap((it) => {
    if (it.kind !== "object") return [];
    const [at, files] = ["root", "varFiles"].map((name) => propertyOf(it, name)?.value);
    const module = placeIn(folder, at?.kind === "string" ? at.value : ".");
    return (files?.kind === "array" ? files.items : []).flatMap((file) => {
      const isThere =
        file.kind !== "string" || isFile(pathOfVarFile(file.value, module, folder, isFile));
      if (isThere) return [];
      const { start, end } = file;
      return [{ start, end, message: `'${file.value}' does not exist.`, fixes: [] }];
    });
  });
}

function placeIn(folder: string, path: string): string {
  return placeFrom(`${folder}/${configName}`, path);
}

/** As for Terraform, a path counts from the root module; a path of a `weir.json` counts from its folder. */
function pathOfVarFile(
  path: string,
  root: string,
  folder: string,
  isFile: (path: string) => boolean,
): string {
  const paths = [root, folder].map((it) => placeIn(it, path));
  return paths.find(isFile) ?? paths[0] ?? path;
}

/** `prod` for `envs/prod.tfvars`. */
function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.replace(/(?:\.auto)?\.tfvars(?:\.json)?$/, "");
}
