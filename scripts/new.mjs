// Writes the files of a new check, dialect or dataset with their tests, and registers them: `npm run new check my-check`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, run } from "./failure.mjs";
import { checkFiles, checkLanguages } from "./new/check.mjs";
import { datasetFiles } from "./new/dataset.mjs";
import { dialectFiles } from "./new/dialect.mjs";
import { programOf } from "./program-of.mjs";
import { root } from "./root.mjs";

/**
 * @typedef {object} NewFiles
 * @property {Readonly<Record<string, string>>} files the text of each new file, by its path
 * @property {string} list the file that lists them all
 * @property {(text: string) => string} register adds the new one to that list
 * @property {readonly string[]} tests what to run
 */

const usage = `npm run new check NAME [-- --language cfrule|lpfilter|lpjob]
npm run new dialect NAME
npm run new dataset NAME

  check NAME    a diagnostic with the code NAME, such as 'empty-set'; of rules, or of the given language
  dialect NAME  a database for 'weir sql', such as 'oracle'
  dataset NAME  a dataset of the log fields, such as 'dns_logs'`;

await run(async () => {
  const { values, positionals } = readArguments();
  const [kind = "", name = ""] = positionals;
  if (positionals.length !== 2) throw new Failure(usage, 2);
  const made = filesFor(kind, name, values.language);
  for (const path of Object.keys(made.files))
    if (existsSync(join(root, path))) throw new Failure(`'${path}' already exists.`);
  const list = join(root, made.list);
  writeFileSync(list, made.register(readFileSync(list, "utf8")));
  for (const [path, text] of Object.entries(made.files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const changed = [made.list, ...Object.keys(made.files)];
  const biome = programOf("@biomejs/biome", "bin/biome");
  node(biome, ["check", "--write", "--vcs-enabled=false", ...changed]);
  if (!values["no-generate"]) node(join(root, "scripts/generate.mjs"), []);
  console.log(`\nWritten and registered:\n${changed.map((it) => `  ${it}`).join("\n")}`);
  console.log(
    "\nReplace what is marked with TODO (test/architecture.test.ts lists what is left), then run:",
  );
  console.log(`  npx vitest run ${made.tests.join(" ")}`);
  console.log("  npm run generate");
  console.log("  npm run test:touched");
});

function readArguments() {
  const options = /** @type {const} */ ({
    language: { type: "string", default: "cfrule" },
    // For several in a row.
    "no-generate": { type: "boolean", default: false },
  });
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${/** @type {Error} */ (error).message}\n${usage}`, 2);
  }
}

/**
 * @param {string} kind
 * @param {string} name
 * @param {string} language
 * @returns {NewFiles}
 */
function filesFor(kind, name, language) {
  switch (kind) {
    case "check":
      requireName(name, /^[a-z]+(-[a-z]+)*$/, "lowercase words with '-', such as 'empty-set'");
      if (!Object.hasOwn(checkLanguages, language))
        throw new Failure(`Unknown language '${language}'.\n${usage}`, 2);
      return checkFiles(name, /** @type {keyof typeof checkLanguages} */ (language));
    case "dialect":
      requireName(name, /^[a-z][a-z\d]*$/, "lowercase letters and digits, such as 'oracle'");
      return dialectFiles(name);
    case "dataset":
      requireName(name, /^[a-z]+(_[a-z\d]+)*$/, "lowercase words with '_', such as 'dns_logs'");
      return datasetFiles(name);
    default:
      throw new Failure(usage, 2);
  }
}

/**
 * @param {string} name
 * @param {RegExp} pattern
 * @param {string} wanted
 */
function requireName(name, pattern, wanted) {
  if (!pattern.test(name)) throw new Failure(`'${name}' is not a name. Use ${wanted}.`, 2);
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function node(program, args) {
  const options = { cwd: root, encoding: /** @type {const} */ ("utf8") };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  if (status !== 0) throw new Failure(`${program} failed:\n${stdout}${stderr}`);
}
