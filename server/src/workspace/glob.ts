/**
 * The globs of `weir.json`: `*` and `?` within a name, `**` over folders, `[a-z]`, `[!a-z]` and `{one,two}`. A `!` before all
 * of it means every other file, and a `\` takes the meaning away from what follows. Whoever wrote the file may have chosen the names of the files as well, so a path is
 * matched in time in proportion to its length and that of the glob, which regular expressions do not promise.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  if (glob.length > longestGlob) return () => false;
  if (glob.startsWith("!")) {
    const others = globMatcher(glob.slice(1));
    return (path) => !others(path);
  }
  const alternatives = expand(glob.replace(/^\.\//, "")).map(read);
  return (path) => alternatives.some((it) => matches(it, path));
}

/** No path is longer than this. */
const longestGlob = 4096;

/** One step of a glob: a character that must stand there, or what may. */
type Step =
  | { readonly kind: "one"; readonly takes: (character: string) => boolean }
  /** Any characters of one name. */
  | { readonly kind: "name" }
  /** Any folders, each with its slash; at the end of the glob, anything. */
  | { readonly kind: "folders" }
  | { readonly kind: "rest" };

/** `{a,b}{c,d}` is four globs. Nobody means as many as can be made of a few braces. */
const mostAlternatives = 200;

/** The globs without braces that a glob stands for. What would be too many stays as it is written. */
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

/** The first braces that have a comma in them, from their start to their end. */
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

/** Where the class that begins at a `[` ends, at its `]`; undefined when it does not. */
function classEnd(glob: string, start: number): number | undefined {
  const first = /^\[[!^]?/.exec(glob.slice(start, start + 2))?.[0].length ?? 1;
  const end = glob.indexOf("]", start + first + 1);
  const slash = glob.indexOf("/", start);
  return end === -1 || (slash !== -1 && slash < end) ? undefined : end;
}

function read(glob: string): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < glob.length; ) at = readStep(glob, at, steps);
  return steps;
}

/** Reads what begins at a place, and gives the place behind it. */
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
  const character = glob[at];
  steps.push({ kind: "one", takes: (it) => it === character });
  return at + 1;
}

/** `**` means folders where it stands between slashes, and is otherwise no more than `*`. */
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

/** Goes through the path once, with all the steps that may come next. */
function matches(steps: readonly Step[], path: string): boolean {
  let current = new Set<number>([0]);
  for (let at = 0; at < path.length && current.size > 0; at++) {
    skipOptional(steps, current, at === 0 || path[at - 1] === "/");
    const next = new Set<number>();
    const character = path.charAt(at);
    for (const index of current) {
      const step = steps[index];
      if (step?.kind === "one") {
        if (step.takes(character)) next.add(index + 1);
      } else if (step && (step.kind !== "name" || character !== "/")) next.add(index);
    }
    current = next;
  }
  skipOptional(steps, current, path.endsWith("/"));
  return current.has(steps.length);
}

/** What a step may leave out, the next may begin with. Folders end behind a slash. */
function skipOptional(steps: readonly Step[], current: Set<number>, afterSlash: boolean): void {
  for (const index of current) {
    const kind = steps[index]?.kind;
    if (kind === "name" || kind === "rest" || (kind === "folders" && afterSlash))
      current.add(index + 1);
  }
}
