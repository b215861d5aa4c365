/** Where a service is reached. A credential belongs to the origin: scheme, host and port. */
export interface Address {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly origin: string;
}

export const publicAddress: Address = {
  baseUrl: "https://api.cloudflare.com/client/v4",
  origin: "https://api.cloudflare.com",
};

/** The address, or what is wrong with it. What may be a password is not shown again. */
export function readAddress(written: string): Address | { readonly problem: string } {
  const shown = written.includes("@") ? "This" : `'${written}'`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:")
    return { problem: `${shown} is not an address. Write one such as '${publicAddress.baseUrl}'.` };
  if (url.username !== "" || url.password !== "")
    return { problem: "The address has a user name or a password in it. Leave them out." };
  if (url.search !== "" || url.hash !== "")
    return { problem: `${shown} has a '?' or a '#'. End the address before it.` };
  if (!isSafe(url)) {
    return {
      problem: `${shown} is plain http, which others on the way can read. Use https; http is for this machine alone.`,
    };
  }
  return { baseUrl: url.origin + url.pathname.replace(/\/+$/, ""), origin: url.origin };
}

/** Plain http is for loopback alone. */
export function isSafe(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

/** By its name, without asking anyone: 'localhost.example.com' is somewhere else. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
