/** A value of a rule as SQL. NULL is unknown: the line does not have the log field. */
export interface SqlValue {
  readonly sql: string;
  readonly type: "String" | "Integer" | "Boolean" | "IP" | "Array";
}
