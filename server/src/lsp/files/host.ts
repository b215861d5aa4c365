import type { DidChangeWatchedFilesParams } from "vscode-languageserver";

/** A file of the workspace that is not open. */
export interface WorkspaceFile {
  readonly uri: string;
  /** With `/` between its parts, and without the escapes of a URI. */
  readonly path: string;
}

/** The files around the server: on a disk, or in a browser, where the client sends them. */
export interface Host {
  /** Until then a text may be missing that is needed before anything can be said, such as the settings. */
  readonly known: Promise<void>;
  /** The wanted files in the folders, each once. */
  filesIn(
    folders: readonly string[],
    wanted: (path: string) => boolean,
  ): AsyncIterable<WorkspaceFile>;
  /** The file that a URI may name, whether it is there or not. */
  fileAt(uri: string): WorkspaceFile | undefined;
  /** Changes when the file does, without reading it. Undefined when there is no such file, or none that we would read. */
  stampOf(file: WorkspaceFile): Promise<string | undefined>;
  /** Undefined when the file has gone since, or is no text. */
  textOf(file: WorkspaceFile): Promise<string | undefined>;
  /** The same at once, for the few files that are needed before anything else can be said. */
  textAt(uri: string): string | undefined;
  /** Whether a path leads from one file to another. */
  leadsToFile(from: string, path: string): boolean;
  /** For a host that learns of changes on its own; from others the client watches the files. */
  watch?(changed: (event: DidChangeWatchedFilesParams) => void): void;
}
