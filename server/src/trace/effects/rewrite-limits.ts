/** All values of one rewrite together. */
const longestRewrite = 4096;

interface Problem {
  /** Of the service's error page. */
  readonly code: number;
  readonly because: string;
}

/** Why the service does not take a rewritten URL. */
export function uriProblem(path: string | undefined, query = ""): Problem | undefined {
  const because = path === undefined ? undefined : pathProblem(path);
  if (because !== undefined) return { code: 1035, because };
  const length = (path?.length ?? 0) + query.length;
  if (length <= longestRewrite) return undefined;
  return {
    code: 1036,
    because: `the new URL has ${length} characters; ${longestRewrite} are allowed`,
  };
}

function pathProblem(path: string): string | undefined {
  if (path === "") return "the new path is empty";
  if (!path.startsWith("/")) return `the new path '${path}' does not start with '/'`;
  return path.startsWith("/cdn-cgi/") ? "the new path is below /cdn-cgi/" : undefined;
}
