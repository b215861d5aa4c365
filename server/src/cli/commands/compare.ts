import type { Meaning, Witness } from "../../core/solver/meaning.ts";
import type { Relation } from "../../core/solver/relation.ts";
import { oneOf, readArguments } from "../arguments.ts";
import { type Command, exit, type Io, UsageError } from "../io.ts";

const formats = ["pretty", "json"] as const;

export const compare: Command = {
  name: "compare",
  summary: "Compare what two filters or rules match",
  usage: `weir compare A B
weir compare A --base COMMIT
  Shows how the matches of A and B relate, with a log line or a request for each difference:
  equal, narrower (A matches less), wider (A matches more), disjoint (nothing in common) or overlapping.
  A and B are filters, jobs (compared by their filters) or rules. Use PATH:LINE or PATH#REF for one of the
  rules in a Terraform, YAML, JSON or Markdown file.

  --base COMMIT         Compare A with its version in a commit, such as HEAD; every rule of a file with several
  --dataset NAME        Dataset of the filters
  --format pretty|json  Output format

Exit codes: 0 equal, 1 different, 2 unknown or could not run.`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      base: { type: "string" },
      dataset: { type: "string" },
      format: { type: "string", default: "pretty" },
    });
    const format = oneOf("--format", values.format, formats);
    const [a, b, ...more] = positionals;
    const wanted = values.base === undefined ? 2 : 1;
    if (a === undefined || positionals.length !== wanted || more.length > 0) {
      throw new UsageError(
        wanted === 2
          ? "'weir compare' needs two files, or one and '--base COMMIT'."
          : "'--base' compares one file with its version in Git, so one path is needed.",
      );
    }
    if (values.base !== undefined) {
      const { compareHost } = await import("../compare/host.ts");
      const status = await compareHost(a, { ...values, base: values.base, format }, io);
      if (status !== undefined) return status;
    }
    const { relationLines } = await import("../../core/solver/describe-relation.ts");
    const { found, names } = await relationOf(a, b, values, io);
    const lines = () => relationLines(found, ...names).map((it) => `${it}\n`);
    io.out(format === "json" ? rendered(found) : lines().join(""));
    if (found.name === "unknown") return exit.couldNotRun;
    return found.name === "equal" ? exit.fine : exit.found;
  },
};

interface Sides {
  readonly found: Relation<Witness>;
  readonly names: readonly [string, string];
}

async function relationOf(
  a: string,
  b: string | undefined,
  { base, dataset }: { base?: string | undefined; dataset?: string | undefined },
  io: Io,
): Promise<Sides> {
  const { isSameInHost, meaningIn, targetOf, textOf, textOfCommit } = await import(
    "../compare/target.ts"
  );
  const { Settings } = await import("../settings.ts");
  const { equalMeaning } = await import("../../core/solver/meaning.ts");
  const settings = new Settings(io, dataset);
  const target = targetOf(a, io);
  const text = textOf(target);
  if (base === undefined) {
    const other = targetOf(b ?? "", io);
    const first = meaningIn(target, text, settings);
    return related([a, other.name], first, meaningIn(other, textOf(other), settings));
  }
  const before = await textOfCommit(target, base);
  const name = `${a} in ${base}`;
  if (isSameInHost(target, [text, before], settings))
    return { found: equalMeaning, names: [a, name] };
  const first = meaningIn(target, text, settings);
  return related([a, name], first, meaningIn({ ...target, name }, before, settings));
}

async function related(names: Sides["names"], first: Meaning, second: Meaning): Promise<Sides> {
  if (first.scope !== second.scope) {
    throw new UsageError(
      `'${names[0]}' is for ${first.scope}, but '${names[1]}' is for ${second.scope}. Only filters of one dataset, or rules, can be compared.`,
    );
  }
  const { compareMeanings } = await import("../../core/solver/meaning.ts");
  return { found: compareMeanings(first, second), names };
}

function rendered({ name, onlyFirst, onlySecond, both }: Relation<Witness>): string {
  return `${JSON.stringify({ version: 1, relation: name, onlyFirst, onlySecond, both }, undefined, 2)}\n`;
}
