/** The service's plans, smallest first: each includes the ones before it. */
export const planNames = ["free", "pro", "business", "enterprise"] as const;
export type Plan = (typeof planNames)[number];

/** Add-ons to a plan. Whether an account has one is unknown here, so nothing is checked against it. */
export type AddOn = "Bot Management" | "API Shield" | "Content Scanning";

export function planNamed(text: string): Plan | undefined {
  const lowercase = text.trim().toLowerCase();
  return planNames.find((it) => it === lowercase);
}

export function planCovers(plan: Plan, needed: Plan): boolean {
  return planNames.indexOf(plan) >= planNames.indexOf(needed);
}

/** For sentences: "the Business plan or above". */
export function planPhrase(plan: Plan, addOn?: AddOn): string {
  const title = `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;
  const above = plan === "enterprise" ? `the ${title} plan` : `the ${title} plan or above`;
  return addOn ? `${above} with ${addOn}` : above;
}

/**
 * How certain a name is. Undocumented: shown by the service's tools, but not in its documentation. Unverified: only known
 * from other tools, so nothing about it is checked.
 */
export type Standing = "undocumented" | "unverified";
