import type { DatasetSource } from "../dataset.ts";

export const websocketAnalytics: DatasetSource = {
  name: "websocket_analytics",
  title: "WebSocket Analytics",
  about: "One WebSocket connection proxied by the edge, with its traffic totals and how it ended.",
  scopes: ["zone", "account"],
  fields: () => [
    { name: "BytesReceivedClient", type: "int", doc: "Amount of data, in bytes, that the edge received from the client side." },
    { name: "BytesReceivedOrigin", type: "int", doc: "Amount of data, in bytes, that the edge received from the origin side." },
    { name: "BytesSentClient", type: "int", doc: "Amount of data, in bytes, that the edge sent to the client side." },
    { name: "BytesSentOrigin", type: "int", doc: "Amount of data, in bytes, that the edge sent to the origin side." },
    { name: "ClientASN", type: "int", doc: "Autonomous system number of the network the visitor came from.", range: [0, 4_294_967_295] },
    { name: "ClientIP", type: "string", doc: "Network address from which the visitor opened the WebSocket.", shape: "address" },
    { name: "ClientRequestHost", type: "string", doc: "Site name the visitor asked for when opening the WebSocket.", shape: "host" },
    { name: "ClientRequestPath", type: "string", doc: "URL location on the site where the visitor opened the WebSocket.", shape: "path" },
    { name: "ClientRequestUserAgent", type: "string", doc: "Browser or client software string sent when opening the WebSocket." },
    { name: "ColoCode", type: "string", doc: "Airport-style code of the edge data center that carried the WebSocket." },
    { name: "ConnectionCloseReason", type: "string", doc: "Why the WebSocket came to an end, whether cleanly or through a fault.", values: ["none", "unspecifiedError", "timedOut", "peerReset", "upstreamReset", "protocolViolation", "peerNoError"] },
    { name: "ConnectionCloseSource", type: "string", doc: "Which party ended the WebSocket, as seen from the edge.", values: ["upstream", "downstream", "me", "both"] },
    { name: "ConnectionID", type: "string", doc: "Unique identifier of this single WebSocket." },
    { name: "ConnectionTransportCloseCode", type: "int", doc: "Number reported by the transport layer when the WebSocket ended." },
    { name: "EdgeEndTimestamp", type: "int or string", doc: "Moment at which the edge saw the WebSocket end." },
    { name: "EdgeStartTimestamp", type: "int or string", doc: "Moment at which the edge saw the WebSocket begin." },
    { name: "RayID", type: "string", doc: "Identifier of the request that opened the WebSocket, for matching it with HTTP request logs." },
  ],
};
