import type { DatasetSource } from "../dataset.ts";

export const dlpForensicCopies: DatasetSource = {
  name: "dlp_forensic_copies",
  title: "DLP Forensic Copies",
  about: "One stored copy of an HTTP request or response that triggered a data loss prevention rule.",
  scopes: ["account"],
  fields: () => [
    { name: "AccountID", type: "string", doc: "Identifier of the customer account whose rule captured the traffic." },
    { name: "Datetime", type: "int or string", doc: "Moment at which the captured HTTP exchange took place." },
    { name: "ForensicCopyID", type: "string", doc: "Unique identifier of this stored capture." },
    { name: "GatewayRequestID", type: "string", doc: "Identifier of the inspected HTTP request, for matching the capture with gateway HTTP logs." },
    { name: "Headers", type: "object", doc: "Selected HTTP headers of the captured message, as names with their values." },
    { name: "Payload", type: "string", doc: "Captured body data of the message, in encoded form; it may hold sensitive content." },
    { name: "Phase", type: "string", doc: "Which half of the HTTP exchange was captured, the one sent or the one received.", values: ["request", "response"] },
    { name: "TriggeredRuleID", type: "string", doc: "Identifier of the gateway rule that caused the capture to be made." },
  ],
};
