/**
 * How certain a name is. Undocumented: shown by the service's tools, but not in its documentation. Unverified: only known
 * from other tools, so nothing about it is checked.
 */
export type Standing = "undocumented" | "unverified";
