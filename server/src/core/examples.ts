/** Cheap pre-check: only texts with one of these directives need to be analyzed for examples. */
const mark = /@(?:match|no-match|keep|drop)(?![\w-])/;

export function mayHaveExamples(text: string): boolean {
  return mark.test(text);
}
