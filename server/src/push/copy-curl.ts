import { type Conversation, notForRules, optionName } from "./conversation.ts";
import {
  changedRuleCurl,
  filterCurl,
  inlineRuleCurl,
  jobCurl,
  newRuleCurl,
  rulesetRuleCurl,
} from "./curl.ts";
import { jobsNaming, readFilter, readJob } from "./job-file.ts";
import { type JobMeant, jobMeant } from "./job-meant.ts";
import { ruleZone, scopeOf } from "./place.ts";
import { Refusal } from "./refusal.ts";
import { askAction, draftWith, readRuleFile } from "./rule-file.ts";
import { draftRuleSettings } from "./rule-work.ts";
import type { Desk, Wishes } from "./session.ts";
import { knownEntry } from "./standing.ts";

type Asking = Desk & { readonly conversation: Conversation };

/** What a push of the file would send, as commands to copy. Nobody is asked but the user, and nothing is sent. */
export async function curlFor(path: string, desk: Asking, wishes: Wishes): Promise<string> {
  const { inline, job } = wishes;
  const isRule = path.endsWith(".cfrule");
  if (isRule && job !== undefined) throw new Refusal(notForRules(desk));
  if (isRule) return ruleCurl(path, desk, wishes);
  if (inline) throw new Refusal(`'${optionName("inline", desk)}' is for rules, and this is none.`);
  const meant = job === undefined ? undefined : jobMeant(job, path, desk);
  if (path.endsWith(".lpjob")) return jobCurlFor(path, desk, meant);
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
  const action = wishes.action ?? file.directives.text("action") ?? (await askAction(path, desk));
  const draft = draftWith(action, file, place);
  const { expression } = draft;
  const fields = { ...draftRuleSettings(draft), expression, action };
  if (wishes.inline) return inlineRuleCurl(place.address, zone, fields);
  const { rule, filter, ruleset } = knownEntry(path, desk) ?? {};
  if (isRulesets) {
    const known = rule === undefined || ruleset === undefined ? undefined : { ruleset, rule };
    return rulesetRuleCurl(place.address, { zone, phase: draft.phase, known }, fields);
  }
  return rule === undefined || filter === undefined
    ? newRuleCurl(place.address, zone, fields)
    : changedRuleCurl(place.address, { zone, rule, filter }, fields);
}

function jobCurlFor(path: string, desk: Desk, meant: JobMeant | undefined): string {
  const { scope, template, filter } = readJob(path, desk);
  const known = meant?.id ?? knownEntry(path, desk)?.job;
  return jobCurl(desk.place.address, scope, template, filter, known);
}

/** For the job that was asked for, whichever the filter had before. */
function filterCurlFor(path: string, desk: Desk, { id, scope, dataset }: JobMeant): string {
  const filter = readFilter(path, desk.files.read(path) ?? "", dataset, desk);
  return filterCurl(desk.place.address, scope, String(id), filter);
}

/** One command for each job that the filter is for. */
function filterCurls(path: string, desk: Desk): string {
  const { files, place } = desk;
  const owners = jobsNaming(path, files);
  const text = files.read(path) ?? "";
  const commands = (owners.length > 0 ? owners : [path]).flatMap((it): string[] => {
    const entry = knownEntry(it, desk);
    if (entry?.job === undefined) return [];
    const dataset = it === path ? desk.contextFor(path).datasets[0] : readJob(it, desk).dataset;
    const filter = readFilter(path, text, dataset ?? "", desk);
    return [filterCurl(place.address, scopeOf(entry), String(entry.job), filter)];
  });
  if (commands.length > 0) return commands.join("\n");
  throw new Refusal(
    "No job with this filter was pushed yet, so there is no address to send it to. Push its job first.",
  );
}
