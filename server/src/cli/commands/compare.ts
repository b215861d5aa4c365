import { oneOf, readArguments } from "../arguments.ts";
import { type Command, UsageError } from "../io.ts";

const formats = ["pretty", "json"] as const;

export const compare: Command = {
  name: "compare",
  summary: "Compare what two filters or rules match",
  usage: `weir compare A B
weir compare A --base COMMIT
  Shows how the matches of A and B relate, with a log line or a request for each
  difference: equal, narrower (A matches less), wider (A matches more), disjoint
  (nothing in common) or overlapping; and what else differs: the action and
  options of rules, the destination and options of jobs. A and B are filters,
  jobs (with their filters) or rules. Use PATH:LINE or PATH#REF for one of the
  rules and jobs in a Terraform, YAML, JSON or Markdown file.

  --base COMMIT         Compare A with its version in a commit, such as HEAD;
                        every rule and job of the file
  --format pretty|json  Output format

Exit codes: 0 equal in every respect, 1 different, 2 unknown or could not run.`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      base: { type: "string" },
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
    const { compareFiles, compareBase } = await import("../compare/run.ts");
    return values.base === undefined
      ? compareFiles([a, b ?? ""], { ...values, format }, io)
      : compareBase(a, values.base, { ...values, format }, io);
  },
};
