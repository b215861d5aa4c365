import { dirname } from "node:path";
import type { Environment } from "../../api/credential.ts";
import { readConfig } from "../../workspace/config/config.ts";
import { textInCommit } from "../../workspace/files/git-files.ts";
import { git } from "../../workspace/git.ts";
import { configName } from "../../workspace/workspace.ts";
import { type Exposure, exposureText } from "../masking/exposures.ts";
import type { Confirmation, Conversation } from "./conversation.ts";
import type { Session } from "./session.ts";

/** The branch that a pull request is for, as CI systems name it. */
const targetVariables = [
  "GITHUB_BASE_REF",
  "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
  "CHANGE_TARGET",
  "BITBUCKET_PR_DESTINATION_BRANCH",
  "SYSTEM_PULLREQUEST_TARGETBRANCH",
  "BUILDKITE_PULL_REQUEST_BASE_BRANCH",
  "CI_DEFAULT_BRANCH",
];

/** Without one of these branches, a review of the settings cannot be assumed. */
const usualBases = [
  "refs/remotes/origin/HEAD",
  "refs/remotes/origin/main",
  "refs/remotes/origin/master",
  "refs/heads/main",
  "refs/heads/master",
];

/** The commits that may be the base, of which the first that exists counts. */
function basesOf(base: string | undefined, env: Environment): readonly string[] {
  if (base !== undefined) return [base];
  const target = targetVariables.map((it) => env[it]).find((it) => it);
  if (target === undefined) return usualBases;
  const branch = target.replace(/^refs\/heads\//, "");
  return [`refs/remotes/origin/${branch}`];
}

/** A change of `weir.json` cannot permit itself anything, so only the version of the base commit counts. */
async function allowedAt(folder: string, bases: readonly string[]) {
  // The commit of a submodule is chosen by the repository around it.
  const outer = await git(["rev-parse", "--show-superproject-working-tree"], folder);
  if (!("out" in outer) || outer.out.trim() !== "") return [];
  for (const it of bases.filter((it) => !it.startsWith("-"))) {
    const found = await git(["rev-parse", "--verify", "--quiet", `${it}^{commit}`], folder);
    if (!("out" in found)) continue;
    const read = await textInCommit(`${folder}/${configName}`, configName, found.out.trim());
    return "text" in read ? (readConfig(read.text).config.env.allow ?? []) : [];
  }
  return [];
}

/** Each secret of another system is a question of its own, which no confirmation of the plan answers. */
export async function confirmedWithSecrets(
  { exposes = [] }: { readonly exposes?: readonly Exposure[] },
  session: Session,
  confirm: () => Promise<Confirmation>,
): Promise<Confirmation> {
  const answer = await confirm();
  if (answer !== "yes" || exposes.length === 0) return answer;
  const refusal = await refusedExposure(exposes, session);
  return refusal === undefined ? "yes" : { refusal };
}

/** Asks for each secret of another system that is not permitted. Returns why one is not sent. */
export async function refusedExposure(
  exposures: readonly Exposure[],
  { conversation, env, lock }: Pick<Session, "conversation" | "env" | "lock">,
  mayAsk = true,
): Promise<string | undefined> {
  const { names = [], base } = conversation.grants ?? {};
  const asked = exposures.filter((it) => !names.includes(it.name));
  if (asked.length === 0) return undefined;
  const allowed = await allowedAt(dirname(lock.path), basesOf(base, env));
  for (const it of asked) {
    if (allowed.some(({ name, origin }) => name === it.name && isOrigin(origin, it))) continue;
    const answer = mayAsk ? await ask(it, conversation) : undefined;
    if (answer === 1) continue;
    const text = `${exposureText(it)} Nothing was changed.`;
    if (answer !== undefined || conversation.optionName) return text;
    return `${text} If it should be sent, add '--allow-env ${it.name}'.`;
  }
  return undefined;
}

function isOrigin(written: string, { origin }: Exposure): boolean {
  return origin !== undefined && written.replace(/\/$/, "").toLowerCase() === origin.toLowerCase();
}

function ask(exposure: Exposure, { choose }: Conversation): Promise<number | undefined> {
  const answers = ["Do not send it", `Send ${exposure.name}`];
  return choose(`${exposureText(exposure)} Send it?`, answers);
}
