import type { ExampleResult } from "../../core/analysis.ts";
import type { PolicyAnswer } from "../../core/configuration/claim.ts";
import { Lines } from "../../text/lines.ts";
import { printable, printableJson } from "../../text/printable.ts";
import { plural } from "../../text/wording.ts";
import { junitDocument } from "./junit-document.ts";
import type { Paint } from "./paint.ts";

/** The examples of one file, and their results. */
export interface TestedFile {
  readonly path: string;
  readonly text: string;
  readonly results: readonly ExampleResult[];
  /** Why the file could not be tested. */
  readonly error?: string;
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

function countsOf(files: readonly TestedFile[]): Counts {
  const all = files.flatMap((it) => it.results);
  const passed = all.filter((it) => it.passed).length;
  return { passed, failed: all.length - passed };
}

/** The failed examples of a file. */
export function renderTestPretty({ path, text, results, error }: TestedFile, paint: Paint): string {
  if (error !== undefined)
    return `${paint.red("error")} ${paint.bold(printable(path))}: ${printable(error)}\n\n`;
  const lines = new Lines(text);
  return results
    .filter((it) => !it.passed && !it.policy)
    .map(({ start, end, message, name, details }) => {
      const { line, character } = lines.positionAt(start);
      const place = paint.bold(`${printable(path)}:${line + 1}:${character + 1}`);
      const example = paint.dim(printable(text.slice(start, end)));
      const title = name === undefined ? "" : `: ${printable(name)}`;
      const more = (details ?? "").trimEnd().split("\n").slice(1);
      const steps = more.map((it) => `\n  ${paint.dim(printable(it))}`).join("");
      return `${place} ${paint.red("failed")}${title}\n  ${printable(message)}\n  ${example}${steps}\n\n`;
    })
    .join("")
    .concat(policyLines({ results, text }, paint));
}

const marks = { holds: "✓", broken: "✗", unknown: "?" };

/** All policies, because it matters what was proved, and what was assumed. */
function policyLines(
  { results, text }: Pick<TestedFile, "results" | "text">,
  paint: Paint,
): string {
  const rows = results.flatMap(({ policy, passed, name, start, end }) =>
    policy ? [{ policy, passed, title: printable(name ?? text.slice(start, end)) }] : [],
  );
  const width = Math.min(44, Math.max(0, ...rows.map(({ title }) => title.length)));
  const lines = rows.map(({ policy, passed, title }) => {
    const { result, text: answer, because, assuming } = policy;
    const color = passed ? paint.green : paint.red;
    const more = [...because, ...assuming.map((it) => `assuming ${it}`)];
    const under = more.map((it) => `    ${paint.dim(printable(it))}\n`).join("");
    return `${color(marks[result])} ${title.padEnd(width)}  ${printable(answer)}\n${under}`;
  });
  return lines.length === 0 ? "" : `${lines.join("")}\n`;
}

export function renderTestSummary(files: readonly TestedFile[], paint: Paint): string {
  const { passed, failed } = countsOf(files);
  const unread = files.filter((it) => it.error !== undefined).length;
  const missed = unread > 0 ? `; ${paint.red(`${plural(unread, "file")} could not be read`)}` : "";
  if (passed + failed === 0) return `No tests found${missed}.\n`;
  const parts = [
    ...(failed > 0 ? [paint.red(`${plural(failed, "test")} failed`)] : []),
    ...(passed > 0 ? [paint.green(`${plural(passed, "test")} passed`)] : []),
  ];
  return `${parts.join(", ")}${missed}.\n`;
}

/** A JSON document; its shape is part of the public contract. */
export function renderTestJson(files: readonly TestedFile[]): string {
  const results = files.flatMap(({ path, text, results: found }) => {
    const lines = new Lines(text);
    return found.map(({ start, end, kind, passed, message, name, details, policy }) => ({
      path,
      range: lines.rangeOf({ start, end }),
      kind,
      ...(name !== undefined && { name }),
      passed,
      message,
      ...(details !== undefined && { details }),
      ...(policy && answerOf(policy)),
    }));
  });
  const errors = files.flatMap(({ path, error }) => (error === undefined ? [] : [{ path, error }]));
  return `${printableJson({
    version: 1,
    results,
    summary: countsOf(files),
    ...(errors.length > 0 && { errors }),
  })}\n`;
}

function answerOf({ text: _, ...answer }: PolicyAnswer): Omit<PolicyAnswer, "text"> {
  return answer;
}

/** JUnit XML, which most CI services show: a suite for each file. */
export function renderTestJunit(files: readonly TestedFile[]): string {
  return junitDocument(
    files.map(({ path, text, results, error }) => {
      const lines = new Lines(text);
      const cases = results.map(({ start, end, passed, message, policy, name }) => ({
        name: (policy && name) ?? text.slice(start, end),
        line: lines.positionAt(start).line + 1,
        ...(!passed && { failure: message }),
      }));
      return { path, cases, error };
    }),
  );
}
