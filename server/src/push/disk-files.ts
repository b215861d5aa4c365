import { isUtf8 } from "node:buffer";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { languageOfPath } from "../languages.ts";
import { findFiles, reasonOf } from "../workspace/files.ts";
import { Refusal } from "./refusal.ts";
import type { Files } from "./session.ts";

const mostBytes = 16 * 1024 * 1024;

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

function readText(file: string, path: string): string | undefined {
  try {
    if (!existsSync(file)) return undefined;
    if (statSync(file).size > mostBytes)
      throw new Refusal(`'${path}' is over 16 MB, and is not read.`);
    const bytes = readFileSync(file);
    if (isUtf8(bytes)) return bytes.toString("utf8").replace(/^\ufeff/, "");
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`'${path}': ${reasonOf(error)}`);
  }
  throw new Refusal(`'${path}' is not UTF-8 text.`);
}
