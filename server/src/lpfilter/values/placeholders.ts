import { type PlaceholderPlace, placeholderText } from "../../vocabulary/placeholders.ts";
import type { Condition } from "../syntax/filter.ts";
import { extentOf } from "./compared.ts";

/**
 * The placeholder in a value; undefined where it may be intended literally.
 * Attacks contain such strings, so a filter may search URLs and headers for them.
 */
export function placeholderIn(condition: Condition, text: string): string | undefined {
  const place = placeOf(condition);
  const extent = extentOf(condition);
  if ((extent === "part" || extent === "end") && place !== "name") return undefined;
  return placeholderText(text, place);
}

function placeOf({ field }: Condition): PlaceholderPlace {
  switch (field?.shape) {
    case "host":
    case "domain":
    case "address":
      return "name";
    case "path":
    case "uri":
      return "path";
    default:
      return "text";
  }
}
