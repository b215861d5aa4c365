import { Lines } from "../../text/lines.ts";
import type { SyntaxFault } from "../../text/span.ts";
import type { Gap } from "./model.ts";

/** A source that is not valid, or ends too early. `path` is as shown to the user. */
export function brokenGap(path: string, text: string, fault: SyntaxFault): Gap {
  const { start, end, message } = fault;
  const range = new Lines(text).rangeOf({ start, end });
  return {
    what: path,
    why: message.replace(/\.$/, ""),
    place: { path, start, end, range },
    mayChange: "everything",
    isBroken: true,
    content: text,
  };
}

/** Why nothing is claimed about a source: `waf.yaml:3:7: …`. */
export function refusalText({ what, why, place }: Gap): string {
  const { range } = place ?? {};
  const at = range ? `:${range.start.line + 1}:${range.start.character + 1}` : "";
  return `${place?.path ?? what}${at}: ${why}.`;
}
