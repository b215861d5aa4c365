/** The right answers for the rows that SQL is tried on, whose results are in the statement. */
export function triedRows(sql: string): readonly Record<string, string>[] | undefined {
  if (!sql.includes(" AS expected")) return undefined;
  const rows = sql.matchAll(/SELECT (\d+) AS line, (\d) AS expected/g);
  return [...rows].map(([, line = "", answer = ""]) => ({ line, answer }));
}

/** The same in a program, whose statement is `s`. Undefined for others. */
export const triedScript =
  "(/AS expected/.test(s)?[...s.matchAll(/SELECT (\\d+) AS line, (\\d) AS expected/g)].map(([,line,answer])=>({line,answer})):undefined)";
