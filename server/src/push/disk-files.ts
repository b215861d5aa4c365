import { isUtf8 } from "node:buffer";
import { existsSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { languageOfPath } from "../languages.ts";
import { findFiles, readPlainFile, reasonOf } from "../workspace/files.ts";
import { slashed } from "../workspace/paths.ts";
import { Refusal } from "./refusal.ts";
import type { Files } from "./session.ts";

/** The files below a folder (an absolute path, with `/`). */
export function filesBelow(folder: string): Files {
  const at = (path: string) => posix.join(folder, path);
  let listed: readonly string[] | undefined;
  return {
    read: (path) => readText(at(path), path),
    glance(path) {
      try {
        return readText(at(path), path);
      } catch (error) {
        if (error instanceof Refusal) return undefined;
        throw error;
      }
    },
    exists: (path) => existsSync(at(path)),
    write(path, text) {
      requireOwn(path);
      requireBelow(folder, at(path), path);
      mkdirSync(posix.dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
      listed = undefined;
    },
    list() {
      const isOurs = (path: string) => languageOfPath(path) !== undefined;
      listed ??= [...findFiles(folder, isOurs)].map((it) => posix.relative(folder, it.path));
      return listed;
    },
  };
}

/** Paths come from a lock that anybody may have written: nothing but our files below the folder is written. */
function requireOwn(path: string): void {
  const plain = posix.normalize(path);
  const isBelow = !posix.isAbsolute(plain) && !/^\.\.(\/|$)|\\|^[A-Za-z]:/.test(plain);
  if (!isBelow || !languageOfPath(plain))
    throw new Refusal(`'${path}' is not a file of this workspace, so it is not written.`);
}

/** A link may lead anywhere, also to what a shell reads when it starts. */
function requireBelow(folder: string, file: string, path: string): void {
  let there = file;
  while (there !== folder && !lstatSync(there, { throwIfNoEntry: false }))
    there = posix.dirname(there);
  const [real, home] = [realPath(there), realPath(folder)];
  const isBelow = real !== undefined && home !== undefined && `${real}/`.startsWith(`${home}/`);
  if (!isBelow)
    throw new Refusal(`'${path}' is a link that leads out of the workspace, so it is not written.`);
}

/** Undefined for a link to what is not there. */
function realPath(path: string): string | undefined {
  try {
    return slashed(realpathSync(path)).replace(/\/$/, "");
  } catch {
    return undefined;
  }
}

function readText(file: string, path: string): string | undefined {
  try {
    if (!existsSync(file)) return undefined;
    const bytes = readPlainFile(file);
    if (isUtf8(bytes)) return bytes.toString("utf8").replace(/^\ufeff/, "");
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`'${path}': ${reasonOf(error)}`);
  }
  throw new Refusal(`'${path}' is not UTF-8 text.`);
}
