import { readTraceTests } from "../languages.ts";
import { alwaysResult, Policies, reviewRulesets, wholeReview } from "../review/review.ts";
import { requireOptions } from "./arguments.ts";
import { configurationFrom, filesOf } from "./configuration.ts";
import {
  type AlwaysAnswer,
  type ConfigurationInput,
  type PolicyInput,
  type Review,
  type ReviewOptions,
  TextError,
} from "./types.ts";

export function reviewConfigurations(
  before: ConfigurationInput,
  after: ConfigurationInput,
  options: ReviewOptions,
): Review {
  requireOptions(options);
  const { settings } = options;
  const [was, is] = [
    configurationFrom(filesOf(before), settings),
    configurationFrom(filesOf(after), settings),
  ];
  const rulesets = reviewRulesets(was, is);
  if (rulesets.length === 0) throw new TextError("There are no rulesets to review.");
  return { version: 1, rulesets, ...wholeReview(was, is, rulesets) };
}

export function decidePolicies(
  configuration: ConfigurationInput,
  policies: string | readonly PolicyInput[],
  options: ReviewOptions,
): AlwaysAnswer[] {
  requireOptions(options);
  if (typeof policies !== "string" && !Array.isArray(policies))
    throw new TypeError("Expected policies as a text or an array.");
  // JSON is YAML.
  const text =
    typeof policies === "string" ? policies : JSON.stringify({ always: policies }, undefined, 1);
  const { always, problems } = readTraceTests(text);
  const [problem] = problems;
  if (problem) throw new TextError(problem.message, problem.start);
  const decided = new Policies(configurationFrom(filesOf(configuration), options.settings));
  return always.map((it): AlwaysAnswer => {
    const { policy, message, passed } = alwaysResult(it, decided);
    if (!policy) throw new TextError(message, it.span.start);
    const { text: _, ...answer } = policy;
    return { name: it.name ?? it.when, passed, ...answer };
  });
}
