import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll } from "vitest";

/** Replaces functions of `node:fs` while the tests of a file run, also where they are imported by name. */
export function patchFs(patch: (real: typeof fs) => Partial<typeof fs>): void {
  const real = { ...fs };
  const patched = patch(real);
  const names = Object.keys(patched) as (keyof typeof fs)[];
  const use = (functions: Partial<typeof fs>) => {
    for (const name of names) Object.assign(fs, { [name]: functions[name] });
    syncBuiltinESMExports();
  };
  beforeAll(() => use(patched));
  afterAll(() => use(real));
}
