import { countries } from "./countries.ts";
import {
  attackClasses,
  botCategories,
  errorTypes,
  personalData,
  scanResults,
  unsafeTopics,
} from "./detections.ts";

/** Values that many fields share, each with its meaning. Other values are possible in all of them. */
export interface Vocabulary {
  /** The noun for one value, for messages. */
  readonly noun: string;
  readonly values: ReadonlyMap<string, string>;
}

const methods: Readonly<Record<string, string>> = {
  GET: "Reads a resource",
  HEAD: "Reads the headers of a resource",
  POST: "Sends data to a resource",
  PUT: "Replaces a resource",
  DELETE: "Removes a resource",
  CONNECT: "Opens a tunnel",
  OPTIONS: "Lists the allowed methods",
  TRACE: "Echoes the request",
  PATCH: "Changes part of a resource",
  PURGE: "Drops a resource from a cache",
  LOCK: "WebDAV: locks a resource",
  UNLOCK: "WebDAV: releases a lock",
  PROPFIND: "WebDAV: reads properties",
  PROPPATCH: "WebDAV: changes properties",
  MKCOL: "WebDAV: creates a collection",
  COPY: "WebDAV: copies a resource",
  MOVE: "WebDAV: moves a resource",
};

const statuses: Readonly<Record<string, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No content",
  206: "Partial content",
  301: "Moved permanently",
  302: "Found",
  303: "See other",
  304: "Not modified",
  307: "Temporary redirect",
  308: "Permanent redirect",
  400: "Bad request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  408: "Request timeout",
  409: "Conflict",
  410: "Gone",
  413: "Content too large",
  415: "Unsupported media type",
  429: "Too many requests",
  451: "Unavailable for legal reasons",
  499: "Client closed the request",
  500: "Internal server error",
  501: "Not implemented by the server",
  502: "Bad gateway",
  503: "Service unavailable",
  504: "Gateway timeout",
  520: "Unknown error at the origin",
  521: "Origin refused the connection",
  522: "Connection to the origin timed out",
  523: "Origin cannot be reached",
  524: "Origin timed out",
  525: "TLS handshake with the origin failed",
  526: "Invalid origin certificate",
  530: "Error with a code of the service",
};

const versions: Readonly<Record<string, string>> = {
  "HTTP/1.0": "HTTP 1.0",
  "HTTP/1.1": "HTTP 1.1",
  "HTTP/2": "HTTP 2",
  "HTTP/3": "HTTP 3",
};

const schemes: Readonly<Record<string, string>> = { http: "Without TLS", https: "With TLS" };

const continents: Readonly<Record<string, string>> = {
  AF: "Africa",
  AN: "Antarctica",
  AS: "Asia",
  EU: "Europe",
  NA: "North America",
  OC: "Oceania",
  SA: "South America",
  T1: "Tor network",
};

const tlsVersions: Readonly<Record<string, string>> = {
  TLSv1: "TLS 1.0",
  "TLSv1.1": "TLS 1.1",
  "TLSv1.2": "TLS 1.2",
  "TLSv1.3": "TLS 1.3",
  none: "Without TLS",
};

const ipProtocols: Readonly<Record<string, string>> = {
  icmp: "Control messages",
  tcp: "Connections",
  udp: "Datagrams",
  gre: "Generic encapsulation",
  esp: "Encrypted payload (IPsec)",
  ah: "Authentication header (IPsec)",
  igmp: "Group membership",
  ipip: "IPv4 in IP",
  ipv4: "IPv4 in IP",
  ipv6: "IPv6 in IP",
  "ipv6-icmp": "Control messages of IPv6",
  icmpv6: "Control messages of IPv6",
  "ipv6-route": "Routing header of IPv6",
  "ipv6-frag": "Fragment header of IPv6",
  "ipv6-nonxt": "No next header of IPv6",
  "ipv6-opts": "Destination options of IPv6",
  hopopt: "Hop-by-hop options of IPv6",
  egp: "Exterior gateway protocol",
  igp: "Interior gateway protocol",
  eigrp: "Enhanced interior gateway routing",
  ospf: "Open shortest path first",
  ospfigp: "Open shortest path first",
  pim: "Multicast routing",
  vrrp: "Router redundancy",
  l2tp: "Layer 2 tunnel",
  etherip: "Ethernet in IP",
  "mpls-in-ip": "MPLS in IP",
  sctp: "Streams of messages",
  dccp: "Datagrams with congestion control",
  rsvp: "Resource reservation",
  udplite: "Datagrams with partial checksums",
};

const zonePlans: Readonly<Record<string, string>> = { ENT: "Enterprise" };

export const vocabularies = {
  country: vocabulary("country code", countries),
  "country-capital": vocabulary("country code", countries),
  "country-small": vocabulary("country code", lowercase(countries)),
  "http-method": vocabulary("HTTP method", methods),
  "http-status": withLast(vocabulary("HTTP status", statuses), "0", "No response"),
  "http-version": vocabulary("HTTP version", versions),
  scheme: vocabulary("scheme", schemes),
  continent: vocabulary("continent code", continents),
  "tls-version": vocabulary("TLS version", tlsVersions),
  "ip-protocol": vocabulary("protocol", ipProtocols),
  "zone-plan": vocabulary("zone plan", zonePlans),
  "bot-category": vocabulary("bot category", botCategories),
  "attack-class": vocabulary("attack class", attackClasses),
  "scan-result": vocabulary("scan result", scanResults),
  "personal-data": vocabulary("kind of personal data", personalData),
  "unsafe-topic": vocabulary("unsafe topic", unsafeTopics),
  "error-type": vocabulary("error type", errorTypes),
} as const satisfies Readonly<Record<string, Vocabulary>>;

export type VocabularyName = keyof typeof vocabularies;

function vocabulary(noun: string, values: Readonly<Record<string, string>>): Vocabulary {
  return { noun, values: new Map(Object.entries(values)) };
}

function lowercase(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([code, name]) => [code.toLowerCase(), name]),
  );
}

/** Objects have integers in ascending order, and examples use the first value. */
function withLast({ noun, values }: Vocabulary, value: string, meaning: string): Vocabulary {
  return { noun, values: new Map([...values, [value, meaning]]) };
}
