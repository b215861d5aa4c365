import type { Credential, Refused } from "../api/credential.ts";
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
import { knownEntry } from "./drafts/standing.ts";
import { type JobMeant, jobMeant } from "./jobs/meant.ts";
import { Refusal, SignInNeeded } from "./refusal.ts";
import { type Conversation, notForRules, optionName } from "./session/conversation.ts";
import { ruleZone, scopeOf } from "./session/place.ts";
import type { Desk, Wishes } from "./session/session.ts";

export interface CurlDesk extends Desk {
  readonly conversation: Conversation;
  /** What a push to the profile's origin would be signed in with, or why it is refused. */
  readonly credential: Credential | Refused;
  readonly shell: ShellName;
}

type Asking = CurlDesk & { readonly curl: CurlPlace };

/** What a push of the file would send, as commands to copy. Nobody is asked but the user, and nothing is sent. */
export async function curlFor(path: string, desk: CurlDesk, wishes: Wishes): Promise<string> {
  const { baseUrl, origin } = desk.place.address;
  const auth = placeholderFor(origin, desk.env, desk.credential);
  if ("refusal" in auth) throw new SignInNeeded(desk.place.profile, auth.refusal, origin);
  const curl = { baseUrl, auth, shell: desk.shell };
  return curlPreface(curl) + (await commandsFor(path, { ...desk, curl }, wishes));
}

async function commandsFor(path: string, desk: Asking, wishes: Wishes): Promise<string> {
  const { inline, job } = wishes;
  if (isRule(path) && job !== undefined) throw new Refusal(notForRules(desk));
  if (isRule(path)) return ruleCurl(path, desk, wishes);
  if (inline) throw new Refusal(`'${optionName("inline", desk)}' only applies to rules.`);
  const meant = job === undefined ? undefined : jobMeant(job, path, desk);
  if (isJob(path)) return jobCurlFor(path, desk, meant);
  return meant ? filterCurlFor(path, desk, meant) : filterCurls(path, desk);
}

async function ruleCurl(path: string, desk: Asking, wishes: Wishes): Promise<string> {
  const { place } = desk;
  const zone = ruleZone(place);
  const isRulesets = place.rulesTarget === "rulesets";
  if (isRulesets && wishes.inline)
    throw new Refusal(
      `'${optionName("inline", desk)}' is for firewall rules. A ruleset takes its rule in one call anyway.`,
    );
  const file = readRuleFile(path, desk);
  const action = file.directives.text("action") ?? wishes.action ?? (await askAction(path, desk));
  const draft = draftWith(action, file, place);
  const { expression } = draft;
  const fields = { ...draftRuleSettings(draft), expression, action };
  if (wishes.inline) return inlineRuleCurl(desk.curl, zone, fields);
  const { rule, filter, ruleset } = knownEntry(path, desk) ?? {};
  if (isRulesets) {
    const known = rule === undefined || ruleset === undefined ? undefined : { ruleset, rule };
    return rulesetRuleCurl(desk.curl, { zone, phase: draft.phase, known }, fields);
  }
  return rule === undefined || filter === undefined
    ? newRuleCurl(desk.curl, zone, fields)
    : changedRuleCurl(desk.curl, { zone, rule, filter }, fields);
}

function jobCurlFor(path: string, desk: Asking, meant: JobMeant | undefined): string {
  const { scope, template, filter } = readJob(path, desk);
  const known = meant?.id ?? knownEntry(path, desk)?.job;
  return jobCurl(desk.curl, scope, template, filter, known);
}

/** For the job that was asked for, whichever the filter had before. */
function filterCurlFor(path: string, desk: Asking, { id, scope, dataset }: JobMeant): string {
  const filter = readFilter(path, desk.files.read(path) ?? "", dataset, desk);
  return filterCurl(desk.curl, scope, String(id), filter);
}

/** One command for each job that the filter is for. */
function filterCurls(path: string, desk: Asking): string {
  const { files } = desk;
  const owners = jobsNaming(path, files);
  const text = files.read(path) ?? "";
  const commands = (owners.length > 0 ? owners : [path]).flatMap((it): string[] => {
    const entry = knownEntry(it, desk);
    if (entry?.job === undefined) return [];
    const dataset = it === path ? desk.contextFor(path).datasets[0] : readJob(it, desk).dataset;
    const filter = readFilter(path, text, dataset ?? "", desk);
    return [filterCurl(desk.curl, scopeOf(entry), String(entry.job), filter)];
  });
  if (commands.length > 0) return commands.join("\n");
  throw new Refusal(
    "No job with this filter was pushed yet, so there is no address to send it to. Push its job first.",
  );
}
