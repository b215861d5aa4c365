// The licenses of the bundled packages, which have to be distributed with the code.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";

/**
 * @param {readonly import("esbuild").Metafile[]} metafiles
 * @returns {string}
 */
export function thirdPartyNotices(metafiles) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const folders = bundledPackages(metafiles);
  const sections = folders.map((folder) => section(folder, packages[folder] ?? {}));
  return `Weir contains code from these ${folders.length} packages.\n\n${sections.join("\n")}`;
}

/**
 * Folders of the packages with code in a bundle.
 * @param {readonly import("esbuild").Metafile[]} metafiles
 */
export function bundledPackages(metafiles) {
  const files = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [file] : [],
      ),
    ),
  );
  const folders = files.flatMap((it) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(it)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/**
 * @param {string} folder
 * @param {{ version?: string, license?: string }} locked
 */
function section(folder, locked) {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const version = locked.version ?? manifest.version;
  const license = locked.license ?? manifest.license;
  const texts = licenseTexts(join(root, folder));
  if (texts.length === 0 && license === undefined)
    throw new Error(`${folder} has no license, so it cannot be distributed.`);
  const heading = `${manifest.name} ${version} (${license ?? "see below"})`;
  return `${"-".repeat(80)}\n${heading}\n\n${texts.join("\n\n") || byName(manifest, license)}\n`;
}

/** @param {string} folder */
function licenseTexts(folder) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((it) => /^(?:licen[cs]e|copying|notice|thirdpartynotices)(?:[.-]|$)/i.test(it))
    .sort()
    .map((it) => readFileSync(join(folder, it), "utf8").replaceAll("\r\n", "\n").trim());
}

/**
 * For packages without a license file.
 * @param {{ author?: string | { name?: string }, homepage?: string }} manifest
 * @param {string} license
 */
function byName({ author, homepage }, license) {
  const who = typeof author === "string" ? author : author?.name;
  return [`Licensed under ${license}.`, who && `By ${who}.`, homepage].filter(Boolean).join("\n");
}
