import { likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { counterpart, isRaw } from "../catalog/fields.ts";
import { literalForm } from "../regex/literal-form.ts";
import { type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const normalizedPath: RuleCheck<"rule"> = {
  code: "normalized-path",
  severity: "info",
  summary: "The path is compared with text that normalization removes.",
  why: "Normalization, which is on by default, resolves `../` in the path before rules run, so a string with `../` is never found there. Zones that normalize more than RFC 3986 says also merge slashes. The `raw` fields contain what the client sent.",
  on: "rule",
  run(rule, report) {
    const { uses, regexes } = valueFacts(rule);
    let found = 0;
    for (const use of uses) {
      if (!isNormalizedPath(use)) continue;
      for (const { start, end, value } of use.texts) {
        const sign = goneFrom(value, use);
        if (sign === undefined) continue;
        reportText({ start, end }, sign, use);
        if (++found === maxDiagnostics) return;
      }
    }
    for (const { use, literal, root } of regexes) {
      const values = isNormalizedPath(use) ? literalForm(root)?.values : undefined;
      const sign = values?.map((it) => goneFrom(it, use)).find((it) => it !== undefined);
      if (sign !== undefined) reportText(literal, sign, use);
    }

    function reportText(
      span: { start: number; end: number },
      sign: string,
      { tested }: ValueUse,
    ): void {
      const raw = tested && counterpart(tested.field);
      if (!raw) return;
      const title = `Use '${raw.name}'`;
      const { name } = tested.field;
      const problem =
        sign === "//"
          ? `In some zones, normalization merges '//' in '${name}'.`
          : `Normalization removes '${sign}' from '${name}'.`;
      report(span, problem, {
        fix: likelyFix(title, [replace(tested.node, raw.name)]),
      });
    }
  },
  examples: `
http.request.uri.path contains "../" or starts_with(http.request.uri.path, "//")
                               ^^^^^ info: Normalization removes '../' from 'http.request.uri.path'. Use 'raw.http.request.uri.path'.
                                                                           ^^^^ info: In some zones, normalization merges '//' in 'http.request.uri.path'. Use 'raw.http.request.uri.path'.
=>
raw.http.request.uri.path contains "../" or starts_with(http.request.uri.path, "//")
---
raw.http.request.uri.path contains "../" or http.request.uri.query contains "../" or http.request.full_uri contains "https://" or http.request.uri.path contains "..."
`,
};

/** In a full URI these characters may be in the query, or before the host. */
function isNormalizedPath({ tested, how }: ValueUse): boolean {
  return how !== "order" && tested?.field.shape === "path" && !isRaw(tested.field);
}

function goneFrom(value: string, { how }: ValueUse): string | undefined {
  if (value.includes("//")) return "//";
  // A name may end with two dots; only a slash before them makes a parent directory.
  if (!value.includes("../")) return undefined;
  const open = how === "prefix" || how === "equal" ? /\/\.\.\// : /(?:^|\/)\.\.\//;
  return open.test(value) ? "../" : undefined;
}
