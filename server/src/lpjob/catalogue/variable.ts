/** The syntax of an environment variable in a file, which is replaced on push. */
export function variable(name: string): string {
  return `\${env:${name}}`;
}
