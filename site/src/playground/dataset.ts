const directive = /^([ \t]*\/\/[ \t]*@dataset[ \t]+)(\S+)/m;

/** The dataset that a filter names; undefined if it names none. */
export function datasetIn(text: string): string | undefined {
  return directive.exec(text)?.[2];
}

/** The change that makes a filter name a dataset, so that the text says everything. */
export function datasetChange(text: string, dataset: string) {
  const found = directive.exec(text);
  if (!found) return { from: 0, insert: `// @dataset ${dataset}\n` };
  const from = found.index + (found[1]?.length ?? 0);
  return { from, to: from + (found[2]?.length ?? 0), insert: dataset };
}
