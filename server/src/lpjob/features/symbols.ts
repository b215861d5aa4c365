import type { OutlineSymbol } from "../../core/analysis.ts";
import type { JsonValue, Property } from "../../json/syntax/tree.ts";
import { cut } from "../../text/shorten.ts";
import { plural } from "../../text/wording.ts";
import type { Document } from "../document.ts";

/** The outline: the properties of the job and its output options, and the symbols of the filter. */
export function symbols(doc: Document): readonly OutlineSymbol[] {
  const { job } = doc;
  return (job.object?.properties ?? []).map((it) => {
    const isFilter = it.value !== undefined && it.value === job.filter?.value;
    if (isFilter && doc.inline) return symbol(it, "", doc.inline.symbols());
    const inner = it.value === job.output ? (job.output?.properties ?? []) : [];
    return symbol(
      it,
      detailOf(doc.text, it.value),
      inner.map((option) => symbol(option, detailOf(doc.text, option.value), [])),
    );
  });
}

function symbol(
  { start, end, name }: Property,
  detail: string,
  children: readonly OutlineSymbol[],
): OutlineSymbol {
  // Editors reject a symbol without a name.
  return {
    name: name.value || '""',
    detail,
    kind: "property",
    start,
    end,
    selection: name,
    children,
  };
}

function detailOf(text: string, value: JsonValue | undefined): string {
  if (!value) return "";
  switch (value.kind) {
    case "object":
      return "";
    case "array":
      return plural(value.items.length, "item");
    case "string":
      return cut(value.value.replace(/\s+/g, " "));
    default:
      return cut(text.slice(value.start, value.end));
  }
}
