/** What the text of a field is a part of, or is written as. */
export type Shape = "address" | "host" | "domain" | "path" | "uri" | "full uri";
