import type { FactDates } from "../../core/fact-dates.ts";

/** The list of packet fields in the documentation. */
const packets = "2026-05-01";
/** Pages of which only a copy of October 2024 was readable. */
const oldPages = "2024-10-24";
/** Registries of other tools. */
const otherTools = "2026-03-01";
/** The date of the changes that Cloudflare announced for October 2026. */
const october = "2026-10-01";

/** The list of fields in Cloudflare's documentation of mid-2026. */
export const fieldDates: FactDates = {
  asOf: "2026-07-01",
  except: {
    "cf.appsec.request.failed_detections": october,
    "cf.bot_management.*": "2026-07-16",
    "cf.bot_management.tags": october,
    "cf.intel.ip.*": "2026-06-15",
    "ip.src.asnum": "2026-07-16",
    "cf.zone.*": oldPages,
    "http.request.jwt.claims": oldPages,
    "http.request.jwt.claims.exp.sec*": otherTools,
    "http.response.headers.truncated": otherTools,
    "raw.http.request.headers*": otherTools,
    "cf.colo.id": otherTools,
    "cf.edge.client_port": otherTools,
    "cf.metal.id": otherTools,
    "cf.colo.*": packets,
    "icmp*": packets,
    ip: packets,
    "ip.dst*": packets,
    "ip.hdr_len": packets,
    "ip.len": packets,
    "ip.opt.type": packets,
    "ip.proto*": packets,
    "ip.ttl": packets,
    sip: packets,
    "tcp*": packets,
    "udp*": packets,
    "cf.load_balancer.*": oldPages,
    "dns.*": oldPages,
  },
};

/** The page of the functions has no date; its newest entry is of that day. */
export const functionDates: FactDates = {
  asOf: "2026-01-22",
  except: {
    all: "2026-07-21",
    any: "2026-07-21",
    coalesce: october,
    concat: "2026-09-22",
    contains: otherTools,
    hash_in_range: october,
    hmac: otherTools,
    sha512: otherTools,
  },
};

/** Observed on the engine; equality and ordering take values of the request since October. */
export const operatorDates: FactDates = {
  asOf: "2026-07-21",
  except: { eq: october, ne: october, lt: october, le: october, gt: october, ge: october },
};

/** The types of the service's API client, version 7.3.0. */
export const phaseDates: FactDates = { asOf: "2026-10-02" };

export const actionDates: FactDates = {
  asOf: "2026-10-02",
  except: { allow: oldPages, bypass: oldPages },
};

export const managedListDates: FactDates = { asOf: oldPages };

/** By the names of the constants in `limits.ts`. */
export const limitDates: FactDates = {
  asOf: "2026-07-21",
  except: {
    maxCharactersInDashboard: "2026-09-01",
    maxRegexes: "2025-03-01",
    maxDepth: "2026-05-11",
    maxConcatenated: "2026-09-22",
    maxDescriptionCharacters: october,
    loggedDescriptionBytes: october,
    maxFirewallDescriptionCharacters: oldPages,
    maxReferenceCharacters: oldPages,
    maxListNameCharacters: oldPages,
  },
};
