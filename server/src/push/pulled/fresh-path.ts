import type { Session } from "../session/session.ts";

/** Names that Windows reserves. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/;
const longest = 60;

/** A path for a new file that is not yet used. */
export function freshPath(
  { folder, extension, name, id }: { folder: string; extension: string; name: unknown; id: string },
  { files }: Session,
  taken: Set<string>,
): string {
  const words = (typeof name === "string" ? name : "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-+|(?<!-)-+$/g, "");
  const usual = words === "" || reserved.test(words) ? `${folder.replace(/s$/, "")}-${id}` : words;
  for (let count = 1; ; count++) {
    const path = `${folder}/${usual}${count === 1 ? "" : `-${count}`}${extension}`;
    if (taken.has(path) || files.exists(path)) continue;
    taken.add(path);
    return path;
  }
}
