/** Values that a root module gets from outside: one of its deployments. */
export interface Environment {
  /** Undefined for files that the command line names. These apply to every root module. */
  readonly name?: string | undefined;
  /** The paths of files with values. Later ones win. */
  readonly varFiles: readonly string[];
  /** The values of `TF_VAR_…`, by the names of the variables. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The values of `TF_VAR_…` as a file. Texts are literal; lists and maps are expressions. */
export function variablesText(variables: Environment["variables"]): string {
  const shown = (value: string) =>
    /^\s*[[{]/.test(value)
      ? value
      : JSON.stringify(value).replace(/[$%](?=\{)/g, (sign) => sign + sign);
  return Object.entries(variables)
    .map(([name, value]) => `${name} = ${shown(value)}\n`)
    .join("");
}
