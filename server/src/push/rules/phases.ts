import { isRule, rulePhase } from "../../languages.ts";
import type { Session } from "../session/session.ts";

/** The phases to list: the default one, and those that files use. */
export function phasesIn({ files }: Pick<Session, "files">): Set<string> {
  const named = files
    .list()
    .filter((it) => isRule(it))
    .flatMap(
      (it) => /^[ \t\uFEFF]*#[ \t]*@phase[ \t]+(\w+)/m.exec(files.glance(it) ?? "")?.[1] ?? [],
    );
  return new Set([rulePhase, ...named]);
}
