// The steps of action.yml. Inputs are passed in the environment, so that no user input becomes part of a shell script.
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, run } from "./failure.mjs";
import { installedProgram, installPackage } from "./released.mjs";

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/** @type {Readonly<Record<string, (env: Environment) => void | Promise<void>>>} */
const steps = { install, check, review, diff };

/** @param {Environment} env */
function install(env) {
  installPackage(packageFolder(env), env.INPUT_PACKAGE);
}

/** @param {Environment} env */
function packageFolder(env) {
  return join(env.RUNNER_TEMP || ".", "weir-action");
}

/** @param {Environment} env */
function check(env) {
  const options = [
    ...(env.INPUT_MAX_WARNINGS ? [`--max-warnings=${env.INPUT_MAX_WARNINGS}`] : []),
    ...(env.INPUT_BASELINE ? [`--baseline=${env.INPUT_BASELINE}`] : []),
  ];
  if (env.INPUT_SARIF) {
    const { stdout } = weir(["check", "--format=sarif", ...options, ...paths(env)], env);
    // Without a result, no file is written, because an empty one would fail a later step.
    if (stdout !== "") writeFileSync(env.INPUT_SARIF, stdout);
  }
  const { status, stdout } = weir(["check", "--format=github", ...options, ...paths(env)], env);
  process.stdout.write(stdout);
  process.exitCode = status;
}

/** @param {Environment} env */
async function review(env) {
  const forbidden = linesOf(env.INPUT_FORBID).map((it) => `--forbid=${it}`);
  const what = env.INPUT_REVIEW_PLAN
    ? ["--", env.INPUT_REVIEW_PLAN]
    : [`--base=${env.INPUT_REVIEW_BASE}`, ...paths(env)];
  const { status, stdout } = weir(["review", "--format=markdown", ...forbidden, ...what], env);
  // Without a result, the report has no statement about the change.
  const text = stdout || "### Weir: the review failed, so nothing was compared\n";
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, text);
  process.exitCode = status;
  if (env.INPUT_COMMENT === "true") await comment(text, env, "<!-- weir review -->");
}

/** @param {Environment} env */
async function diff(env) {
  const profile = env.INPUT_PROFILE ? [`--profile=${env.INPUT_PROFILE}`] : [];
  const token = env.INPUT_API_TOKEN ? { WEIR_API_TOKEN: env.INPUT_API_TOKEN } : {};
  const { status, stdout } = weir(["diff", "--format=markdown", ...profile, ...paths(env)], {
    ...env,
    ...token,
  });
  // A comparison that failed, or that compared nothing, says neither.
  const differs = status > 1 ? "unknown" : status === 1;
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `differs=${differs}\n`);
  const text = stdout || "### Weir: the comparison failed\n";
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, text);
  // Files of a pull request differ from the service until they are pushed.
  process.exitCode = status > 1 ? status : 0;
  if (env.INPUT_COMMENT === "true") await comment(text, env, "<!-- weir diff -->");
}

/** The paths of the input, one per line. After '--', none of them is parsed as an option. */
function paths(/** @type {Environment} */ env) {
  return ["--", ...linesOf(env.INPUT_PATHS)];
}

function linesOf(/** @type {string | undefined} */ text) {
  const lines = (text ?? "").split(/\r?\n/).map((it) => it.trim());
  return lines.filter((it) => it !== "");
}

/**
 * Runs Weir without the inputs that are credentials.
 * @param {readonly string[]} args
 * @param {Environment} env
 */
function weir(args, { INPUT_GITHUB_TOKEN: _github, INPUT_API_TOKEN: _api, ...env }) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [installedProgram(packageFolder(env)), ...args],
    {
      encoding: "utf8",
      env: /** @type {NodeJS.ProcessEnv} */ (env),
      stdio: ["ignore", "pipe", "inherit"],
      maxBuffer: 256 * 1024 * 1024,
    },
  );
  return { status: status ?? 2, stdout };
}

/**
 * Writes the comment of this action on the pull request, or replaces it.
 * @param {string} text
 * @param {Environment} env
 * @param {string} marker At the start of the comment.
 */
async function comment(text, env, marker) {
  const event = env.GITHUB_EVENT_PATH
    ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, "utf8"))
    : {};
  const number = event.pull_request?.number;
  if (!Number.isInteger(number)) return;
  const issues = `/repos/${env.GITHUB_REPOSITORY}/issues`;
  const known = await ownComment(`${issues}/${number}/comments`, env, marker);
  const body = JSON.stringify({ body: `${marker}\n${text}` });
  if (known === undefined) await github("POST", `${issues}/${number}/comments`, env, body);
  else await github("PATCH", `${issues}/comments/${known}`, env, body);
}

/**
 * @param {string} path
 * @param {Environment} env
 * @param {string} marker
 * @returns {Promise<number | undefined>}
 */
async function ownComment(path, env, marker) {
  for (let page = 1; ; page++) {
    const comments = await github("GET", `${path}?per_page=100&page=${page}`, env);
    const own = comments.find(
      (/** @type {{ body?: string, user?: { type?: string } }} */ it) =>
        it.body?.startsWith(marker) && it.user?.type === "Bot",
    );
    if (own || comments.length < 100) return own?.id;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Environment} env
 * @param {string} [body]
 */
async function github(method, path, env, body) {
  const response = await fetch(`${env.GITHUB_API_URL ?? "https://api.github.com"}${path}`, {
    method,
    redirect: "error",
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${env.INPUT_GITHUB_TOKEN}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body }),
  });
  if (response.ok) return response.json();
  const advice = response.status === 403 ? " Add the permission 'pull-requests: write'." : "";
  throw new Failure(`GitHub refused the comment (${response.status}).${advice}`);
}

await run(async () => {
  const [, , name = ""] = process.argv;
  const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
  if (!step) throw new Failure(`Unknown step '${name}'.`, 2);
  await step(process.env);
});
