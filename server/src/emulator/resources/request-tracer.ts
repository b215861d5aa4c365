import { configurationIn, defaultContext } from "../../languages.ts";
import { readTracedRequest, type TraceRule, Tracer, type TraceStep } from "../../trace/trace.ts";
import { codes, type ErrorItem, type Reply, refuse, refuseAny, success } from "../envelope.ts";
import type { ScopedCall } from "../http/call.ts";
import { Fields, object, text } from "../shapes.ts";
import type { RulesetRule, Scope } from "../state/state.ts";

/** The service's own trace. Here it is computed by `weir trace` on what is stored; what is not known does not match. */
export function traceRequest(call: ScopedCall): Reply {
  const problems: ErrorItem[] = [];
  const fields = new Fields(call.body, "", problems);
  const method = fields.need("method", text()) ?? "";
  const url = fields.need("url", text()) ?? "";
  const headers = fields.take("headers", object) ?? {};
  const context = fields.take("context", object) ?? {};
  refuseAny(400, problems);
  const zone = zoneOf(call, url);
  const extras = {
    headers: headerLines(headers, fields.take("cookies", object)),
    settings: settingsOf(context),
  };
  const read = readTracedRequest(`${method} ${url}`, extras, defaultContext);
  if ("problem" in read) refuse(400, codes.wrongShape, read.problem);
  const configuration = configurationOf(call.scope, zone);
  const traced = new Tracer(configuration, defaultContext).trace(read.request, {
    zone: zone.id,
    explain: false,
  });
  if ("problem" in traced) return success({ status_code: 200, trace: [] });
  const rules = new Map(
    [call.scope, zone].flatMap(({ rulesets }) =>
      [...rulesets.values()].flatMap((it) => it.rules.map((rule) => [rule.id, rule] as const)),
    ),
  );
  const trace = traced.steps.flatMap((it) => stepItem(it, rules));
  return success({ status_code: traced.outcome.status ?? 200, trace });
}

function zoneOf({ state, scope }: ScopedCall, url: string): Scope {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  const found = [...state.scopes.values()].find(
    (it) =>
      it.kind === "zones" &&
      it.account === scope.id &&
      (host === it.name || host.endsWith(`.${it.name}`)),
  );
  return found ?? refuse(400, codes.wrongShape, `The account has no zone with the host '${host}'.`);
}

function headerLines(
  headers: Readonly<Record<string, unknown>>,
  cookies: Readonly<Record<string, unknown>> = {},
): readonly string[] {
  const pairs = Object.entries(cookies).map(([name, it]) => `${name}=${String(it)}`);
  const rows = Object.entries(headers).map(([name, it]) => `${name}: ${String(it)}`);
  return pairs.length === 0 ? rows : [...rows, `cookie: ${pairs.join("; ")}`];
}

/** The fields of the context that rules read most. */
function settingsOf({
  bot_score,
  threat_score,
  geoloc,
}: Readonly<Record<string, unknown>>): readonly string[] {
  const place = object.takes(geoloc) ? geoloc : {};
  const rows = {
    "cf.bot_management.score": bot_score,
    "cf.threat_score": threat_score,
    "ip.src.country": place.iso_code,
    "ip.src.city": place.city,
    "ip.src.continent": place.continent,
  };
  return Object.entries(rows).flatMap(([name, it]) =>
    it === undefined ? [] : [`${name}=${JSON.stringify(it)}`],
  );
}

function configurationOf(account: Scope, zone: Scope) {
  const rulesets = [
    ...[...account.rulesets.values()].map((it) => ({ ...it, account_id: account.id })),
    ...[...zone.rulesets.values()].map((it) => ({ ...it, zone_id: zone.id })),
  ];
  const lists = [...account.lists.values()];
  const found = configurationIn(JSON.stringify({ rulesets, lists }), "service.json");
  const normalizations = zone.normalization ? [{ ...zone.normalization, zone: zone.id }] : [];
  return { ...found, normalizations, zones: { [zone.id]: zone.name } };
}

/** Rules that are disabled, skipped or not reached are not shown. */
function stepItem({ phase, ruleset, rules }: TraceStep, known: ReadonlyMap<string, RulesetRule>) {
  const items = rules.flatMap((it) => ruleItem(it, known));
  if (items.length === 0) return [];
  const matched = items.some((it) => it.matched);
  return [{ step_name: phase, type: "ruleset", name: ruleset, matched, trace: items }];
}

const shown = new Set<TraceRule["result"]>(["matched", "not-matched", "unknown"]);

function ruleItem({ id = "", result }: TraceRule, known: ReadonlyMap<string, RulesetRule>) {
  const rule = known.get(id);
  if (!rule || !shown.has(result)) return [];
  const { description, expression, action, action_parameters } = rule;
  return [
    {
      step_name: id,
      type: "rule",
      matched: result === "matched",
      ...(description !== undefined && { description }),
      expression,
      action,
      ...(action_parameters !== undefined && { action_parameters }),
    },
  ];
}
