import type { DatasetSource } from "../dataset.ts";

export const dnsFirewallLogs: DatasetSource = {
  name: "dns_firewall_logs",
  title: "DNS Firewall Logs",
  about: "One DNS query that a client sent to a DNS Firewall cluster, with the answer it received.",
  scopes: ["account"],
  fields: () => [
    { name: "ClientResponseCode", type: "int", doc: "Numeric DNS response code sent back to the querying client; zero means no error." },
    { name: "ClusterID", type: "string", doc: "Identifier of the DNS Firewall cluster that handled the query." },
    { name: "ColoCode", type: "string", doc: "Airport-style code of the edge data center that received the query." },
    { name: "EDNSSubnet", type: "string", doc: "Client network address passed along in the EDNS client subnet option, when present." },
    { name: "EDNSSubnetLength", type: "int", doc: "Prefix length, in bits, of the network given in the EDNS client subnet option." },
    { name: "QueryDO", type: "bool", doc: "True when the client set the DNSSEC OK bit to ask for DNSSEC records." },
    { name: "QueryName", type: "string", doc: "Domain name the client asked to have resolved.", shape: "domain" },
    { name: "QueryRD", type: "bool", doc: "True when the client set the bit that asks for recursive resolution." },
    { name: "QuerySize", type: "int", doc: "Size of the client's DNS query message, in bytes." },
    { name: "QueryTCP", type: "bool", doc: "True when the client sent its DNS query over TCP instead of UDP." },
    { name: "QueryType", type: "int", doc: "Numeric code of the DNS record type asked for, such as 1 for A." },
    { name: "ResponseCached", type: "bool", doc: "True when the answer came from cache rather than from an upstream nameserver." },
    { name: "ResponseCachedStale", type: "bool", doc: "True when the answer came from a cache entry that had already expired." },
    { name: "ResponseReason", type: "string", doc: "Short explanation of why the client received this particular answer." },
    { name: "SourceIP", type: "string", doc: "Address, IPv4 or IPv6, of the client or resolver that sent the query.", shape: "address" },
    { name: "Timestamp", type: "int or string", doc: "Moment at which the DNS query was handled at the edge." },
    { name: "UpstreamIP", type: "string", doc: "Address of the nameserver behind the cluster that was asked for the answer.", shape: "address" },
    { name: "UpstreamResponseCode", type: "int", doc: "Numeric DNS response code returned by the nameserver behind the cluster; zero means no error." },
    { name: "UpstreamResponseTimeMs", type: "int", doc: "Time the nameserver behind the cluster took to answer, in milliseconds." },
  ],
};
