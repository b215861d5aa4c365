import { isDeepStrictEqual } from "node:util";
import type { Review, RulesetReview } from "../../review/review.ts";

/** The review of one of several environments of Terraform. */
export interface NamedReview {
  readonly name: string;
  readonly review: Review;
}

/** A change that all environments have is listed once. Another one has their names. */
export function joinReviews(all: readonly NamedReview[]): Review {
  const rulesets: { readonly ruleset: RulesetReview; readonly names: string[] }[] = [];
  for (const { name, review } of all)
    for (const ruleset of review.rulesets) {
      const known = rulesets.find(
        (it) => !it.names.includes(name) && isDeepStrictEqual(it.ruleset, ruleset),
      );
      if (known) known.names.push(name);
      else rulesets.push({ ruleset, names: [name] });
    }
  const reviews = all.map((it) => it.review);
  const unknown = reviews.find(({ rest }) => rest === "unknown");
  const because = new Set(reviews.flatMap((it) => it.unknownBecause ?? []));
  const jobs = new Map(reviews.flatMap((it) => it.jobs).map((it) => [JSON.stringify(it), it]));
  const policies = new Map(
    reviews.flatMap((it) => it.policies ?? []).map((it) => [JSON.stringify(it), it]),
  );
  return {
    ...(unknown ?? (reviews[0] as Review)),
    rulesets: rulesets.map(({ ruleset, names }) =>
      names.length === all.length ? ruleset : { ...ruleset, environments: names },
    ),
    jobs: [...jobs.values()],
    ...(policies.size > 0 && { policies: [...policies.values()] }),
    unknownBecause: [...because],
    notExamined: [...new Set(reviews.flatMap((it) => it.notExamined))],
  };
}
