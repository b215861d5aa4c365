/** The comparisons of a statement without comments, as a store with a limit counts them. */
export function predicatesIn(statement: string): number {
  const plain = statement.replaceAll(quoted, "''");
  return [...plain.matchAll(comparison)].length;
}

const quoted = /'[^']*'|"[^"]*"/g;
const comparison =
  /<>|<=|>=|[=<>~]|\b(?:I?LIKE|IN|BETWEEN|IS|regexp_like|ARRAY_CONTAINS|starts_with|ends_with)\b/gi;
