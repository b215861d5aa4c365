import type {
  ConfirmParams,
  FileResult,
  ProfileRow,
  ResourceRow,
} from "../../../server/src/lsp/protocol.ts";
import { type Act, questionOf } from "../../../server/src/push/plan/question.ts";

/** Rows as the server sends them. A test sets the properties that it needs. */

export function profileRow(row: Partial<ProfileRow> = {}): ProfileRow {
  return {
    uri: "file:///project/weir.json",
    name: "local",
    isDefault: false,
    origin: "http://127.0.0.1:8787",
    baseUrl: "http://127.0.0.1:8787/client/v4",
    isLoopback: true,
    zone: "zone1",
    rulesTarget: "firewall-rules",
    ...row,
  };
}

export const production = profileRow({
  name: "production",
  origin: "https://api.example.com",
  baseUrl: "https://api.example.com/client/v4",
  isLoopback: false,
  rulesTarget: "rulesets",
});

export function resourceRow(row: Partial<ResourceRow> = {}): ResourceRow {
  return { kind: "rule", id: "r1", name: "Logins", detail: "", standing: "in-sync", ...row };
}

export function fileResult(result: Partial<FileResult> = {}): FileResult {
  return {
    path: "rules/login.cfrule",
    profile: "local",
    outcome: "updated",
    ids: { rule: "r1" },
    message: "The rule r1 is updated.",
    ...result,
  };
}

export function confirmParams(
  plan: Partial<ConfirmParams["plan"]> = {},
  where: Partial<ConfirmParams["where"]> = {},
  act: Act = "push",
  meaning = "",
): ConfirmParams {
  const whole = {
    path: "rules/login.cfrule",
    title: "Update the rule 'Logins'",
    outcome: "updated",
    changes: [],
    notes: [],
    calls: [],
    ...plan,
  } as const;
  const there = {
    folder: "/work",
    profile: "production",
    origin: "https://api.example.com",
    zone: "zone1",
    zoneName: "shop.example.com",
    account: undefined,
    identity: "a token",
    ...where,
  };
  return {
    question: "Push this?",
    asked: questionOf(whole, there, act, meaning),
    uri: "file:///project/rules/login.cfrule",
    before: "ssl\n",
    after: "not ssl\n",
    plan: whole,
    where: there,
  };
}
