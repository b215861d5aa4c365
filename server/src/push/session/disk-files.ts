import { isUtf8 } from "node:buffer";
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { valueUnless } from "../../core/errors.ts";
import { languageOfPath } from "../../languages.ts";
import { reasonOf, writeReasonOf } from "../../workspace/files/file-errors.ts";
import { findFiles } from "../../workspace/files/find-files.ts";
import {
  createStateFolder,
  readOptionalFile,
  writeOwnFile,
} from "../../workspace/files/own-files.ts";
import { spelledOnDisk } from "../../workspace/files/spelling.ts";
import { PushError } from "../push-error.ts";
import type { Files } from "./session.ts";

/** The files below a folder (an absolute path, with `/`). */
export function filesBelow(folder: string): Files {
  // Only the rest is normalized: UNC paths start with two slashes.
  const at = (path: string) => `${folder}/${posix.normalize(path)}`;
  let listed: readonly string[] | undefined;
  return {
    read: (path) => readText(at(path), path, folder),
    glance: (path) => valueUnless(PushError, () => readText(at(path), path, folder)),
    exists: (path) => existsSync(at(path)),
    spelled: (path) => spelledOnDisk(folder, path),
    write(path, text) {
      requireOwn(path);
      writeText(at(path), path, text, folder);
      listed = undefined;
    },
    list() {
      const isOurs = (path: string) => languageOfPath(path) !== undefined;
      listed ??= findFiles(folder || "/", isOurs).map((it) => it.path.slice(folder.length + 1));
      return listed;
    },
  };
}

/** Names that Windows treats specially: devices, alternate data streams, trailing dots and spaces. */
const unsafeSegment =
  /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)|[<>:"|?*\\\p{Cc}]|[. ]$/iu;

/** Paths come from an untrusted lock file: only write files with our extensions below the folder. */
function requireOwn(path: string): void {
  const plain = posix.normalize(path);
  const isUnsafe = plain.split("/").some((it) => it === "" || unsafeSegment.test(it));
  if (isUnsafe || !languageOfPath(plain))
    throw new PushError(`'${path}' is outside the workspace, so it was not written.`);
}

function writeText(file: string, path: string, text: string, folder: string): void {
  try {
    const hasMark = readOptionalFile(file, folder)?.subarray(0, 3).equals(mark) === true;
    const aside = createStateFolder(folder);
    writeOwnFile(file, (hasMark ? "\ufeff" : "") + text, folder, { aside });
  } catch (error) {
    throw new PushError(writeReasonOf(error, path));
  }
}

/** The byte order mark, which is kept because some Windows editors expect it. */
const mark = Buffer.from("\ufeff");

function readText(file: string, path: string, folder: string): string | undefined {
  const bytes = readBytes(file, path, folder);
  if (bytes === undefined) return undefined;
  if (isUtf8(bytes)) return bytes.toString("utf8").replace(/^\ufeff/, "");
  throw new PushError(`'${path}' is not UTF-8 text.`);
}

function readBytes(file: string, path: string, folder: string): Buffer | undefined {
  try {
    return readOptionalFile(file, folder);
  } catch (error) {
    throw new PushError(`'${path}': ${reasonOf(error)}`);
  }
}
