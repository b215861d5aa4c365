import type { DatasetSource } from "../dataset.ts";

export const ipsecLogs: DatasetSource = {
  name: "ipsec_logs",
  title: "IPSec Logs",
  about: "One event in the negotiation or upkeep of an IPsec tunnel between the network and a customer device.",
  scopes: ["account"],
  fields: () => [
    { name: "Level", type: "string", doc: "Severity of the message, from debugging detail up to errors." },
    { name: "LocalIP", type: "string", doc: "IP address of the tunnel endpoint on the network's side.", shape: "address" },
    { name: "LocalPort", type: "int", doc: "Port of the tunnel endpoint on the network's side.", range: [0, 65_535] },
    { name: "Message", type: "string", doc: "Text that describes what happened on the tunnel." },
    { name: "RemoteIP", type: "string", doc: "IP address of the tunnel endpoint on the customer's side.", shape: "address" },
    { name: "RemotePort", type: "int", doc: "Port of the tunnel endpoint on the customer's side.", range: [0, 65_535] },
    { name: "Timestamp", type: "int or string", doc: "Time at which the tunnel event was recorded." },
  ],
};
