import { reviewRulesets, wholeReview } from "../review/review.ts";
import { requireOptions } from "./arguments.ts";
import { configurationFrom, filesOf } from "./configuration.ts";
import { type ConfigurationInput, type Review, type ReviewOptions, TextError } from "./types.ts";

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
