/** Plans are larger than what people write. */
export const mostPlanBytes = 512 * 1024 * 1024;

/** Whether a text may be a plan or a state of Terraform as JSON, by its first property. Sorted ones start with another. */
export function startsLikePlan(head: string): boolean {
  return /^\s{0,100}\{\s{0,100}"(?:format_version|terraform_version|applyable|checks|complete|configuration|errored|output_changes|planned_values|prior_state|relevant_attributes|resource_changes|resource_drift|timestamp|variables)"\s*:/.test(
    head.slice(0, 1000),
  );
}

/** Advice for a binary plan or a state file. Undefined for any other file. */
export function refusalByStart(path: string, head: string): string | undefined {
  if (head.startsWith("PK\u0003\u0004"))
    return `This is a binary plan. Run 'terraform show -json ${path} > plan.json', and use that file.`;
  return path.endsWith(".tfstate") ? stateRefusal : undefined;
}

export const stateRefusal =
  "This is a state, not a plan. Run 'terraform plan -out tfplan', then 'terraform show -json tfplan > plan.json'.";
