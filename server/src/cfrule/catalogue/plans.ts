/** The service's plans, the smallest first: each has all that the ones before it have. */
export const plans = ["free", "pro", "business", "enterprise"] as const;
export type Plan = (typeof plans)[number];

/** Products that are bought beside a plan. Whether an account has one is never known here, so nothing is judged by it. */
export type AddOn = "Bot Management" | "API Shield" | "Content Scanning";

export function planNamed(text: string): Plan | undefined {
  const small = text.trim().toLowerCase();
  return plans.find((it) => it === small);
}

export function planCovers(plan: Plan, needed: Plan): boolean {
  return plans.indexOf(plan) >= plans.indexOf(needed);
}

/** As it reads in a sentence: "the Business plan or above". */
export function planPhrase(plan: Plan, addOn?: AddOn): string {
  const title = `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;
  const above = plan === "enterprise" ? `the ${title} plan` : `the ${title} plan or above`;
  return addOn ? `${above} with ${addOn}` : above;
}
