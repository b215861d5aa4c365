import type { NamedValue } from "../../core/analysis.ts";
import { type Position, positionNames } from "../../core/configuration/position.ts";
import { customPhase, type RulesTarget, ruleActionDoc, ruleActions } from "../../languages.ts";
import { alternatives } from "../../text/wording.ts";
import { requireValid } from "../plan/require-valid.ts";
import { type Settings, settingsFrom } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import { optionName } from "../session/conversation.ts";
import type { ProfilePlace } from "../session/place.ts";
import type { OfflineSession, PushChoices, Session } from "../session/session.ts";
import { positionIn } from "./position.ts";

/** The rule in a file. */
export interface RuleDraft {
  readonly path: string;
  /** As sent. */
  readonly expression: string;
  /** Empty in a comparison when the file has none. */
  readonly action: string;
  /** Other properties, under their names in the target. */
  readonly settings: Settings;
  /** For rulesets. */
  readonly phase: string;
  readonly position?: Position | undefined;
  readonly notes: readonly string[];
}

/** The content of a file. Required values such as the action may still be missing. */
export interface RuleFile {
  readonly path: string;
  readonly expression: string;
  readonly phase: string;
  readonly directives: Directives;
}

/** Reads a rule, and throws on errors. */
export function readRuleFile(path: string, session: OfflineSession): RuleFile {
  const text = session.files.read(path);
  if (text === undefined) throw new PushError(`File not found: '${path}'.`);
  const analysis = requireValid(path, text, session.contextFor(path), undefined, session.onError);
  const expression = analysis.pushed();
  if (!expression) throw new PushError(`'${path}' has no expression.`);
  const directives = new Directives(analysis.directives?.() ?? []);
  if (directives.has("value"))
    throw new PushError(
      `'${path}' is a value expression ('# @value') and cannot be pushed as a rule.`,
    );
  const phase = directives.text("phase") ?? customPhase;
  if (session.place.rulesTarget === "firewall-rules" && phase !== customPhase)
    throw new PushError(
      `Phase '${phase}' requires rulesets, but this profile uses firewall rules.`,
    );
  return { path, expression, phase, directives };
}

/**
 * The file's action takes precedence, then the requested one, then the action of the existing rule. Otherwise the user is
 * asked.
 */
export async function draftRule(
  file: RuleFile,
  session: Session,
  choices: PushChoices,
  usual: string | undefined,
): Promise<RuleDraft> {
  const own = file.directives.text("action");
  const named = own ?? choices.action ?? usual;
  if (named === undefined && choices.compareOnly) return openDraft(file, session);
  const draft = draftWith(named ?? (await askAction(file.path, session)), file, session.place);
  if (own === undefined || choices.action === undefined || own === choices.action) return draft;
  const option = optionName("action", session);
  const unused = `'${option} ${choices.action}' only applies to rules without an action. This one has '# @action ${own}'.`;
  return { ...draft, notes: [...draft.notes, unused] };
}

/** The draft of a rule with this action. */
export function draftWith(
  action: string,
  file: RuleFile,
  { rulesTarget }: ProfilePlace,
): RuleDraft {
  const { path, expression, phase, directives } = file;
  requireAction(action, rulesTarget);
  const rest = rulesTarget === "rulesets" ? forRulesets : forFirewall;
  return { path, expression, action, phase, ...rest(directives, action) };
}

/** The draft for a comparison, which does not ask for a missing action. */
function openDraft(file: RuleFile, { place, conversation }: Session): RuleDraft {
  const { path, expression, phase, directives } = file;
  const isRulesets = place.rulesTarget === "rulesets";
  const skips = directives.has("products") || directives.has("skip");
  const implied = skips ? (isRulesets ? "skip" : "bypass") : "";
  const rest = (isRulesets ? forRulesets : forFirewall)(directives, implied);
  const missing = `The rule needs an action before it is pushed. ${actionAdvice({ conversation })}`;
  return { path, expression, action: "", phase, ...rest, notes: [...rest.notes, missing] };
}

function actionAdvice(spelling: Pick<Session, "conversation">): string {
  return `Add a line such as '# @action block', or push with '${optionName("action", spelling)}'.`;
}

export async function askAction(
  path: string,
  { place, conversation }: Pick<Session, "place" | "conversation">,
): Promise<string> {
  const known = ruleActions[place.rulesTarget];
  const details = known.map(ruleActionDoc);
  const about = { details, actionOf: path };
  const answer = await conversation.choose(`Which action should '${path}' have?`, known, about);
  const chosen = answer === undefined ? undefined : known[answer];
  if (chosen !== undefined) return chosen;
  throw new PushError(`'${path}' has no action. ${actionAdvice({ conversation })}`);
}

