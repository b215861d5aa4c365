import { PushError } from "../../../push/push-error.ts";
import { filesBelow } from "../../../push/session/disk-files.ts";
import type { Files } from "../../../push/session/session.ts";
import { readOptionalFile } from "../../../workspace/files/own-files.ts";
import { pathOf } from "../../files/disk.ts";
import type { ServerState } from "../../server-state.ts";

/** Open documents by path. */
export class OpenFiles {
  private readonly texts = new Map<string, string>();
  /** Texts that are pushed instead of those on disk. */
  private readonly replaced = new Map<string, string>();
  private readonly takesSaved: boolean;

  constructor({ documents, client }: Pick<ServerState, "documents" | "client">) {
    this.takesSaved = client.offers?.savedText === true;
    for (const document of documents.all()) {
      const path = pathOf(document.uri);
      if (path !== undefined) this.texts.set(keyOf(path), document.getText());
    }
  }

  text(path: string): string | undefined {
    return this.texts.get(keyOf(path));
  }

  /** Whether the document differs from the disk. Ignores line endings. */
  isUnsaved(path: string): boolean {
    const shown = this.texts.get(keyOf(path));
    if (shown === undefined || this.takesSaved) return false;
    try {
      const saved = readDisk(path);
      return saved === undefined || withoutReturns(saved) !== withoutReturns(shown);
    } catch {
      // The next read reports the error.
      return false;
    }
  }

  /** Sets the text to push; undefined restores the text on disk. */
  replace(path: string, text: string | undefined): void {
    if (text === undefined) this.replaced.delete(keyOf(path));
    else this.replaced.set(keyOf(path), text);
  }

  /** The saved files below a folder. Refuses a file with unsaved changes. */
  readonly saved = (folder: string): Files => {
    const files = filesBelow(folder);
    const replaced = (path: string) => this.replaced.get(keyOf(`${folder}/${path}`));
    return {
      ...files,
      read: (path) => {
        if (this.isUnsaved(`${folder}/${path}`)) throw new PushError(unsavedMessage(path));
        return replaced(path) ?? files.read(path);
      },
      glance: (path) => replaced(path) ?? files.glance(path),
    };
  };

  /** The files below a folder as shown in the editor. */
  readonly shown = (folder: string): Files => {
    const files = filesBelow(folder);
    const text = (path: string) => this.text(`${folder}/${path}`);
    return {
      ...files,
      read: (path) => text(path) ?? files.read(path),
      glance: (path) => text(path) ?? files.glance(path),
    };
  };
}

export function unsavedMessage(path: string): string {
  return `'${path}' has unsaved changes. Save it first.`;
}

/** For settings, which are always used as saved. Throws if the file exists but cannot be read. */
export function readDisk(path: string): string | undefined {
  return readOptionalFile(path)
    ?.toString()
    .replace(/^\ufeff/, "");
}

/** Normalizes the case of drive letters. */
function keyOf(path: string): string {
  return path.replace(/^[A-Z]:/, (it) => it.toLowerCase());
}

function withoutReturns(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
