import type { DatasetSource } from "../dataset.ts";

export const magicBgpLogs: DatasetSource = {
  name: "magic_bgp_logs",
  title: "Magic BGP Logs",
  about: "One event in a BGP session that runs over a tunnel between the customer's network and the edge.",
  scopes: ["account"],
  fields: () => [
    { name: "Direction", type: "string", doc: "Which side of the BGP session the event comes from.", values: ["to_cloudflare", "from_cloudflare", ""] },
    { name: "EventData", type: "object", doc: "Details of the BGP event, whose layout depends on the kind of event." },
    { name: "EventKind", type: "string", doc: "What happened in the BGP session, such as a message or a change of state.", values: ["open_message", "update_message", "notification_message", "route_refresh_message", "bgp_state_transition", "tcp_handshake_failed", "stale_path_timer_expired", "session_config_changed", "filter_config_changed", "redistribute_config_changed"] },
    { name: "EventTimestamp", type: "int or string", doc: "Moment at which the BGP event happened." },
    { name: "TunnelID", type: "string", doc: "Identifier of the link over which the BGP session runs." },
    { name: "TunnelName", type: "string", doc: "Label given to the link over which the BGP session runs." },
  ],
};
