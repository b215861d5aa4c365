import type { Configuration } from "../../core/configuration/model.ts";
import type { FileContext } from "../../languages.ts";
import { isBelow } from "../files/parents.ts";
import { TerraformCommit } from "../terraform-commit.ts";
import { TerraformDisk } from "../terraform-disk.ts";
import { Workspace } from "../workspace.ts";
import { type ConfigurationSource, configurationOfFiles } from "./files.ts";

interface CommittedConfiguration<Found> {
  readonly configuration: Configuration & { readonly modules: readonly string[] };
  readonly context: FileContext;
  readonly sources: readonly ConfigurationSource[];
  readonly found: Found;
}

/**
 * The configuration of the files below a folder in a commit, and the results of `look` in them. Undefined without Git or
 * the commit.
 */
export async function configurationInCommit<Found>(
  folder: string,
  commit: string,
  isMeant: (path: string) => boolean,
  look: (sources: readonly ConfigurationSource[]) => Found,
  modules?: readonly string[],
): Promise<CommittedConfiguration<Found> | undefined> {
  const files = await TerraformCommit.of(new TerraformDisk(folder), folder, commit);
  const paths = files.paths().filter((it) => isBelow(it, folder) && isMeant(it));
  if (files.paths().length === 0) return undefined;
  return files.whenLoaded(() => {
    const workspace = new Workspace((path) => files.read(path));
    const contextOf = (path: string) =>
      workspace.contextFor(
        path,
        /\.(?:tf|tofu)$/i.test(path) ? { terraform: { path, files } } : {},
      );
    const shown = (path: string) => path.slice(folder.length + 1);
    const sources = paths.flatMap((path): ConfigurationSource[] => {
      const text = files.read(path);
      if (text === undefined || workspace.isExcluded(path)) return [];
      const config = workspace.configFor(path);
      return [{ path: shown(path), file: path, text, context: contextOf(path), config }];
    });
    const configuration = configurationOfFiles(sources, {
      shown,
      modules,
      readBeside: (config, name) => files.read(`${config.folder}/${name}`),
    });
    const context = sources[0]?.context ?? contextOf(`${folder}/rules.cfrule`);
    return { configuration, context, sources, found: look(sources) };
  });
}
