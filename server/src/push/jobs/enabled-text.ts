import { parseJson } from "../../json/syntax/parse.ts";
import { applyEdits, type Edit, insert, replace } from "../../text/edit.ts";
import { PushError } from "../push-error.ts";

/** The text of a job with `enabled` set. The rest is kept as written. */
export function enabledText(path: string, text: string, isOn: boolean): string {
  const { root, errors } = parseJson(text);
  if (root?.kind !== "object" || errors.length > 0)
    throw new PushError(`'${path}' has errors. Fix them first.`);
  const written = root.properties.findLast((it) => it.name.value === "enabled")?.value;
  return applyEdits(text, [written ? replace(written, String(isOn)) : added(text, root, isOn)]);
}

type Root = Extract<NonNullable<ReturnType<typeof parseJson>["root"]>, { kind: "object" }>;

/** Adds the property after the last one, with the same whitespace before it. */
function added(text: string, root: Root, isOn: boolean): Edit {
  const written = `"enabled": ${isOn}`;
  const last = root.properties.at(-1);
  if (!last) return insert(root.start + 1, ` ${written} `);
  const before = /\r?\n[ \t]*$/.exec(text.slice(0, last.start))?.[0] ?? " ";
  return insert(last.end, `,${before}${written}`);
}
