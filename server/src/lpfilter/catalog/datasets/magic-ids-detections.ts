import type { DatasetSource } from "../dataset.ts";

export const magicIdsDetections: DatasetSource = {
  name: "magic_ids_detections",
  title: "Magic IDS Detections",
  about: "One occasion on which network traffic matched an intrusion detection signature.",
  scopes: ["account"],
  fields: () => [
    { name: "Action", type: "string", doc: "What was done with the traffic that matched the detection.", values: ["pass", "block"] },
    { name: "ColoCity", type: "string", doc: "City of the edge data center where the match was made." },
    { name: "ColoCode", type: "string", doc: "Airport-style code of the edge data center where the match was made." },
    { name: "DestinationIP", type: "string", doc: "Address the suspicious traffic was heading for.", shape: "address" },
    { name: "DestinationPort", type: "int", doc: "Port the suspicious traffic was heading for.", range: [0, 65_535] },
    { name: "Protocol", type: "string", doc: "Transport layer that carried the suspicious traffic.", values: ["tcp", "udp", "any"] },
    { name: "SignatureID", type: "int", doc: "Number of the detection rule that the traffic matched." },
    { name: "SignatureMessage", type: "string", doc: "Short text explaining what kind of threat the matched detection rule looks for." },
    { name: "SignatureRevision", type: "int", doc: "Edition number of the matched detection rule, which rises as the rule is updated." },
    { name: "SourceIP", type: "string", doc: "Address the suspicious traffic came from.", shape: "address" },
    { name: "SourcePort", type: "int", doc: "Port the suspicious traffic came from.", range: [0, 65_535] },
    { name: "Timestamp", type: "int or string", doc: "Moment at which the traffic matched the detection rule." },
  ],
};
