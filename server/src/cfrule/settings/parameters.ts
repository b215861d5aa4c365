import type { HostNode, HostObject, HostValue } from "../../hosts/node.ts";
import type { SettingProblem } from "../../hosts/settings.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { alternatives } from "../../text/wording.ts";
import { fieldNamed, fields } from "../catalog/fields.ts";
import type { RuleContext } from "../context.ts";
import { unknownListNamed } from "../unknown-list.ts";

/** Problems of the numbers and names in the parameters of a rule: rate limits, redirects, responses and origins. */
export function parameterProblems(rule: HostObject, lists: KnownLists): SettingProblem[] {
  // Most rules have none, and this runs for each of them on every keystroke.
  if (!rule.entries.some((it) => withParameters.has(it.name))) return [];
  return [
    ...rows.flatMap(({ path, problem }) =>
      valuesAt(rule, path.split(".")).flatMap((value) => {
        const literal = value.literal();
        const found = literal === undefined ? undefined : problem(literal);
        if (found === undefined) return [];
        return typeof found === "string"
          ? [invalid(value, found)]
          : ofPlan(value, found, lists.plan);
      }),
    ),
    ...valuesAt(rule, ["ratelimit", "characteristics"]).flatMap(characteristicProblem),
    ...bothVisitors(rule),
    ...valuesAt(rule, ["action_parameters", "from_list", "name"]).flatMap((it) =>
      listProblem(it, lists),
    ),
  ];
}

/** The known facts about the lists of the account. */
export type KnownLists = Pick<RuleContext, "lists" | "createdLists" | "plan">;

/** The name of the list that a redirect is from. */
function listProblem(value: HostValue, lists: KnownLists): SettingProblem[] {
  const name = value.literal();
  const found = typeof name === "string" ? unknownListNamed(name, "", lists) : undefined;
  if (!found) return [];
  const { message, isCertain, guess } = found;
  return [
    {
      code: "unknown-list",
      severity: isCertain ? "error" : "warning",
      at: value,
      message,
      ...(guess !== undefined && { replacement: guess }),
    },
  ];
}

type Literal = string | number | boolean;

interface Row {
  readonly path: string;
  /** The problem of a value, as a message. */
  readonly problem: (value: Literal) => string | OfPlan | undefined;
}

/** The problem of a value that other plans than these do not have. Without a known plan, it is only an info. */
interface OfPlan {
  readonly message: string;
  readonly allowedIn: readonly string[];
}

function oneOf(name: string, allowed: readonly Literal[]): Row["problem"] {
  return (value) =>
    allowed.some((it) => String(it) === String(value))
      ? undefined
      : `Invalid ${name} ${shorten(String(value))}. Use ${alternatives(allowed.map(String))}.`;
}

const timeouts = [0, 10, 60, 120, 300, 600, 3600, 86400];

/** Enterprise zones may use any number of seconds. */
function seconds(name: string, allowed: readonly number[]): Row["problem"] {
  return (value) => {
    const problem = oneOf(name, allowed)(value);
    if (problem === undefined || !/^\d+$/.test(String(value))) return problem;
    const others = alternatives(allowed.map(String));
    const start = `${name[0]?.toUpperCase()}${name.slice(1)}`;
    return {
      message: `${start} '${value}' needs an Enterprise plan. Other plans need ${others}.`,
      allowedIn: ["enterprise"],
    };
  };
}

function within(name: string, first: number, last: number): Row["problem"] {
  return (value) => {
    const number = typeof value === "number" ? value : Number(value);
    // Other texts are the business of the host's own schema.
    if (!Number.isFinite(number) || typeof value === "boolean" || value === "") return undefined;
    const isAllowed = Number.isInteger(number) && number >= first && number <= last;
    if (isAllowed) return undefined;
    const range = Number.isFinite(last) ? `a number from ${first} to ${last}` : `at least ${first}`;
    return `Invalid ${name} '${value}'. Use ${range}.`;
  };
}

/** From Cloudflare's documentation, except where a comment names the provider as the source. */
const rows: readonly Row[] = [
  { path: "ratelimit.period", problem: seconds("period", [10, 60, 120, 300, 600, 3600]) },
  {
    path: "ratelimit.mitigation_timeout",
    problem: seconds("mitigation timeout", timeouts),
  },
  {
    path: "ratelimit.requests_per_period",
    problem: within("number of requests", 1, Number.POSITIVE_INFINITY),
  },
  {
    path: "action_parameters.from_value.status_code",
    // The provider accepts 303 too.
    problem: (value) =>
      Number(value) === 303
        ? undefined
        : oneOf("status code of a redirect", [301, 302, 307, 308])(value),
  },
  {
    path: "action_parameters.response.status_code",
    problem: within("status code of a blocked request", 400, 499),
  },
  { path: "action_parameters.origin.port", problem: within("port", 1, 65535) },
];

const withParameters: ReadonlySet<string> = new Set(["ratelimit", "action_parameters"]);

function invalid(at: HostValue, message: string): SettingProblem {
  return { code: "rule-setting", severity: "error", at, message };
}

function ofPlan(at: HostValue, found: OfPlan, plan: string | undefined): SettingProblem[] {
  const { message, allowedIn } = found;
  if (plan !== undefined && allowedIn.includes(plan)) return [];
  const severity = plan === undefined ? "info" : "error";
  return [{ code: "rule-setting", severity, at, message }];
}

/** A name one slip away from a field. Others may be expressions, or newer than this version. */
function characteristicProblem(value: HostValue): SettingProblem[] {
  const written = value.literal();
  if (typeof written !== "string") return [];
  const [, name = "", key = ""] = /^([a-z][\w.]*)(\[.*\])?$/.exec(written) ?? [];
  if (name === "" || fieldNamed(name)) return [];
  const guess = nearest(
    name,
    fields.map((it) => it.name),
  );
  if (guess === undefined) return [];
  return [
    {
      code: "unknown-field",
      severity: "error",
      at: value,
      message: `Unknown field ${shorten(name)}. Did you mean '${guess}'?`,
      replacement: guess + key,
    },
  ];
}

/** Clients are told apart by their address or by their visitor, not by both. */
function bothVisitors(rule: HostObject): SettingProblem[] {
  const all = valuesAt(rule, ["ratelimit", "characteristics"], true);
  const named = (name: string) => all.find((it) => it.literal() === name);
  const visitor = named("cf.unique_visitor_id");
  if (!named("ip.src") || !visitor) return [];
  return [invalid(visitor, "Use 'ip.src' or 'cf.unique_visitor_id', not both.")];
}

/** The values at a path, through lists. Values that only a setting other than the default selects do not occur together. */
function valuesAt(node: HostNode, path: readonly string[], isTogether = false): HostValue[] {
  const [name, ...rest] = path;
  if (node.kind === "list") {
    if (isTogether && node.defaults) return [];
    return node.items.flatMap((it) => valuesAt(it, path, isTogether));
  }
  if (name === undefined) {
    if (node.kind !== "value") return [];
    return isTogether || !node.others ? [node] : [node, ...node.others];
  }
  if (node.kind !== "object") return [];
  const inner = node.entries.filter((it) => it.name === name);
  return inner.flatMap((it) => valuesAt(it.value, rest, isTogether));
}
