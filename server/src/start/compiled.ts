import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { Script } from "node:vm";
import { embeddedFile, isExecutable } from "../workspace/files/executable.ts";
import { renameFile } from "../workspace/files/rename-file.ts";

/** The hash of each bundle by name, defined by the build because hashing takes longer than reading. */
declare const bundleHashes: Readonly<Record<string, string>>;

/**
 * Milliseconds after which a script has run all of its startup code, so that its code cache can be created. Not much later,
 * because V8 discards compiled functions that are not run again, and the next start needs these.
 */
const settled = 2_000;

/** Milliseconds. A shorter run, such as `--version`, compiles too little to be worth caching. */
const shortest = 40;

/**
 * Loads bundles from this folder or another one with V8's code cache, because compiling takes most of the startup time. The first
 * start writes a cache file beside each bundle. Its name contains the hash of the bundle and the version of Node, so that it is
 * only used for the same code; V8 rejects a cache of another version. A cache contains the functions that were run, so there is
 * one for each purpose. If the folder is not writable, bundles are compiled on each start. The single executable contains both.
 */
export function bundlesFor(purpose: string, folder = __dirname): (name: string) => unknown {
  const loaded = new Map<string, { readonly exports: object }>();
  const load = (name: string): unknown => {
    const known = loaded.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    // A bundle requires other bundles and Node modules.
    const requireHere = (id: string) => (isBundle(id) ? load(id.slice(2)) : require(id));
    const file = join(folder, name);
    const cache = `${name}.${bundleHashes[name]}.${process.version}.${purpose}.cache`;
    compiled(file, join(folder, cache))
      .runInThisContext()
      .call(module.exports, module.exports, requireHere, module, file, folder);
    return module.exports;
  };
  return load;
}

function isBundle(id: string): boolean {
  // The single executable has no other files that could be required.
  return id.startsWith("./") && (isExecutable || Object.hasOwn(bundleHashes, id.slice(2)));
}

function compiled(file: string, cache: string): Script {
  // Bundles are ASCII, which is decoded fastest as Latin-1.
  const source = embeddedFile(basename(file))?.toString("latin1") ?? readFileSync(file, "latin1");
  const cachedData = embeddedFile(basename(cache)) ?? readOptional(cache);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) { ${source}\n});`,
    { filename: file, ...(cachedData && { cachedData }) },
  );
  const isUseful = cachedData !== undefined && !script.cachedDataRejected;
  if (!isUseful && !isExecutable) keepLater(script, cache);
  return script;
}

/** Pending writes of code caches. They share one listener, because Node warns of a leak if there are more than ten. */
const atExit = new Set<() => void>();

/** Writes the cache when the process exits or after a delay, so that it does not slow down the start. */
function keepLater(script: Script, cache: string): void {
  const start = Date.now();
  const keep = () => {
    if (atExit.delete(keep) && Date.now() - start > shortest) write(script, cache);
    if (atExit.size === 0) process.off("exit", keepAll);
  };
  if (atExit.size === 0) process.once("exit", keepAll);
  atExit.add(keep);
  setTimeout(keep, settled).unref();
}

function keepAll(): void {
  for (const keep of atExit) keep();
}

/** Writes the cache atomically, because other processes and threads may read it, and removes the caches of earlier bundles. */
function write(script: Script, cache: string): void {
  const aside = `${cache}.${process.pid}.${process.hrtime.bigint()}`;
  try {
    writeFileSync(aside, script.createCachedData(), { flag: "wx" });
    renameFile(aside, cache);
    const folder = dirname(cache);
    const [bundle, extension, hash] = basename(cache).split(".");
    for (const name of readdirSync(folder)) {
      const isOurs = name.startsWith(`${bundle}.${extension}.`) && name.endsWith(".cache");
      if (isOurs && name.split(".")[2] !== hash) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // Without a cache, the next start is as slow as this one.
    rmSync(aside, { force: true });
  }
}

function readOptional(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
