/** The URL of a service. A credential belongs to its origin: scheme, host and port. */
export interface Address {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly origin: string;
}

export const publicAddress: Address = {
  baseUrl: "https://api.cloudflare.com/client/v4",
  origin: "https://api.cloudflare.com",
};

/** Parses a URL. The problem does not repeat text that may be a password or a token. */
export function readAddress(written: string): Address | { readonly problem: string } {
  const shown = /[@?#]/.test(written) ? "This" : `'${written}'`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:")
    return { problem: `${shown} is not a valid URL. Use one such as '${publicAddress.baseUrl}'.` };
  if (url.username !== "" || url.password !== "")
    return { problem: "The URL contains a user name or password. Remove it." };
  if (url.search !== "" || url.hash !== "")
    return { problem: "The URL has a query or fragment. Remove it." };
  if (!isSafe(url)) {
    return {
      problem: `${shown} is not encrypted. Use https; http is only allowed for this machine.`,
    };
  }
  return { baseUrl: url.origin + url.pathname.replace(/(?<!\/)\/+$/, ""), origin: url.origin };
}

/** Plain http is only allowed for loopback. */
export function isSafe(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

/** Decided by name, without DNS. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
