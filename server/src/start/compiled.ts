import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { Script } from "node:vm";
import { renameFile } from "../workspace/files/rename-file.ts";

/** The hash of every bundle by its name, which the build puts here: hashing takes longer than reading. */
declare const bundleHashes: Readonly<Record<string, string>>;

/**
 * After this long a script has run all that it starts with, and is asked for its compiled form. Not much later: the engine
 * throws away what was compiled and not run again, and that is what the next start needs.
 */
const settled = 2_000;

/** A run as short as this, such as one for the version, has compiled little that is worth keeping. */
const shortest = 40;

/**
 * Loads bundles that lie beside this one, or in another folder, from their compiled form: compiling takes longer than
 * anything else a start does. That form is kept beside each of them from the second start on. The name of that file holds
 * the hash of the bundle and the version of Node, so that no other bundle meets it, and hardly another V8, which would refuse
 * it. It holds what was run, so there is one for each purpose. Where the folder cannot be written, everything works without.
 */
export function bundlesFor(purpose: string, folder = __dirname): (name: string) => unknown {
  const loaded = new Map<string, { readonly exports: object }>();
  const load = (name: string): unknown => {
    const known = loaded.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    // A bundle asks for other bundles and for modules of Node.
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
  return id.startsWith("./") && Object.hasOwn(bundleHashes, id.slice(2));
}

function compiled(file: string, cache: string): Script {
  // Bundles are ASCII, and this is the fastest way to read that.
  const source = readFileSync(file, "latin1");
  const cachedData = readOptional(cache);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) { ${source}\n});`,
    { filename: file, ...(cachedData && { cachedData }) },
  );
  if (!cachedData || script.cachedDataRejected) keepLater(script, cache);
  return script;
}

/** What is to be kept of each script. One listener for all: Node warns of a leak when there are more than ten. */
const atExit = new Set<() => void>();

/** At the end, or while nothing else goes on, so that no start pays for the next. */
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

/** Written aside and moved, so that it is never read half-written, also by a thread; what earlier bundles have left is removed. */
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
    // The next start is as fast as this one was.
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
