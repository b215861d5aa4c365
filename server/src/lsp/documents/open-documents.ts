import { TextDocuments } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { keyOf } from "../files/uris.ts";
import type { Client } from "../wire/client-capabilities.ts";
import { readChange } from "../wire/convert.ts";
import { isTooLarge } from "./large-documents.ts";

/** The documents that are open in the client, which may escape the URIs of documents and folders differently. */
export class OpenDocuments extends TextDocuments<TextDocument> {
  /** The URIs as sent by the client, by key. */
  private readonly uris = new Map<string, string>();

  /** Applies changes in the position encoding of the client. */
  constructor({ encoding }: Client) {
    super({
      create: TextDocument.create,
      update(document, changes, version) {
        for (const change of changes) {
          TextDocument.update(document, [readChange(change, document, encoding)], version);
        }
        return document;
      },
    });
    this.onDidOpen(({ document: { uri } }) => this.uris.set(keyOf(uri), uri));
    this.onDidClose(({ document: { uri } }) => this.uris.delete(keyOf(uri)));
  }

  /** The URI that the client uses for a file, if it is open. */
  uriOf(key: string): string | undefined {
    return this.uris.get(key);
  }

  textOf(uri: string): string | undefined {
    const document = this.get(uri);
    return document ? readable(document) : this.textOfKey(keyOf(uri));
  }

  textOfKey(key: string): string | undefined {
    const document = this.get(this.uris.get(key) ?? "");
    return document && readable(document);
  }
}

/** A text that is too large is treated as empty. */
function readable(document: TextDocument): string {
  const text = document.getText();
  return isTooLarge(text) ? "" : text;
}