function requireAction(action: string, target: RulesTarget): void {
  const known = ruleActions[target];
  if (known.includes(action)) return;
  const instead =
    action === "allow" || action === "bypass" ? " Use 'skip' with a '# @skip' line." : "";
  throw new PushError(
    `Action '${action}' is not supported for ${target}.${instead || ` Use ${alternatives(known)}.`}`,
  );
}

type Rest = Pick<RuleDraft, "settings" | "notes" | "position">;

function forFirewall(directives: Directives, action: string): Rest {
  const products = directives.list("products");
  if (products && action !== "bypass")
    throw new PushError(`'@products' requires action 'bypass', found '${action}'.`);
  if (directives.has("skip"))
    throw new PushError("'@skip' requires rulesets, but this profile uses firewall rules.");
  return {
    settings: settingsFrom([
      ["description", directives.text("description")],
      ["paused", directives.flag("paused")],
      ["priority", directives.whole("priority")],
      ["ref", directives.text("ref")],
      ["products", products],
    ]),
    notes: positionNames
      .filter((it) => directives.has(it))
      .map((it) => `'@${it}' is for rulesets and is not sent. Use '@priority' for firewall rules.`),
  };
}

/** Rulesets use `enabled` instead of `paused`, and the order of rules instead of priorities. */
function forRulesets(directives: Directives, action: string): Rest {
  const products = directives.list("products");
  const skip = directives.skip();
  if ((products || skip) && action !== "skip")
    throw new PushError(`'@products' and '@skip' require action 'skip', found '${action}'.`);
  if (action === "skip" && !products && !skip)
    throw new PushError(
      "Action 'skip' needs '@skip' or '@products'. Add a line such as '# @skip ruleset=current'.",
    );
  const paused = directives.flag("paused");
  const parameters = { ...skip, ...(products ? { products } : undefined) };
  return {
    settings: settingsFrom([
      ["description", directives.text("description")],
      ["enabled", paused === undefined ? undefined : !paused],
      ["ref", directives.text("ref")],
      ["action_parameters", action === "skip" ? parameters : undefined],
    ]),
    position: positionIn(directives),
    notes: directives.has("priority")
      ? ["'@priority' is not sent: in rulesets, the order of the rules decides."]
      : [],
  };
}

/** The `# @name value` lines of a file. The last one of a name wins. */
export class Directives {
  constructor(private readonly all: readonly NamedValue[]) {}

  has(name: string): boolean {
    return this.all.some((it) => it.name === name);
  }

  text(name: string): string | undefined {
    return this.all.findLast((it) => it.name === name)?.value || undefined;
  }

  /** A flag without a value is true. */
  flag(name: string): boolean | undefined {
    if (!this.has(name)) return undefined;
    const value = this.text(name) ?? "true";
    if (value === "true" || value === "false") return value === "true";
    throw new PushError(`'@${name}' needs 'true' or 'false', found '${value}'.`);
  }

  whole(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (/^\d{1,10}$/.test(value)) return Number(value);
    throw new PushError(`'@${name}' needs an integer, found '${value}'.`);
  }

  list(name: string): string[] | undefined {
    return this.text(name)
      ?.split(/[\s,]+/)
      .filter((it) => it !== "");
  }

  /** `ruleset=current phases=a,b`, on one or several lines; or a JSON object, for nested values. */
  skip(): Settings | undefined {
    const lines = this.all.filter((it) => it.name === "skip" && it.value !== "");
    if (lines.length === 0) return undefined;
    return Object.assign({}, ...lines.map((it) => skipLine(it.value))) as Settings;
  }
}

const skipsOne = new Set(["ruleset", "phase"]);

function skipLine(written: string): Settings {
  if (written.startsWith("{")) {
    try {
      return JSON.parse(written) as Settings;
    } catch {
      throw new PushError(`'@skip' needs valid JSON or 'name=value', found '${written}'.`);
    }
  }
  return Object.fromEntries(
    written.split(/\s+/).map((it) => {
      const [, name = "", value = ""] = /^(\w+)=(.+)$/.exec(it) ?? [];
      if (name === "")
        throw new PushError(`'@skip' needs 'name=value', as in 'ruleset=current', found '${it}'.`);
      return [name, skipsOne.has(name) ? value : value.split(",")];
    }),
  );
}

export function draftRuleSettings({ expression, action, settings }: RuleDraft): Settings {
  return settingsFrom([
    ["expression", expression],
    ["action", action],
    ...Object.entries(settings),
  ]);
}
