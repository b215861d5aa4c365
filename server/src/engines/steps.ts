export type Named = readonly [name: string, sql: string];

/** The computations for each line, in steps that use the names of the step before. */
export class Steps {
  private readonly steps: Named[][] = [[]];

  constructor(readonly isFlat: boolean) {}

  /** The name of a value, or the value itself where there are no subqueries. */
  add(name: string, sql: string): string {
    if (this.isFlat) return `(${sql})`;
    this.steps.at(-1)?.push([name, sql]);
    return name;
  }

  next(): void {
    if (!this.isFlat) this.steps.push([]);
  }

  from(table: string, where: string | undefined, head: number | undefined): string {
    const condition = where === undefined ? "" : `\nWHERE ${where}`;
    const limit = head === undefined ? "" : `\nLIMIT ${head}`;
    if (this.isFlat) return `${table}${condition}`;
    const known: string[] = [];
    let source = `${table}${condition}${limit}`;
    for (const [index, step] of this.steps.entries()) {
      const values = [...known, ...step.map(([name, sql]) => `${sql} AS ${name}`)];
      if (values.length === 0) values.push("1 AS line");
      source = `(SELECT ${values.join(",\n  ")}\nFROM ${source}) AS step${index}`;
      if (known.length === 0 && step.length === 0) known.push("line");
      known.push(...step.map(([name]) => name));
    }
    return source;
  }
}
