import { codes, refuse } from "./envelope.ts";
import { statementPath } from "./http/body.ts";
import type { Handler, ScopedCall, ScopedHandler } from "./http/call.ts";
import * as destinations from "./resources/destinations.ts";
import * as filters from "./resources/filters.ts";
import * as jobs from "./resources/jobs.ts";
import * as lists from "./resources/lists.ts";
import {
  listAvailableDatasets,
  listExplorerDatasets,
  queryLogs,
} from "./resources/log-explorer.ts";
import { receivedLogs } from "./resources/received.ts";
import { traceRequest } from "./resources/request-tracer.ts";
import * as rules from "./resources/rules.ts";
import * as rulesets from "./resources/rulesets.ts";
import * as signIn from "./resources/sign-in.ts";
import * as transformers from "./resources/transformers.ts";
import { getNormalization, setNormalization } from "./resources/url-normalization.ts";
import { type ScopeKind, scopeAt } from "./state/state.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type ScopedRoute = readonly [method: Method, path: string, handler: ScopedHandler];

/** A call of the service; the path is relative to the base address. */
export type Route = readonly [method: Method, path: string, handler: Handler];

const jobRoutes: readonly ScopedRoute[] = [
  ["GET", "/logpush/jobs", jobs.listJobs],
  ["POST", "/logpush/jobs", jobs.createJob],
  ["GET", "/logpush/jobs/:job", jobs.getJob],
  ["PUT", "/logpush/jobs/:job", jobs.updateJob],
  ["DELETE", "/logpush/jobs/:job", jobs.deleteJob],
  ["GET", "/logpush/datasets/:dataset/jobs", jobs.listJobsOfDataset],
  ["POST", "/logpush/ownership", destinations.createChallenge],
  ["POST", "/logpush/ownership/validate", destinations.validateChallenge],
  ["POST", "/logpush/validate/destination", destinations.validateDestination],
  ["POST", "/logpush/validate/destination/exists", destinations.destinationExists],
];

const filterRoutes: readonly ScopedRoute[] = [
  ["GET", "/filters", filters.listFilters],
  ["POST", "/filters", filters.createFilters],
  ["PUT", "/filters", filters.updateFilters],
  ["DELETE", "/filters", filters.deleteFilters],
  ["GET", "/filters/:filter", filters.getFilter],
  ["PUT", "/filters/:filter", filters.updateFilter],
  ["DELETE", "/filters/:filter", filters.deleteFilter],
];

const ruleRoutes: readonly ScopedRoute[] = [
  ["GET", "/firewall/rules", rules.listRules],
  ["POST", "/firewall/rules", rules.createRules],
  ["PUT", "/firewall/rules", rules.updateRules],
  ["PATCH", "/firewall/rules", rules.prioritizeRules],
  ["DELETE", "/firewall/rules", rules.deleteRules],
  ["GET", "/firewall/rules/:rule", rules.getRule],
  ["PUT", "/firewall/rules/:rule", rules.updateRule],
  ["PATCH", "/firewall/rules/:rule", rules.prioritizeRule],
  ["DELETE", "/firewall/rules/:rule", rules.deleteRule],
];

const rulesetRoutes: readonly ScopedRoute[] = [
  ["GET", "/rulesets", rulesets.listRulesets],
  ["POST", "/rulesets", rulesets.createRuleset],
  ["GET", "/rulesets/phases/:phase/entrypoint", rulesets.getEntryPoint],
  ["PUT", "/rulesets/phases/:phase/entrypoint", rulesets.replaceEntryPoint],
  ["GET", "/rulesets/:ruleset", rulesets.getRuleset],
  ["PUT", "/rulesets/:ruleset", rulesets.replaceRuleset],
  ["DELETE", "/rulesets/:ruleset", rulesets.deleteRuleset],
  ["POST", "/rulesets/:ruleset/rules", rulesets.addRule],
  ["PATCH", "/rulesets/:ruleset/rules/:rule", rulesets.changeRule],
  ["DELETE", "/rulesets/:ruleset/rules/:rule", rulesets.deleteRulesetRule],
];

const listRoutes: readonly ScopedRoute[] = [
  ["GET", "/rules/lists", lists.listLists],
  ["POST", "/rules/lists", lists.createList],
  ["GET", "/rules/lists/:list", lists.getList],
  ["GET", "/rules/lists/:list/items", lists.listItems],
  ["PUT", "/rules/lists/:list/items", lists.replaceItems],
];

const explorerRoutes: readonly ScopedRoute[] = [
  ["GET", "/logs/explorer/datasets", listExplorerDatasets],
  ["GET", "/logs/explorer/datasets/available", listAvailableDatasets],
  ["GET", statementPath, queryLogs],
  ["POST", statementPath, queryLogs],
];

const transformerRoutes: readonly ScopedRoute[] = [
  ["GET", "/logpush/transformers", transformers.listTransformers],
  ["POST", "/logpush/transformers", transformers.createTransformer],
  ["POST", "/logpush/transformers/preview", transformers.previewTransformer],
  ["GET", "/logpush/transformers/:transformer", transformers.getTransformer],
  ["PUT", "/logpush/transformers/:transformer", transformers.updateTransformer],
  ["DELETE", "/logpush/transformers/:transformer", transformers.deleteTransformer],
  ["GET", "/logpush/transformers/:transformer/content", transformers.getContent],
  ["GET", "/logpush/transformers/:transformer/versions", transformers.listVersions],
];

export const routes: readonly Route[] = [
  ["GET", "/user", signIn.getUser],
  ["GET", "/user/tokens/verify", signIn.verifyToken],
  ["GET", "/zones", signIn.listZones],
  ["GET", "/accounts", signIn.listAccounts],
  ["GET", "/filters/validate-expr", filters.validateExpression],
  ["POST", "/filters/validate-expr", filters.validateExpression],
  ...under("zones", [
    ["GET", "", signIn.getZone],
    ["GET", "/logs/received", receivedLogs],
    ...explorerRoutes,
    ["GET", "/url_normalization", getNormalization],
    ["PUT", "/url_normalization", setNormalization],
    ...jobRoutes,
    ...filterRoutes,
    ...ruleRoutes.map(([method, path, run]): ScopedRoute => [method, path, unlessGone(run)]),
    ...rulesetRoutes,
  ]),
  ...under("accounts", [
    ["GET", "", signIn.getAccount],
    ["POST", "/request-tracer/trace", traceRequest],
    ...explorerRoutes,
    ...transformerRoutes,
    ...jobRoutes,
    ...rulesetRoutes,
    ...listRoutes,
  ]),
];

function under(kind: ScopeKind, rows: readonly ScopedRoute[]): readonly Route[] {
  return rows.map(
    ([method, path, run]): Route => [
      method,
      `/${kind}/:scope${path}`,
      (call) => {
        const id = call.params.scope ?? "";
        const scope = scopeAt(call.state, kind, id);
        if (!scope)
          refuse(
            404,
            codes.noSuchPath,
            `Unknown ${kind === "zones" ? "zone" : "account"} '${id}'.`,
          );
        return run({ ...call, scope });
      },
    ],
  );
}

function unlessGone(run: ScopedHandler): ScopedHandler {
  return (call: ScopedCall) => {
    if (call.settings.firewallRulesGone)
      refuse(410, codes.gone, "Firewall rules are no longer supported. Use rulesets.");
    return run(call);
  };
}
