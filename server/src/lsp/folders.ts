import type {
  Connection,
  InitializeParams,
  WorkspaceFoldersChangeEvent,
} from "vscode-languageserver";
import { cut } from "../text/shorten.ts";
import { log } from "./log.ts";

/** The folders that the editor has open, as URIs without a slash at their end. */
export class Folders {
  private uris: readonly string[];

  /** What is no folder is logged and passed over: a client that errs in one should have the others. */
  constructor(
    { workspaceFolders, rootUri }: InitializeParams,
    private readonly connection: Pick<Connection, "console">,
  ) {
    const given = this.listOf(workspaceFolders) ?? (rootUri ? [{ uri: rootUri }] : []);
    this.uris = this.urisOf(given);
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

  change(event: WorkspaceFoldersChangeEvent): void {
    const { added, removed } = event ?? {};
    const gone = new Set(this.urisOf(this.listOf(removed) ?? []));
    const fresh = this.urisOf(this.listOf(added) ?? []);
    this.uris = [...new Set([...this.uris.filter((it) => !gone.has(it)), ...fresh])];
  }

  private listOf(given: unknown): readonly unknown[] | undefined {
    if (Array.isArray(given)) return given;
    if (given) this.passOver(given);
    return undefined;
  }

  private urisOf(given: readonly unknown[]): string[] {
    return given.flatMap((it) => {
      const { uri } = (it ?? {}) as { readonly uri?: unknown };
      if (typeof uri === "string" && uri !== "") return [withoutSlash(uri)];
      this.passOver(it);
      return [];
    });
  }

  private passOver(odd: unknown): void {
    log(this.connection, "warn", "The client sent what is no folder", cut(JSON.stringify(odd)));
  }
}

function withoutSlash(uri: string): string {
  return uri.endsWith("/") ? uri.slice(0, -1) : uri;
}
