/**
 * The evaluator's exports for the rest of the language. A separate bundle, loaded on first use: most runs only check texts, and
 * RE2 is large.
 */

export type { Lists } from "./evaluation/comparisons.ts";
export {
  compileRule,
  compileValueOn,
  fieldsIn,
  type Outcome,
  type Rule,
} from "./evaluation/evaluate.ts";
export { type Explanation, explainer } from "./evaluation/explain.ts";
export type { Implementation } from "./evaluation/functions.ts";
export { listsOf } from "./evaluation/lists.ts";
export { readableTrial, trialOf } from "./evaluation/trial.ts";
export { PartialMap, type Request, unknownValue } from "./evaluation/value.ts";
export { compilePattern } from "./regex/compile.ts";
export { type Variable, variablesOf } from "./requests/candidates.ts";
export { type RequestExtras, type RequestReading, readRequest } from "./requests/read.ts";
export { ParsedRequest, type RequestChanges } from "./requests/request.ts";
export { Requests, requestsAround, withWholeUrl } from "./requests/samples.ts";
export { missingSettings, requestText, suggestRequest } from "./requests/suggest.ts";
