import { relative, resolve } from "node:path";
import type { Plan, Where } from "../../push/plan/plan.ts";
import { type PlanLine, planLines } from "../../push/plan/plan-lines.ts";
import { printable } from "../../text/printable.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import type { Paint } from "./paint.ts";

/** A plan and its target. */
export function renderPlan(plan: Plan, where: Where, cwd: string, paint: Paint): string {
  const path = withForwardSlashes(relative(cwd, resolve(where.folder, plan.path))) || ".";
  const lines = [
    paint.bold(printable(`${path} → ${where.profile}`)),
    ...planLines(plan, where).map((it) => `  ${painted(it, paint)}`),
  ];
  return `${lines.join("\n")}\n`;
}

function painted({ kind, text }: PlanLine, paint: Paint): string {
  switch (kind) {
    case "title":
      return text;
    case "note":
      return `${paint.yellow("!")} ${text}`;
    case "where":
    case "call":
      return paint.dim(text);
    case "-":
      return `  ${paint.red(`- ${text}`)}`;
    case "+":
      return `  ${paint.green(`+ ${text}`)}`;
    case " ":
      return `    ${text}`;
  }
}
