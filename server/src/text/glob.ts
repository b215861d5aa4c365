/**
 * The globs of `weir.json` and of the command line: `*` and `?` within a name, `**` for folders, `[a-z]`, `[!a-z]` and `{one,two}`. A leading `!`
 * negates, and `\` escapes. Both the globs and the file names may be hostile, so matching takes time proportional to the length
 * of the path times the length of the glob, which regular expressions do not guarantee.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  if (glob.length > longestGlob) return () => false;
  if (glob.startsWith("!")) {
    const others = globMatcher(glob.slice(1));
    return (path) => !others(path);
  }
  const alternatives = alternativesOf(glob).map(read);
  return (path) => alternatives.some((it) => matches(it, path));
}

/** Like `globMatcher`, but also matches everything below a folder that matches. */
export function pathMatcher(glob: string): (path: string) => boolean {
  const plain = glob.replace(/\/$/, "");
  const matches = globMatcher(plain);
  // A folder that a negated glob matches may contain files that it does not match.
  if (glob.startsWith("!")) return matches;
  const isBelow = globMatcher(`${plain}/**`);
  return (path) => matches(path) || isBelow(path);
}

/** A glob, and the folder above its first wildcard. */
export interface GlobBelow {
  /** Empty for the current folder. */
  readonly base: string;
  readonly glob: string;
}

/** The parts of a path with `/` that contains wildcards; undefined for a plain path. */
export function splitGlob(path: string): GlobBelow | undefined {
  if (path.startsWith("!")) return { base: "", glob: path };
  if (!hasWildcards(path)) return undefined;
  const slash = path.lastIndexOf("/", plainStart(path).length);
  // The root is a folder too.
  return { base: path.slice(0, slash === 0 ? 1 : Math.max(slash, 0)), glob: path.slice(slash + 1) };
}

export function hasWildcards(path: string): boolean {
  const inOrder = (...parts: string[]) =>
    parts.reduce((at, it) => (at === -1 ? -1 : path.indexOf(it, at)), 0) !== -1;
  return /[*?]/.test(path) || inOrder("[", "]") || inOrder("{", ",", "}");
}

