import { packageName } from "../released.mjs";
import { languageParts } from "./language-parts.mjs";

/**
 * The manifest of the npm package. The bundles contain everything, so it has no dependencies.
 * @param {Record<string, any>} manifest of the checkout
 * @param {{ description: string }} texts
 */
export function npmManifest(manifest, { description }) {
  const { version, license, homepage, repository, keywords, engines, bin } = manifest;
  return {
    name: packageName,
    version,
    description,
    license,
    homepage,
    repository,
    keywords,
    engines: { node: engines.node },
    bin,
    sideEffects: false,
    main: "./dist/library.cjs",
    types: "./dist/library.d.ts",
    exports: {
      ".": part("library"),
      "./format": part("format"),
      ...Object.fromEntries(languageParts.map((it) => [`./${it}`, modulePart(it)])),
      "./package.json": "./package.json",
    },
  };
}

/**
 * Conditional exports, matched in this order.
 * @param {string} name
 */
function part(name) {
  return {
    import: { types: `./dist/${name}.d.mts`, default: `./dist/${name}.mjs` },
    default: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.cjs` },
  };
}

/** @param {string} name of a part that is only an ES module */
function modulePart(name) {
  return { types: "./dist/one-language.d.mts", default: `./dist/${name}.mjs` };
}

/**
 * The bundles of the build that programs start or import, as names in dist/.
 * @param {ReturnType<typeof npmManifest>} manifest
 */
export function entryPoints({ bin, exports }) {
  const text = JSON.stringify([bin, exports]);
  const names = [...text.matchAll(/dist\/([\w.-]+\.[cm]?js)"/g)].map((it) => it[1] ?? "");
  return [...new Set(names)].filter((it) => !languageParts.some((part) => it === `${part}.mjs`));
}
