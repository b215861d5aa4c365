import { printable } from "../../text/printable.ts";

/** A file and what was tried on it. */
export interface JunitSuite {
  readonly path: string;
  readonly cases: readonly JunitCase[];
  /** Why the file could not be read. */
  readonly error?: string | undefined;
}

export interface JunitCase {
  readonly name: string;
  readonly line?: number;
  /** Undefined if it passed. */
  readonly failure?: string;
}

/** JUnit XML: a suite for each file. */
export function junitDocument(suites: readonly JunitSuite[]): string {
  const all = suites.map(countsOf);
  const sum = (of: keyof Counts) => all.reduce((total, it) => total + it[of], 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="weir" tests="${sum("tests")}" failures="${sum("failures")}" errors="${sum("errors")}">`,
    ...suites.map(suite),
    "</testsuites>",
    "",
  ].join("\n");
}

interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
}

function countsOf({ cases, error }: JunitSuite): Counts {
  const errors = error === undefined ? 0 : 1;
  const failures = cases.filter((it) => it.failure !== undefined).length;
  return { tests: cases.length + errors, failures, errors };
}

function suite(given: JunitSuite): string {
  const { path, cases, error } = given;
  const { tests, failures, errors } = countsOf(given);
  const unread = `    <testcase name="read" classname=${quoted(path)}>\n      <error message=${quoted(error ?? "")}/>\n    </testcase>`;
  return [
    `  <testsuite name=${quoted(path)} tests="${tests}" failures="${failures}" errors="${errors}">`,
    ...(error === undefined ? cases.map((it) => testCase(it, path)) : [unread]),
    "  </testsuite>",
  ].join("\n");
}

function testCase({ name, line, failure }: JunitCase, path: string): string {
  const place = line === undefined ? "" : ` line="${line}"`;
  const open = `    <testcase name=${quoted(name)} classname=${quoted(path)} file=${quoted(path)}${place}`;
  if (failure === undefined) return `${open}/>`;
  return `${open}>\n      <failure message=${quoted(failure)}/>\n    </testcase>`;
}

/** An attribute value. `printable` replaces the control characters, which XML does not have. */
function quoted(text: string): string {
  const escaped = printable(text).replace(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`);
  return `"${escaped.replace(/[\ufffe\uffff]/g, "\ufffd")}"`;
}
