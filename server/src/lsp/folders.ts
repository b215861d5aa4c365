import type { InitializeParams, WorkspaceFoldersChangeEvent } from "vscode-languageserver";

/** The folders that the editor has open, as URIs without a slash at their end. */
export class Folders {
  private uris: readonly string[];

  constructor({ workspaceFolders, rootUri }: InitializeParams) {
    const given = workspaceFolders?.map((it) => it.uri) ?? (rootUri ? [rootUri] : []);
    this.uris = given.map(withoutSlash);
  }

  all(): readonly string[] {
    return this.uris;
  }

  /** How the URIs of files begin here: those of a disk, and those that the folders have. */
  schemes(): readonly string[] {
    return [...new Set(["file", ...this.uris.map((it) => it.slice(0, it.indexOf(":")))])];
  }

  /** The innermost folder that the document lies in. */
  around(uri: string): string | undefined {
    return this.uris
      .filter((it) => uri.startsWith(`${it}/`))
      .reduce<string | undefined>(
        (longest, it) => (longest && longest.length > it.length ? longest : it),
        undefined,
      );
  }

  change({ added, removed }: WorkspaceFoldersChangeEvent): void {
    const gone = new Set(removed.map((it) => withoutSlash(it.uri)));
    const fresh = added.map((it) => withoutSlash(it.uri));
    this.uris = [...new Set([...this.uris.filter((it) => !gone.has(it)), ...fresh])];
  }
}

function withoutSlash(uri: string): string {
  return uri.endsWith("/") ? uri.slice(0, -1) : uri;
}
