// CHANGELOG.md in the form of https://keepachangelog.com.

/** The sections of a version, in this order. */
export const sections = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

/**
 * @typedef {object} Version
 * @property {string} name a version, or `Unreleased`
 * @property {string | undefined} date
 * @property {string} text everything below its heading
 */

/**
 * @param {string} changelog
 * @returns {Version[]}
 */
export function versionsIn(changelog) {
  const [body = ""] = changelog.split(/^\[[^\]]+\]: /m);
  return body
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = "", ...lines] = part.split("\n");
      const [, name = heading, date] = /^\[([^\]]+)\](?: - (.+))?$/.exec(heading) ?? [];
      return { name, date, text: lines.join("\n").trim() };
    });
}

/**
 * The changelog with the unreleased changes moved to a new version.
 * @param {string} changelog
 * @param {{ version: string, previous: string, date: string, repository: string }} release
 */
export function released(changelog, { version, previous, date, repository }) {
  const heading = `## [Unreleased]\n\n## [${version}] - ${date}\n`;
  return changelog
    .replace("## [Unreleased]\n", heading)
    .replace(/^\[Unreleased\]: .*$/m, links(version, previous, repository));
}

/**
 * @param {string} version
 * @param {string} previous
 * @param {string} repository
 */
function links(version, previous, repository) {
  return `[Unreleased]: ${repository}/compare/v${version}...HEAD
[${version}]: ${repository}/compare/v${previous}...v${version}`;
}

/**
 * The problems of a changelog.
 * @param {string} changelog
 * @param {string} current version of the package
 */
export function problemsIn(changelog, current) {
  const versions = versionsIn(changelog);
  const [unreleased, latest] = versions;
  const problems = versions.flatMap((it) => problemsOf(it));
  if (!changelog.startsWith("# Changelog\n")) problems.push("Start with '# Changelog'.");
  if (unreleased?.name !== "Unreleased") problems.push("The first version is 'Unreleased'.");
  if (latest?.name !== current) problems.push(`The latest version is not ${current}.`);
  for (const { name } of versions)
    if (!changelog.includes(`\n[${name}]: https://`)) problems.push(`Missing link of [${name}].`);
  return problems;
}

/** @param {Version} version */
function problemsOf({ name, date, text }) {
  const isReleased = name !== "Unreleased";
  const found = [...text.matchAll(/^### (.*)$/gm)].map((it) => it[1] ?? "");
  const known = sections.filter((it) => found.includes(it));
  return [
    ...(isReleased && !/^\d+\.\d+\.\d+$/.test(name) ? [`Invalid version '${name}'.`] : []),
    ...(isReleased && !/^\d{4}-\d\d-\d\d$/.test(date ?? "") ? [`${name} has no date.`] : []),
    ...(found.join() === known.join() ? [] : [`${name} has unknown or unordered sections.`]),
    ...(isReleased && !/^- /m.test(text) ? [`${name} lists no changes.`] : []),
    ...(/^(?!###)/.test(text) && text !== "" ? [`${name} has text without a section.`] : []),
  ];
}
