/** Jobs come before filters, which belong to them. */
const order = [".lpjob", ".lpfilter"];

export function inPushOrder<File extends { readonly path: string }>(files: Iterable<File>): File[] {
  return [...files].sort((a, b) => rank(a.path) - rank(b.path));
}

function rank(path: string): number {
  const index = order.findIndex((it) => path.toLowerCase().endsWith(it));
  return index === -1 ? order.length : index;
}
