/** Limits of expressions. Where the engine and Cloudflare's documentation differ, the comment names the source. */

/** Code points of the pushed text. The service's API rejects more, with code 20127. */
export const maxCharacters = 4096;

/** Strings with more UTF-16 units exceed the limit of a whole expression, so they are not analyzed. */
export const longestText = 2 * maxCharacters;

/** The limit of the dashboard's editor, as reported by users. */
export const maxCharactersInDashboard = 4000;

/** Regular expressions in one rule, on every plan; from Cloudflare's documentation since March 2025. */
export const maxRegexes = 64;

/** Nested parentheses, negations, calls and quantifiers; the engine since May 2026. The service's limit is unknown. */
export const maxDepth = 128;

/** Calls of `regex_replace` and `wildcard_replace` together, in one expression; from Cloudflare's documentation. */
export const maxReplaceCalls = 1;

/** References such as `${1}` in the replacement of those two; from Cloudflare's documentation. */
export const maxReplaceReferences = 8;

/** The limit argument of `split`; from Cloudflare's documentation. */
export const splitLimit = [1, 128] as const;

/** Bits of an IPv4 network in `cidr`; from Cloudflare's documentation, where they begin at 1. */
export const ipv4Bits = [1, 32] as const;

/** Bits of an IPv6 network in `cidr` and `cidr6`; from Cloudflare's documentation. */
export const ipv6Bits = [1, 128] as const;

/** How many bits `bit_slice` can return; from Cloudflare's documentation. */
export const maxSlicedBits = 32;

/** The highest bit for `bit_slice`; from Cloudflare's documentation. */
export const maxBitOffset = 2040;

/** Characters in the name of a list; from Cloudflare's documentation. */
export const maxListNameCharacters = 50;

/** Hashes around a raw string; the engine counts them in one byte. */
export const maxRawHashes = 255;

/** The engine stores array indexes in 32 bits. */
export const maxArrayIndex = 0xffff_ffff;

/** Integers are signed and have 64 bits in the engine. */
export const minInteger = -(2n ** 63n);
export const maxInteger = 2n ** 63n - 1n;

/** Arguments of `concat`; 16 before 2026-09-22. */
export const maxConcatenated = 32;

/** Characters in the description of a rule; from the service's API. */
export const maxDescriptionCharacters = 4096;

/** The same for rules of the old firewall rules API, and in a reference. */
export const maxFirewallDescriptionCharacters = 500;
export const maxReferenceCharacters = 50;

/** Bytes of the description in logs; 80 before. */
export const loggedDescriptionBytes = 128;
