import { relative, resolve } from "node:path";
import { describeChange } from "../../push/describe.ts";
import type { Plan, Where } from "../../push/plan.ts";
import { printable } from "../../text/printable.ts";
import { slashed } from "../../workspace/paths.ts";
import type { Paint } from "./words.ts";

/** What would happen to one file's resource, and where. */
export function renderPlan(plan: Plan, where: Where, cwd: string, paint: Paint): string {
  const path = slashed(relative(cwd, resolve(where.folder, plan.path)));
  const lines = [
    paint.bold(printable(`${path} → ${where.profile}`)),
    paint.dim(`  ${printable(placeText(where))}`),
    `  ${printable(plan.title)}.`,
    ...plan.changes.flatMap((it) =>
      describeChange(it).map(({ sign, text }) => `    ${signed(sign, text, paint)}`),
    ),
    ...plan.notes.map((it) => `  ${paint.yellow("!")} ${printable(it)}`),
    ...plan.calls.map((it) => paint.dim(`  ${it}`)),
  ];
  return `${lines.join("\n")}\n`;
}

function placeText({ origin, zone, zoneName, account, identity }: Where): string {
  const parts = [
    origin,
    ...(zone === undefined ? [] : [`zone ${zoneName ? `${zoneName} (${zone})` : zone}`]),
    ...(account === undefined ? [] : [`account ${account}`]),
    `signed in with ${identity}`,
  ];
  return parts.join(", ");
}

function signed(sign: "-" | "+" | " ", text: string, paint: Paint): string {
  const line = `${sign} ${text}`;
  if (sign === " ") return line;
  return sign === "-" ? paint.red(line) : paint.green(line);
}
