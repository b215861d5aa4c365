import { dirname, relative, resolve } from "node:path";
import { isTraceTest, readTraceTests } from "../../languages.ts";
import { type PolicyFile, type ReviewSide, reviewPolicies } from "../../review/review.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { findInputs, isBad, readInput } from "../inputs.ts";
import type { Io } from "../io.ts";

/** Policies of the files with tests below the working folder, on both sides of a review. */
export function policiesIn(
  io: Io,
  before: ReviewSide,
  after: ReviewSide,
  /** The full paths of the files that both sides were read from. */
  files: ReadonlySet<string>,
) {
  const tests = findInputs([], io, { hosts: true }).flatMap((it) => {
    if (isBad(it) || !isTraceTest(it.file)) return [];
    const read = readInput(it);
    return "error" in read ? [] : [{ path: it.path, file: it.file, text: read.text }];
  });
  const withPolicies = tests.filter((it) => readTraceTests(it.text).always.length > 0);
  const isMeant = ({ file, text }: PolicyFile & { readonly file: string }) =>
    namesOne(file, readTraceTests(text).rules, files, io);
  const found = reviewPolicies(withPolicies.filter(isMeant), before, after);
  const others = withPolicies.filter((it) => !isMeant(it)).map((it) => `policies of ${it.path}`);
  return { policies: found.policies, notExamined: [...found.notExamined, ...others] };
}

/** Whether `rules` names a file of a review, or the folder that has its plan. */
function namesOne(
  file: string,
  rules: readonly string[] | undefined,
  files: ReadonlySet<string>,
  io: Io,
): boolean {
  if (!rules) return true;
  const paths = rules.map((it) => relative(io.cwd, resolve(dirname(file), it)) || ".");
  const folders = new Set([...files].filter((it) => it.endsWith(".json")).map((it) => dirname(it)));
  return findInputs(paths, io, { hosts: true }).some((it) => {
    if (isBad(it)) return false;
    const named = withForwardSlashes(it.file);
    return files.has(named) || folders.has(dirname(named));
  });
}
