/** Access to files. Paths are absolute, with `/`; they may be URIs. */
export interface TerraformFiles {
  /** Undefined if there is no such file, or if it is not in the workspace. */
  read(path: string): string | undefined;
  /** The names of the files in a folder. */
  list(folder: string): readonly string[];
  /** Whether Git ignores the file. */
  isIgnored(path: string): boolean;
  /** All files that are read in a run, if that is known. */
  known?(): readonly string[];
  /** How a path is named in what is found: a URI in an editor. */
  nameOf?(path: string): string;
  /** Changes when a file is changed, added or deleted. */
  readonly version: number;
}
