/**
 * How sure we are that the service has a name. Undocumented: its own tools show it, its pages do not. Unverified: only
 * others' tools name it, so nothing about it is judged.
 */
export type Standing = "undocumented" | "unverified";
