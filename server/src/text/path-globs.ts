import { longestGlob, pathMatcher, unclosedIn } from "./glob.ts";

/**
 * Whether globs cover a file, as in a `.gitignore`: the last one that matches it or a folder that contains it decides, and `!` takes out again.
 * If all have a `!`, they cover everything else. Paths are relative to `folder`; a glob with `/` in front is too, or is below it.
 */
export function pathsMatcher(globs: readonly string[], folder: string): (path: string) => boolean {
  const items = globs.map((it) => {
    const isNegated = it.startsWith("!");
    return { isNegated, matches: pathMatcher(anchored(isNegated ? it.slice(1) : it, folder)) };
  });
  const coversOthers = items.length > 0 && items.every((it) => it.isNegated);
  return (path) => {
    const last = items.findLast((it) => it.matches(path));
    return last ? !last.isNegated : coversOthers;
  };
}

function anchored(glob: string, folder: string): string {
  const isInside = folder !== "" && glob.startsWith(`${folder}/`);
  return isInside ? glob.slice(folder.length + 1) : glob.replace(/^\/+/, "");
}

/** Why a glob would match nothing. */
export function globProblem(glob: string): string | undefined {
  const plain = glob.replace(/^!/, "");
  if (/^\.?\/*$/.test(plain)) {
    const what = plain === "" ? "An empty glob" : `'${plain}'`;
    return `${what} matches no file. Use a glob such as 'filters/**'.`;
  }
  if (plain.length > longestGlob)
    return `A glob of more than ${longestGlob} characters matches no file.`;
  const open = unclosedIn(plain);
  if (open)
    return `'${open[0]}' without '${open[1]}'. To match '${open[0]}' itself, use '[${open[0]}]'.`;
  return undefined;
}

/** The same for a glob of `weir.json`, which must not depend on the machine. */
export function sharedGlobProblem(glob: string): string | undefined {
  const plain = glob.replace(/^!/, "");
  if (/^[A-Za-z]:[\\/]/.test(plain))
    return "An absolute path matches no file. Globs are relative to this folder.";
  if (/(^|\/)\.\.(\/|$)/.test(plain))
    return "'..' matches no file. Globs are relative to this folder, and only match what is in it.";
  if (/\\[\w.]/.test(plain))
    return "Use '/' between folders. A '\\' only takes away the meaning of the character after it.";
  return globProblem(glob);
}
