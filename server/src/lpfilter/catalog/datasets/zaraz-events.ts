import type { DatasetSource } from "../dataset.ts";

export const zarazEvents: DatasetSource = {
  name: "zaraz_events",
  title: "Zaraz Events",
  about: "One tracking event handled by the third-party tool manager at the edge.",
  scopes: ["zone"],
  fields: () => [
    { name: "Body", type: "object", doc: "Content of the request that carried the event." },
    { name: "EventDetails", type: "object", doc: "Particulars of the tracked event; the keys vary with its type." },
    { name: "EventType", type: "string", doc: "Kind of event that was handled." },
    { name: "IP", type: "string", doc: "IP address of the visitor whose browser sent the event.", shape: "address" },
    { name: "RequestHeaders", type: "object", doc: "HTTP headers that came with the event's request." },
    { name: "TimestampStart", type: "int or string", doc: "Time at which handling of the event began." },
    { name: "URL", type: "string", doc: "Address of the request or page that the event belongs to." },
  ],
};
