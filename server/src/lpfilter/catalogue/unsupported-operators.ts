/** Operators of other query languages without an equivalent, and what to use instead. */
export const unsupportedOperators: readonly {
  readonly words: readonly string[];
  readonly advice: string;
}[] = [
  { words: ["between", "range"], advice: "Use 'geq' and 'leq' in an 'and'." },
  {
    words: ["exists", "isset", "present", "notnull", "isnotnull", "notempty", "isnotempty"],
    advice: `Use '!eq' with "".`,
  },
  {
    words: ["notexists", "!exists", "missing", "null", "isnull", "empty", "isempty"],
    advice: `Use 'eq' with "".`,
  },
  {
    words: ["regex", "regexp", "matchesregex", "rlike", "=~", "re", "glob", "wildcard"],
    advice: "Filters do not support patterns. Use 'startsWith', 'endsWith' or 'contains'.",
  },
];
