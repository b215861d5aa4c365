import type { AddressKind } from "./fields.ts";

/** Common headers in rules, lowercase as in the header maps, with a description. */
export const headers: ReadonlyMap<string, string> = new Map([
  ["accept", "Media types that the client accepts."],
  ["accept-encoding", "Compressions that the client accepts."],
  ["accept-language", "Languages that the user prefers."],
  ["authorization", "Credentials of the client."],
  ["cache-control", "Cache directives."],
  ["cf-connecting-ip", "Client IP address, as sent to the origin."],
  ["cf-ipcountry", "Client country, as sent to the origin."],
  ["cf-ray", "Request ID of the service."],
  ["connection", "Whether the connection stays open."],
  ["content-disposition", "Whether content is displayed or downloaded, and its file name."],
  ["content-encoding", "Compression of the body."],
  ["content-length", "Body size in bytes."],
  ["content-security-policy", "Resources that a page can load."],
  ["content-type", "Media type of the body."],
  ["cookie", "Cookies of the request."],
  ["dnt", "Do Not Track preference."],
  ["etag", "Version of the resource."],
  ["forwarded", "Proxies that forwarded the request."],
  ["host", "Requested host."],
  ["if-modified-since", "Time of the client's cached copy."],
  ["if-none-match", "Version of the client's cached copy."],
  ["location", "Redirect target."],
  ["origin", "Origin of a cross-site request."],
  ["pragma", "Legacy cache directive."],
  ["range", "Requested part of the resource."],
  ["referer", "URL of the referring page."],
  ["sec-ch-ua", "Browser brands and versions."],
  ["sec-ch-ua-mobile", "Whether the browser is on a mobile device."],
  ["sec-ch-ua-platform", "Operating system of the browser."],
  ["sec-fetch-dest", "How the browser will use the response."],
  ["sec-fetch-mode", "Fetch mode of the request, such as cors or navigate."],
  ["sec-fetch-site", "Relation of the requesting site to the target."],
  ["sec-fetch-user", "Whether a user action caused the request."],
  ["server", "Server software."],
  ["set-cookie", "Cookie to store on the client."],
  ["strict-transport-security", "Requires HTTPS for later requests (HSTS)."],
  ["te", "Transfer encodings that the client accepts."],
  ["transfer-encoding", "Transfer encoding of the body."],
  ["true-client-ip", "Client IP address (legacy name)."],
  ["upgrade", "Protocol to upgrade to."],
  ["upgrade-insecure-requests", "Preference for HTTPS."],
  ["user-agent", "User agent of the client."],
  ["vary", "Headers that select between cached responses."],
  ["via", "Proxies that forwarded the request, with their protocols."],
  ["x-api-key", "API key of the caller."],
  ["x-csrf-token", "Token that protects against cross-site request forgery."],
  ["x-forwarded-for", "Client and proxy addresses, as reported by proxies."],
  ["x-forwarded-host", "Original host of the request."],
  ["x-forwarded-proto", "Original protocol of the request."],
  ["x-real-ip", "Client IP address, as reported by a proxy."],
  ["x-requested-with", "Set by scripts that send the request."],
]);

/** Headers that have a field of their own. Cloudflare does not document their value if a header is repeated. */
export const headerFields: ReadonlyMap<string, string> = new Map([
  ["host", "http.host"],
  ["user-agent", "http.user_agent"],
  ["referer", "http.referer"],
  ["x-forwarded-for", "http.x_forwarded_for"],
  ["cookie", "http.cookie"],
]);

/** Fields that are derived from a header, with the map that has it. How is not documented in full. */
export const madeOfHeaders: readonly (readonly [field: string, map: string, header: string])[] = [
  ["http.request.accepted_languages", "http.request.headers", "accept-language"],
  ["http.response.content_type.media_type", "http.response.headers", "content-type"],
];

/** Headers whose values are URLs or hostnames. */
export const addressHeaders: ReadonlyMap<string, AddressKind> = new Map([
  ["host", "host"],
  ["location", "page"],
  ["origin", "origin"],
  ["referer", "page"],
  ["x-forwarded-host", "host"],
]);
