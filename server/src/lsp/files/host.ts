import type { DidChangeWatchedFilesParams } from "vscode-languageserver";
import type { TerraformFiles } from "../../languages.ts";

/** A workspace file that is not open. */
export interface WorkspaceFile {
  readonly uri: string;
  /** With `/`, not URI-encoded. */
  readonly path: string;
}

/** Terraform files by path, named by URI. */
export interface HostTerraformFiles extends TerraformFiles {
  nameOf(path: string): string;
  /** Call after files were changed. */
  forget(): void;
}

/** The files of the server: on disk, or in a browser, sent by the client. */
export interface Host {
  /** Resolves when files that everything depends on, such as settings, are available. */
  readonly known: Promise<void>;
  /** The matching files in the folders, without duplicates. */
  filesIn(
    folders: readonly string[],
    wanted: (path: string) => boolean,
  ): AsyncIterable<WorkspaceFile>;
  /** The path of a URI, whether or not the file exists. */
  fileAt(uri: string): WorkspaceFile | undefined;
  /** Changes with the file, without reading it. Undefined if there is no such readable file. */
  stampOf(file: WorkspaceFile): Promise<string | undefined>;
  /** Undefined if the file was deleted or is binary. */
  textOf(file: WorkspaceFile): Promise<string | undefined>;
  /** Synchronous, for the few files that everything else depends on. */
  textAt(uri: string): string | undefined;
  /** Resolves a path relative to a file, if the host supports it. */
  leadsToFile(from: string, path: string): boolean;
  /** The files that values of a Terraform file may come from. `folder` is the one of the workspace around it, as a URI. */
  terraformFiles?(folder: string | undefined, path: string): HostTerraformFiles | undefined;
  /** For a host that detects changes itself; otherwise the client watches the files. */
  watch?(changed: (event: DidChangeWatchedFilesParams) => void): void;
}
