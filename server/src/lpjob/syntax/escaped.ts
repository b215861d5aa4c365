import { stringRegion } from "../../hosts/json/string.ts";
import { regionOf } from "../../hosts/region.ts";
import { RegionAnalysis } from "../../hosts/region-analysis.ts";
import { stringText } from "../../json/syntax/string-text.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import { lpfilter } from "../../lpfilter/language.ts";
import type { JobContext } from "../context.ts";

/** Analyzes a filter in a string like any other. A string that is not valid JSON is not edited. */
export function analyseEscaped(text: string, node: JsonString, outer: JobContext): RegionAnalysis {
  const severity: JobContext["severity"] = { ...outer.severity, ...saidByJob };
  const region =
    stringRegion(text, node, undefined) ?? regionOf(stringText(text, node), node, () => undefined);
  return new RegionAnalysis(region, (it) => lpfilter.analyse(it, { ...outer, severity }));
}

const saidByJob = { "escaped-filter": "off", "unknown-dataset": "off" } as const;
