import type { DatasetSource } from "../dataset.ts";

export const turnstileEvents: DatasetSource = {
  name: "turnstile_events",
  title: "Turnstile Events",
  about: "One step in the life of a human verification widget, such as a challenge being issued or solved.",
  scopes: ["account"],
  fields: () => [
    { name: "ASN", type: "int", doc: "Autonomous system number of the network the visitor came from.", range: [0, 4_294_967_295] },
    { name: "Action", type: "string", doc: "Label the site owner attached to the widget, such as the form it protects." },
    { name: "BrowserMajor", type: "int", doc: "Main version number of the visitor's browser." },
    { name: "BrowserName", type: "string", doc: "Browser family of the visitor.", example: "Chrome" },
    { name: "ClientIP", type: "string", doc: "Network address of the visitor who was shown the challenge.", shape: "address" },
    { name: "CountryCode", type: "string", doc: "Two-letter code of the country the visitor's address belongs to.", vocabulary: "country" },
    { name: "EventType", type: "string", doc: "Step reached by the challenge, from being issued to being verified.", values: ["challenge_issued", "challenge_non_interactive_solved", "challenge_interactive_solved", "challenge_non_interactive_siteverify_solved", "challenge_interactive_siteverify_solved", "challenge_clearance_siteverify_solved", "challenge_siteverify_failed_double_redemption", "challenge_siteverify_failed_invalid_token", "challenge_siteverify_failed_other", "challenge_siteverify_ratelimited"] },
    { name: "Hostname", type: "string", doc: "Site on which the visitor met the widget.", shape: "host" },
    { name: "OSMajor", type: "int", doc: "Main version number of the visitor's operating system." },
    { name: "OSName", type: "string", doc: "Operating system family of the visitor.", example: "Windows" },
    { name: "Sitekey", type: "string", doc: "Public key of the widget, which tells apart the places it is used." },
    { name: "Timestamp", type: "int or string", doc: "Moment the challenge event took place." },
    { name: "UserAgent", type: "string", doc: "Browser software the visitor claims to use, as stated in its request header." },
  ],
};
