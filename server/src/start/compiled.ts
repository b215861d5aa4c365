import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { Script } from "node:vm";

/** A script may be compiled well before it is asked for its compiled form; after this long it has run all it starts with. */
const settled = 20_000;

/**
 * Loads a bundle from its compiled form, which is kept beside it from the second start on: compiling it takes longer than
 * anything else a start does. The name of that file holds the hash of the bundle, so another bundle never meets it, and
 * V8 refuses what another version of it has made. Where the folder cannot be written, everything works without.
 */
export function loadCompiled(file: string): unknown {
  const start = performance.now();
  const source = readFileSync(file, "utf8");
  const cache = `${file}.${createHash("sha1").update(source).digest("hex")}.cache`;
  const cachedData = readOptional(cache);
  const script = new Script(Module.wrap(source), {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const loaded = { exports: {} };
  script
    .runInThisContext()
    .call(loaded.exports, loaded.exports, createRequire(file), loaded, file, dirname(file));
  if (!cachedData || script.cachedDataRejected) keepLater(script, cache, start);
  return loaded.exports;
}

/** A run as short as this, such as one for the version, has compiled little that is worth keeping. */
const shortest = 40;

/** At the end, or while nothing else goes on, so that no start pays for the next. */
function keepLater(script: Script, cache: string, start: number): void {
  let kept = false;
  const keep = () => {
    if (!kept && performance.now() - start > shortest) write(script, cache);
    kept = true;
  };
  process.once("exit", keep);
  setTimeout(keep, settled).unref();
}

/** Written aside and moved, so that nobody reads half of it; what earlier bundles have left is removed. */
function write(script: Script, cache: string): void {
  try {
    const aside = `${cache}.${process.pid}`;
    writeFileSync(aside, script.createCachedData());
    renameSync(aside, cache);
    const folder = dirname(cache);
    const bundle = basename(cache).replace(/[^.]*\.cache$/, "");
    for (const name of readdirSync(folder)) {
      const isOld = name.startsWith(bundle) && name.endsWith(".cache") && name !== basename(cache);
      if (isOld) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // The next start is as fast as this one was.
  }
}

function readOptional(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