/** With which all paths start that a glob matches. */
export function plainStart(glob: string): string {
  return /^[^*?[{\\]*/.exec(glob)?.[0] ?? "";
}

/**
 * The maximum cost to match a path, in steps per character. Comparing the literal prefix is nearly free.
 */
export function globCost(glob: string): number {
  if (glob.length > longestGlob) return 1;
  let cost = 0;
  for (const it of alternativesOf(glob.replace(/^!+/, "")))
    cost += 1 + it.length - beginningOf(it).length;
  return cost;
}

function alternativesOf(glob: string): string[] {
  return expand(glob.replace(/^\.\//, ""));
}

function beginningOf(glob: string): string {
  return /^[^*?[\\]*/.exec(glob)?.[0] ?? "";
}

/** The maximum length of a path. */
export const longestGlob = 4096;

/** The first bracket or brace that is not closed, with the character that would close it. */
export function unclosedIn(glob: string): "[]" | "{}" | undefined {
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    if (glob[at] === "\\") at++;
    else if (glob[at] === "{") depth++;
    else if (glob[at] === "}") depth = Math.max(depth - 1, 0);
    else if (glob[at] === "[") {
      const end = classEnd(glob, at);
      if (end === undefined) return "[]";
      at = end;
    }
  }
  return depth > 0 ? "{}" : undefined;
}

/** One step of a glob: a literal character or a wildcard. */
type Step =
  | { readonly kind: "literal"; readonly character: string }
  | { readonly kind: "one"; readonly takes: (character: string) => boolean }
  /** Any characters except '/'. */
  | { readonly kind: "name" }
  /** Any folders, each with its slash; at the end of the glob, anything. */
  | { readonly kind: "folders" }
  | { readonly kind: "rest" };

/** `{a,b}{c,d}` is four globs, so a few braces could expand to very many. */
const mostAlternatives = 200;

/** Expands braces, unless that would give too many globs. */
function expand(glob: string): string[] {
  const done: string[] = [];
  const open = [glob];
  for (let it = open.pop(); it !== undefined; it = open.pop()) {
    const braces = firstBraces(it);
    if (!braces || open.length + done.length + braces.parts.length > mostAlternatives)
      done.push(it);
    else {
      const [before, after] = [it.slice(0, braces.start), it.slice(braces.end)];
      open.push(...braces.parts.map((part) => before + part + after));
    }
  }
  return done;
}

interface Braces {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly string[];
}

/** The range of the first braces that contain a comma. */
function firstBraces(glob: string): Braces | undefined {
  const open: { start: number; commas: number[] }[] = [];
  let found: Braces | undefined;
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at];
    if (character === "\\") at++;
    else if (character === "[") at = classEnd(glob, at) ?? at;
    else if (character === "{") open.push({ start: at, commas: [] });
    else if (character === ",") open.at(-1)?.commas.push(at);
    else if (character === "}") {
      const it = open.pop();
      if (it && it.commas.length > 0) found = partsOf(glob, it, at);
      if (found && open.length === 0) return found;
    }
  }
  return found;
}

function partsOf(
  glob: string,
  { start, commas }: { start: number; commas: number[] },
  end: number,
): Braces {
  const cuts = [start, ...commas, end];
  const parts = cuts.slice(1).map((cut, i) => glob.slice((cuts[i] ?? 0) + 1, cut));
  return { start, end: end + 1, parts };
}

/** The offset of the `]` that closes a class. */
function classEnd(glob: string, start: number): number | undefined {
  const first = /^\[[!^]?/.exec(glob.slice(start, start + 2))?.[0].length ?? 1;
  const end = glob.indexOf("]", start + first + 1);
  const slash = glob.indexOf("/", start);
  return end === -1 || (slash !== -1 && slash < end) ? undefined : end;
}

/** A glob without braces. */
interface Pattern {
  /** A literal prefix of every matching path. */
  readonly beginning: string;
  readonly steps: readonly Step[];
  /** For each step, the number of slashes and `**` before it. Steps with the same number match within one path segment. */
  readonly names: readonly number[];
}

function read(glob: string): Pattern {
  const beginning = beginningOf(glob);
  const steps: Step[] = [];
  for (let at = beginning.length; at < glob.length; ) at = readStep(glob, at, steps);
  const names = [0];
  for (const it of steps) {
    const isBetween = it.kind === "folders" || (it.kind === "literal" && it.character === "/");
    names.push((names.at(-1) ?? 0) + (isBetween ? 1 : 0));
  }
  return { beginning, steps, names };
}

/** Parses one step, and returns the offset after it. */
function readStep(glob: string, at: number, steps: Step[]): number {
  const character = glob[at];
  if (character === "\\" && at + 1 < glob.length) return literal(glob, at + 1, steps);
  if (character === "?") {
    steps.push({ kind: "one", takes: (it) => it !== "/" });
    return at + 1;
  }
  const end = character === "[" ? classEnd(glob, at) : undefined;
  if (end !== undefined) {
    steps.push({ kind: "one", takes: classTest(glob.slice(at + 1, end)) });
    return end + 1;
  }
  return character === "*" ? stars(glob, at, steps) : literal(glob, at, steps);
}

function literal(glob: string, at: number, steps: Step[]): number {
  steps.push({ kind: "literal", character: glob.charAt(at) });
  return at + 1;
}

/** `**` matches folders only between slashes; otherwise it equals `*`. */
function stars(glob: string, at: number, steps: Step[]): number {
  let end = at;
  while (glob[end] === "*") end++;
  const opens = at === 0 || glob[at - 1] === "/";
  if (end - at < 2 || !opens || (end < glob.length && glob[end] !== "/")) {
    steps.push({ kind: "name" });
    return end;
  }
  steps.push({ kind: end === glob.length ? "rest" : "folders" });
  return end === glob.length ? end : end + 1;
}

function classTest(inside: string): (character: string) => boolean {
  const isNegated = /^[!^]/.test(inside);
  const body = isNegated ? inside.slice(1) : inside;
  const ranges: [string, string][] = [];
  for (let at = 0; at < body.length; at++) {
    const first = body.charAt(at);
    const isRange = body[at + 1] === "-" && at + 2 < body.length;
    ranges.push([first, isRange ? body.charAt(at + 2) : first]);
    if (isRange) at += 2;
  }
  const has = (it: string) => ranges.some(([first, last]) => first <= it && it <= last);
  return (it) => it !== "/" && has(it) !== isNegated;
}

/** Simulates an NFA: one pass over the path, with the set of possible next steps. */
function matches({ beginning, steps, names }: Pattern, path: string): boolean {
  if (!path.startsWith(beginning)) return false;
  if (steps.length === 0) return path.length === beginning.length;
  let current = [0];
  // The offset at which each step was last added, to avoid duplicates.
  const places = new Int32Array(steps.length + 1).fill(-1);
  for (let at = beginning.length; at < path.length && current.length > 0; at++) {
    skipOptional(steps, current, places, at, at === 0 || path[at - 1] === "/");
    const next: number[] = [];
    const character = path.charAt(at);
    for (const index of current.length > 3 ? withoutDetours(current, steps, names) : current) {
      const after = afterStep(steps[index], index, character);
      if (after !== undefined) wait(after, next, places, at + 1);
    }
    current = next;
  }
  skipOptional(steps, current, places, path.length, path.endsWith("/"));
  return current.includes(steps.length);
}

/** The next step after a character; undefined if the character does not match. */
function afterStep(step: Step | undefined, index: number, character: string): number | undefined {
  switch (step?.kind) {
    case "literal":
      return step.character === character ? index + 1 : undefined;
    case "one":
      return step.takes(character) ? index + 1 : undefined;
    case "name":
      return character === "/" ? undefined : index;
    case "folders":
    case "rest":
      return index;
  }
}

/**
 * A `*` that was reached stays possible for the rest of the segment (a `**` for the rest of the path), so earlier steps can be
 * dropped. Without this, many stars would all stay active at every character.
 */
function withoutDetours(
  current: readonly number[],
  steps: readonly Step[],
  names: readonly number[],
): readonly number[] {
  let folders = 0;
  const stars = new Map<number | undefined, number>();
  for (const index of current) {
    const kind = steps[index]?.kind;
    if (kind === "folders") folders = Math.max(folders, index);
    const name = names[index];
    if (kind === "name") stars.set(name, Math.max(index, stars.get(name) ?? 0));
  }
  return current.filter((it) => it >= folders && it >= (stars.get(names[it]) ?? 0));
}

/** Adds a step, and the steps after it if it can match nothing. `**` ends after a slash. */
function skipOptional(
  steps: readonly Step[],
  current: number[],
  places: Int32Array,
  at: number,
  afterSlash: boolean,
): void {
  for (const index of current) {
    const kind = steps[index]?.kind;
    if (kind === "name" || kind === "rest" || (kind === "folders" && afterSlash))
      wait(index + 1, current, places, at);
  }
}

function wait(index: number, steps: number[], places: Int32Array, at: number): void {
  if (places[index] === at) return;
  places[index] = at;
  steps.push(index);
}
