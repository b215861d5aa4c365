import type { Credential, NoCredential } from "../api/credential.ts";
import { isJob, isRule } from "../languages.ts";
import {
  type CurlPlace,
  changedRuleCurl,
  curlPreface,
  filterCurl,
  inlineRuleCurl,
  jobCurl,
  newRuleCurl,
  rulesetRuleCurl,
} from "./curl/calls.ts";
import type { ShellName } from "./curl/shells.ts";
import { placeholderFor } from "./curl/token-placeholder.ts";
import { jobsNaming, readFilter, readJob } from "./drafts/job.ts";
import { askAction, draftRuleSettings, draftWith, readRuleFile } from "./drafts/rule.ts";
import { knownEntry } from "./drafts/sync-status.ts";
import { type NamedJob, namedJob } from "./jobs/named.ts";
import { PushError, SignInNeeded } from "./push-error.ts";
import { type Conversation, notForRules, optionName } from "./session/conversation.ts";
import { ruleZone, scopeOf } from "./session/place.ts";
import type { OfflineSession, PushChoices } from "./session/session.ts";

export interface CurlSession extends OfflineSession {
  readonly conversation: Conversation;
  /** The credential that a push to the profile's origin would use, or why it is refused. */
  readonly credential: Credential | NoCredential;
  readonly shell: ShellName;
}

type Asking = CurlSession & { readonly curl: CurlPlace };

/** The requests of a push as commands to copy. Sends nothing; only asks the user. */
export async function curlFor(
  path: string,
  offline: CurlSession,
  choices: PushChoices,
): Promise<string> {
  const { baseUrl, origin } = offline.place.address;
  const auth = placeholderFor(origin, offline.env, offline.credential);
  if ("refusal" in auth) throw new SignInNeeded(offline.place.profile, auth.refusal, origin);
  const curl = { baseUrl, auth, shell: offline.shell };
  return curlPreface(curl) + (await commandsFor(path, { ...offline, curl }, choices));
}

async function commandsFor(path: string, offline: Asking, choices: PushChoices): Promise<string> {
  const { inline, job } = choices;
  if (isRule(path) && job !== undefined) throw new PushError(notForRules(offline));
  if (isRule(path)) return ruleCurl(path, offline, choices);
  if (inline) throw new PushError(`'${optionName("inline", offline)}' only applies to rules.`);
  const requested = job === undefined ? undefined : namedJob(job, path, offline);
  if (isJob(path)) return jobCurlFor(path, offline, requested);
  return requested ? filterCurlFor(path, offline, requested) : filterCurls(path, offline);
}

async function ruleCurl(path: string, offline: Asking, choices: PushChoices): Promise<string> {
  const { place } = offline;
  const zone = ruleZone(place);
  const isRulesets = place.rulesTarget === "rulesets";
  if (isRulesets && choices.inline)
    throw new PushError(
      `'${optionName("inline", offline)}' only applies to firewall rules. Rulesets always use one call.`,
    );
  const file = readRuleFile(path, offline);
  const action =
    file.directives.text("action") ?? choices.action ?? (await askAction(path, offline));
  const draft = draftWith(action, file, place);
  const { expression } = draft;
  const fields = { ...draftRuleSettings(draft), expression, action };
  if (choices.inline) return inlineRuleCurl(offline.curl, zone, fields);
  const { rule, filter, ruleset } = knownEntry(path, offline) ?? {};
  if (isRulesets) {
    const known = rule === undefined || ruleset === undefined ? undefined : { ruleset, rule };
    return rulesetRuleCurl(offline.curl, { zone, phase: draft.phase, known }, fields);
  }
  return rule === undefined || filter === undefined
    ? newRuleCurl(offline.curl, zone, fields)
    : changedRuleCurl(offline.curl, { zone, rule, filter }, fields);
}

function jobCurlFor(path: string, offline: Asking, requested: NamedJob | undefined): string {
  const { scope, template, filter } = readJob(path, offline);
  const known = requested?.id ?? knownEntry(path, offline)?.job;
  return jobCurl(offline.curl, scope, template, filter, known);
}

/** The command for the requested job, even if the filter was pushed to another one before. */
function filterCurlFor(path: string, offline: Asking, { id, scope, dataset }: NamedJob): string {
  const filter = readFilter(path, offline.files.read(path) ?? "", dataset, offline);
  return filterCurl(offline.curl, scope, String(id), filter);
}

/** One command for each job that the filter is pushed to. */
function filterCurls(path: string, offline: Asking): string {
  const { files } = offline;
  const owners = jobsNaming(path, files);
  const text = files.read(path) ?? "";
  const commands = (owners.length > 0 ? owners : [path]).flatMap((it): string[] => {
    const entry = knownEntry(it, offline);
    if (entry?.job === undefined) return [];
    const dataset =
      it === path ? offline.contextFor(path).datasets[0] : readJob(it, offline).dataset;
    const filter = readFilter(path, text, dataset ?? "", offline);
    return [filterCurl(offline.curl, scopeOf(entry), String(entry.job), filter)];
  });
  if (commands.length > 0) return commands.join("\n");
  throw new PushError("No job with this filter has been pushed yet. Push its job first.");
}
