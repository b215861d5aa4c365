import type { Expression } from "../hcl/tree.ts";
import { evaluate } from "./evaluate.ts";
import { numberOf } from "./values/calculate.ts";
import { type Scope, stringOf, type Value } from "./values/value.ts";

/** The resource whose ID a value is, as in `module.lists.cloudflare_list.office["eu"]`. Undefined if that is not known. */
export function referredAddress({ kind, origin }: Value): string | undefined {
  const { expression, scope } = origin ?? {};
  if (kind !== "unknown" || !expression || !scope) return undefined;
  const path = pathOf(expression, scope);
  const own = path?.endsWith(".id") ? path.slice(0, -".id".length) : undefined;
  const isResource =
    own !== undefined && /^(?:data\.)?cloudflare_\w+\.[\w-]+(?:\[.*\])?$/.test(own);
  const { address } = scope.around;
  return isResource ? `${address === "" ? "" : `${address}.`}${own}` : undefined;
}

/** A reference with the values of its indices. */
function pathOf(expression: Expression, scope: Scope): string | undefined {
  const form = expression.kind === "unknown" ? expression.form : undefined;
  if (form?.kind === "name") return form.name;
  if (form?.kind !== "steps") return undefined;
  const base = pathOf(form.base, scope);
  if (base === undefined) return undefined;
  let path = base;
  for (const step of form.steps) {
    if (step.kind === "splat") return undefined;
    const key = step.kind === "name" ? `.${step.name}` : keyOf(evaluate(step.index, scope));
    if (key === undefined) return undefined;
    path += key;
  }
  return path;
}

function keyOf(index: Value): string | undefined {
  const key = index.kind === "plain" ? numberOf(index) : stringOf(index);
  return key === undefined ? undefined : `[${JSON.stringify(key)}]`;
}
