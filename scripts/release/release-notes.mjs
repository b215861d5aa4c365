// Prints the changes of the current version, for the release page. Fails if the tag is for another version.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, run } from "../failure.mjs";
import { root } from "../root.mjs";
import { versionsIn } from "./changelog.mjs";

await run(async () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [, , tag] = process.argv;
  if (tag !== undefined && tag !== `v${version}`)
    throw new Failure(`The tag is ${tag}, but the version is ${version}.`);
  const found = versionsIn(readFileSync(join(root, "CHANGELOG.md"), "utf8"));
  const notes = found.find((it) => it.name === version)?.text;
  if (!notes) throw new Failure(`CHANGELOG.md has no changes of ${version}.`);
  console.log(notes);
});
