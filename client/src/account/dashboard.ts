import type { ProfileRow, ResourceRow } from "../../../server/src/lsp/protocol.ts";

/** The only host with a dashboard. */
const origin = "https://api.cloudflare.com";
const dashboard = "https://dash.cloudflare.com";

const pages: Readonly<Record<ResourceRow["kind"] | "zone", string>> = {
  zone: "",
  job: "/analytics/logs",
  rule: "/security/waf/custom-rules",
  filter: "/security/waf/custom-rules",
};

/** The dashboard URL for this kind of resource. The dashboard asks for unknown parts. Undefined for other hosts. */
export function dashboardOf(
  { origin: at, account = ":account" }: Pick<ProfileRow, "origin" | "account">,
  kind: keyof typeof pages,
  zoneName = ":zone",
): string | undefined {
  if (at !== origin) return undefined;
  const path = ["", account, zoneName].map(encodePart).join("/");
  return `${dashboard}/?to=${path}${pages[kind]}`;
}

/** Where API tokens are created. Undefined for other hosts. */
export function tokensPage(at: string): string | undefined {
  return at === origin ? `${dashboard}/profile/api-tokens` : undefined;
}

/** Encodes a part of a path, except placeholders with a colon, which the dashboard asks for. */
function encodePart(part: string): string {
  return encodeURIComponent(part).replace(/^%3A/, ":");
}
