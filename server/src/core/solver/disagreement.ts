/** What happens if an evaluator contradicts a proof: nothing, apart from the claim that is dropped. In tests it is an error. */
export const onDisagreement: { report: ((what: string) => void) | undefined } = {
  report: undefined,
};

export function disagree(what: () => string): void {
  onDisagreement.report?.(what());
}
