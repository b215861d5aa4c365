import type { DatasetSource } from "../dataset.ts";

export const dnsLogs: DatasetSource = {
  name: "dns_logs",
  title: "DNS logs",
  about: "One DNS query that the edge answered for a zone, with the response it gave.",
  scopes: ["zone"],
  fields: () => [
    { name: "ColoCode", type: "string", doc: "Airport-style code of the edge data center that answered the query." },
    { name: "EDNSSubnet", type: "string", doc: "Client network announced by the resolver in the query; empty when the resolver sends none." },
    { name: "EDNSSubnetLength", type: "int", doc: "Prefix length, in bits, of the client network announced by the resolver." },
    { name: "QueryName", type: "string", doc: "Domain name being asked for.", shape: "domain" },
    { name: "QueryType", type: "int", doc: "Number of the DNS record type being asked for, such as 1 for A or 28 for AAAA." },
    { name: "ResponseCached", type: "bool", doc: "Whether the answer was served from a cache rather than looked up afresh." },
    { name: "ResponseCode", type: "int", doc: "DNS result number returned to the asker, where 0 means no error." },
    { name: "SourceIP", type: "string", doc: "Address the query arrived from, usually a recursive resolver rather than the end user.", shape: "address" },
    { name: "Timestamp", type: "int or string", doc: "Moment at which the query was handled." },
  ],
};
