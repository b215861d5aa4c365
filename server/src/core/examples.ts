/** Only texts with one of these can have examples. Analyzing thousands of others would take time. */
const mark = /@(?:match|no-match|keep|drop)(?![\w-])/;

export function mayHaveExamples(text: string): boolean {
  return mark.test(text);
}
