import type { ProfileRow, ResourceRow } from "../../../server/src/lsp/protocol.ts";

/** The one host that has a dashboard. */
const origin = "https://api.cloudflare.com";
const dashboard = "https://dash.cloudflare.com";

const pages: Readonly<Record<ResourceRow["kind"] | "zone", string>> = {
  zone: "",
  job: "/analytics/logs",
  rule: "/security/waf/custom-rules",
  filter: "/security/waf/custom-rules",
};

/** Where the dashboard shows things of this kind. What we do not know, the dashboard asks for. Undefined for other hosts. */
export function dashboardOf(
  { origin: at, account = ":account" }: Pick<ProfileRow, "origin" | "account">,
  kind: keyof typeof pages,
  zoneName = ":zone",
): string | undefined {
  if (at !== origin) return undefined;
  const path = ["", account, zoneName].map(encodePart).join("/");
  return `${dashboard}/?to=${path}${pages[kind]}`;
}

/** A colon marks what the dashboard asks for. */
function encodePart(part: string): string {
  return encodeURIComponent(part).replace(/^%3A/, ":");
}
