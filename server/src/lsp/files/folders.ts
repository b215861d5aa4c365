import type {
  Connection,
  InitializeParams,
  WorkspaceFoldersChangeEvent,
} from "vscode-languageserver";
import { encodePath } from "../../text/encode-path.ts";
import { cut } from "../../text/shorten.ts";
import { log } from "../log.ts";
import { keyOf } from "./uris.ts";

/** The workspace folders, as URIs without a trailing slash. */
export class Folders {
  private uris: readonly string[];

  /** Invalid folders are logged and skipped; the others are used. */
  constructor(
    { workspaceFolders, rootUri, rootPath }: InitializeParams,
    private readonly connection: Pick<Connection, "console">,
  ) {
    const given = this.listOf(workspaceFolders) ?? rootOf(rootUri, rootPath);
    this.uris = this.urisOf(given);
  }

  all(): readonly string[] {
    return this.uris;
  }

  /** The URI schemes of files: `file` and the schemes of the folders. */
  schemes(): readonly string[] {
    return [...new Set(["file", ...this.uris.map((it) => it.slice(0, it.indexOf(":")))])];
  }

  /** The innermost folder of a document. */
  around(uri: string): string | undefined {
    const key = keyOf(uri);
    return this.uris
      .filter((it) => key.startsWith(`${keyOf(it)}/`))
      .reduce<string | undefined>(
        (longest, it) => (longest && longest.length > it.length ? longest : it),
        undefined,
      );
  }

  change(event: WorkspaceFoldersChangeEvent): void {
    const { added, removed } = event ?? {};
    const gone = new Set(this.urisOf(this.listOf(removed) ?? []).map(keyOf));
    const fresh = this.urisOf(this.listOf(added) ?? []);
    const kept = [...this.uris.filter((it) => !gone.has(keyOf(it))), ...fresh];
    this.uris = [...new Map(kept.map((it) => [keyOf(it), it])).values()];
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
    log(this.connection, "warn", "The client sent an invalid folder", cut(JSON.stringify(odd)));
  }
}

/** Older clients send a path, on Windows with backslashes. */
function rootOf(uri: unknown, path: unknown): readonly { readonly uri: unknown }[] {
  if (uri) return [{ uri }];
  if (typeof path !== "string" || path === "") return [];
  const written = encodePath(path.replaceAll("\\", "/").replace(/^(?=[A-Za-z]:)/, "/"));
  // A UNC path starts with the host.
  return [{ uri: written.startsWith("//") ? `file:${written}` : `file://${written}` }];
}

function withoutSlash(uri: string): string {
  return uri.endsWith("/") ? uri.slice(0, -1) : uri;
}
