/** How a file names a variable of the environment, which is filled in on push. */
export function variable(name: string): string {
  return `\${env:${name}}`;
}
