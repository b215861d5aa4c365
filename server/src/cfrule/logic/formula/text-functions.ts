import { oneOf } from "../../../core/solver/text/literals.ts";
import { singleUnits, type Transducer } from "../../../core/solver/text/transducer.ts";
import {
  base64Letters,
  decodeBase64,
  encodeBase64,
  sixBitsOf,
  urlDecode,
} from "../../evaluation/encodings.ts";
import type { Argument } from "../../syntax/tree.ts";
import { readWildcard } from "../../syntax/wildcard.ts";
import { inCase } from "../../values/operand-facts.ts";
import { regexSet } from "./regex-set.ts";

/** Functions whose conditions are conditions on their first argument. */

type Row = (args: readonly Argument[]) => Transducer | undefined;

const rows: Readonly<Record<string, Row>> = {
  remove_bytes: ([, bytes]) => {
    if (bytes?.kind !== "string") return undefined;
    const removed = new Set(bytes.bytes);
    return {
      key: `without ${JSON.stringify(bytes.bytes)}`,
      step: (_, unit) => {
        const char = String.fromCharCode(unit);
        return ["", removed.has(char) ? "" : char];
      },
      end: () => "",
      units: singleUnits(bytes.bytes),
    };
  },
  remove_query_args: ([, ...names]) => {
    const removed = names.flatMap((it) => (it.kind === "string" ? [it.bytes] : []));
    return removed.length < names.length ? undefined : withoutArguments(removed);
  },
  substring: ([, start, end]) => {
    if (start?.kind !== "integer" || (end && end.kind !== "integer")) return undefined;
    const to = end ? Number(end.value) : undefined;
    return Number(start.value) < 0
      ? lastPart(Number(start.value), to)
      : firstPart(Number(start.value), to);
  },
  url_decode: ([, options]) => {
    const isPlain = !options || (options.kind === "string" && !/[ru]/.test(options.bytes));
    return isPlain ? decodedUrl : undefined;
  },
  decode_base64: () => decodedBase64,
  regex_replace: ([, pattern, replacement]) => {
    if (pattern?.kind !== "string" || replacement?.kind !== "string") return undefined;
    const [, start, literal = ""] = /^(\^?)([\w/ -]+)$/.exec(pattern.bytes) ?? [];
    if (literal === "" || replacement.bytes.includes("$")) return undefined;
    const { bytes } = replacement;
    return start ? startReplaced(literal, bytes, true) : firstReplaced(literal, bytes);
  },
  wildcard_replace: ([, pattern, replacement, flags]) => {
    if (pattern?.kind !== "string" || replacement?.kind !== "string") return undefined;
    if (flags && flags.kind !== "string") return undefined;
    const { parts, problems } = readWildcard(pattern.bytes);
    const [, literal] = /^([^$]*)\$\{1\}$/.exec(replacement.bytes) ?? [];
    const [start = "", end, more] = parts;
    const isStart = start !== "" && end === "" && more === undefined && problems.length === 0;
    return isStart && literal !== undefined
      ? startReplaced(start, literal, flags?.bytes.includes("s") ?? false)
      : undefined;
  },
  encode_base64: ([, flags]) => {
    if (flags && flags.kind !== "string") return undefined;
    return base64(flags?.bytes ?? "");
  },
};

/** Undefined if conditions on its result are not conditions on its first argument. */
export function transducerOf(name: string, args: readonly Argument[]): Transducer | undefined {
  return Object.hasOwn(rows, name) ? rows[name]?.(args) : undefined;
}

/**
 * The state is the beginning of a name, as far as it may be removed, or else whether its argument is kept; after `&` if an argument
 * was kept before.
 */
function withoutArguments(removed: readonly string[]): Transducer {
  const [isKept, isDropped] = ["=", "=="];
  const isEnd = (char: string) => char === "=" || char === "&";
  return {
    key: `without arguments ${JSON.stringify(removed)}`,
    step: (state, unit) => {
      const char = String.fromCharCode(unit);
      const before = state.startsWith("&") ? "&" : "";
      const read = state.slice(before.length);
      if (read === isKept) return char === "&" ? ["&", ""] : [state, char];
      if (read === isDropped) return [char === "&" ? before : state, ""];
      if (isEnd(char) && removed.includes(read))
        return [before + (char === "&" ? "" : isDropped), ""];
      if (char === "&") return ["&", before + read];
      const isOpen = char !== "=" && removed.some((it) => it.startsWith(read + char));
      return isOpen ? [state + char, ""] : [`&${isKept}`, before + read + char];
    },
    end: (state) => {
      const read = state.replace(/^&/, "");
      return read === isKept || read === isDropped || removed.includes(read) ? "" : state;
    },
    units: singleUnits(`&=${removed.join("")}`),
  };
}

/** Longer parts would need too many states. */
const longest = 2000;
const longestEnd = 4;

/** The state is the length of what was read, in its own length. */
function firstPart(from: number, to = Number.POSITIVE_INFINITY): Transducer | undefined {
  const most = to === Number.POSITIVE_INFINITY ? from : Math.max(from, to);
  if (to < 0 || most > longest) return undefined;
  return {
    key: `${from} to ${to}`,
    step: (state, unit) => {
      const { length } = state;
      const isInside = length >= from && length < to;
      return [length < most ? `${state}.` : state, isInside ? String.fromCharCode(unit) : ""];
    },
    end: () => "",
    units: [],
    ...(to === Number.POSITIVE_INFINITY ? {} : { longest: Math.max(0, to - from) }),
    isDone: (state) => state.length >= to,
  };
}

/** The state is the end of what was read. */
function lastPart(from: number, to = Number.POSITIVE_INFINITY): Transducer | undefined {
  if (-from > longestEnd) return undefined;
  const end = to === Number.POSITIVE_INFINITY ? undefined : to;
  if (end !== undefined && end >= 0) return undefined;
  return {
    key: `${from} to ${to}`,
    step: (state, unit) => [(state + String.fromCharCode(unit)).slice(from), ""],
    end: (state) => state.slice(from, end),
    longest: Math.max(0, (end ?? 0) - from),
    units: [],
  };
}

const hex = "0123456789abcdefABCDEF";

/** The state is the beginning of an escape. */
const decodedUrl: Transducer = {
  key: "url",
  step: (state, unit) => {
    const read = state + String.fromCharCode(unit);
    if (/^%[0-9A-Fa-f]?$/.test(read)) return [read, ""];
    const isEscape = /^%[0-9A-Fa-f]{2}$/.test(read);
    if (isEscape || !read.endsWith("%")) return ["", urlDecode(read, "")];
    return ["%", read.slice(0, -1)];
  },
  end: (state) => state,
  units: singleUnits(`%+${hex}`),
};

/** The state is what was read and is not a whole group, of which only the open bits matter. */
function base64(flags: string): Transducer {
  const open = (state: string): string => {
    if (state.length < 2) return String.fromCharCode(state.charCodeAt(0) & 3);
    return `\0${String.fromCharCode(state.charCodeAt(1) & 15)}`;
  };
  return {
    key: `base64 ${flags.includes("u")} ${flags.includes("p")}`,
    step: (state, unit) => {
      const read = state + String.fromCharCode(unit);
      const encoded = encodeBase64(read, flags.replaceAll("p", ""));
      if (read.length === 3) return ["", encoded.slice(state.length)];
      return [open(read), encoded.slice(state.length, read.length)];
    },
    end: (state) => (state === "" ? "" : encodeBase64(state, flags).slice(state.length)),
    units: Array.from({ length: 256 }, (_, unit) => [unit, unit]),
    turnedInto: (members) =>
      oneOf(
        members.flatMap((it) => {
          const text = decodeBase64(it);
          return text !== undefined && encodeBase64(text, flags) === it ? [text] : [];
        }),
      ),
  };
}

/** The state is the count of open bits and these, then the padding; or that there is no result. */
const decodedBase64: Transducer = {
  key: "from base64",
  isPartial: true,
  step: (state, unit) => {
    const char = String.fromCharCode(unit);
    const padding = state.indexOf("=");
    if (char === "=" && state !== invalid && (padding === -1 || state.length - padding < 2))
      return [`${state}=`, ""];
    const value = padding === -1 && state !== invalid ? sixBitsOf(char) : undefined;
    if (value === undefined) return [invalid, ""];
    const [count, open] = state === "" ? [0, 0] : [state.charCodeAt(0), state.charCodeAt(1) & 0xff];
    const [bits, all] = [count + 6, (open << 6) | value];
    if (bits < 8) return [String.fromCharCode(bits, noByte + all), ""];
    const rest = bits - 8;
    const next = rest === 0 ? "" : String.fromCharCode(rest, noByte + (all & ((1 << rest) - 1)));
    return [next, String.fromCharCode((all >> rest) & 0xff)];
  },
  // One letter alone is no byte.
  end: (state) => (state === invalid || state.charCodeAt(0) === 6 ? undefined : ""),
  units: singleUnits(`=${base64Letters}`),
  isDone: (state) => state === invalid,
  turnedInto: (members) => {
    if (members.length === 0) return oneOf([]);
    if (members.length > mostEncoded) return undefined;
    return regexSet(`^(?:${members.map(encodedForm).join("|")})={0,2}$`);
  },
};

const mostEncoded = 20;

/** A regex of all texts that are decoded to one: letters of both alphabets, and any bits after the last byte. */
function encodedForm(decoded: string): string {
  const [text, open] = [encodeBase64(decoded, ""), [0, 16, 4][decoded.length % 3] ?? 0];
  const last = sixBitsOf(text.at(-1) ?? "") ?? 0;
  const letters = Array.from(text, (it, at) =>
    at === text.length - 1 && open > 0
      ? [...base64Letters].filter(
          (other) => ((sixBitsOf(other) ?? 0) | (open - 1)) === (last | (open - 1)),
        )
      : [...base64Letters].filter((other) => sixBitsOf(other) === sixBitsOf(it)),
  );
  return letters.map((all) => `[${all.join("").replace("-", "\\-")}]`).join("");
}

const invalid = "!";
const noByte = 0x100;

/** A text in place of a literal that the argument starts with. The state is the beginning of it, or that it was decided. */
function startReplaced(literal: string, replacement: string, isExact: boolean): Transducer {
  const read = (text: string) => (isExact ? text : inCase(text, "lower"));
  const wanted = read(literal);
  return {
    key: `start ${JSON.stringify([wanted, replacement, isExact])}`,
    step: (state, unit) => {
      const char = String.fromCharCode(unit);
      if (state === isOver) return [isOver, char];
      const all = state + char;
      if (!wanted.startsWith(read(all))) return [isOver, all];
      return all.length < wanted.length ? [all, ""] : [isOver, replacement];
    },
    end: (state) => (state === isOver ? "" : state),
    units: singleUnits(inCase(literal, "lower") + inCase(literal, "upper")),
  };
}

/** A text in place of the first occurrence of a literal. The state is the beginning of it, or that it was found. */
function firstReplaced(literal: string, replacement: string): Transducer {
  return {
    key: `first ${JSON.stringify([literal, replacement])}`,
    step: (state, unit) => {
      const char = String.fromCharCode(unit);
      if (state === isOver) return [isOver, char];
      const all = state + char;
      if (all === literal) return [isOver, replacement];
      let from = 0;
      while (!literal.startsWith(all.slice(from))) from++;
      return [all.slice(from), all.slice(0, from)];
    },
    end: (state) => (state === isOver ? "" : state),
    units: singleUnits(literal),
  };
}

const isOver = String.fromCharCode(noByte);

/** The text beside literals in one. */
export function beside(before: string, after: string): Transducer {
  return {
    key: `beside ${JSON.stringify([before, after])}`,
    before,
    step: (_, unit) => ["", String.fromCharCode(unit)],
    end: () => after,
    units: [],
    turnedInto: (members) =>
      oneOf(
        members.flatMap((it) => {
          const isFit = it.startsWith(before) && it.slice(before.length).endsWith(after);
          return isFit ? [it.slice(before.length, it.length - after.length)] : [];
        }),
      ),
  };
}

/** One of the parts between separators, of which the state is the count. Undefined if it needs more than the last unit. */
export function partOfSplit(args: readonly Argument[], index: number): Transducer | undefined {
  const [, separator, limit] = args;
  if (separator?.kind !== "string" || limit?.kind !== "integer") return undefined;
  const last = Number(limit.value) - 1;
  if (separator.bytes.length !== 1 || index > longest || last > longest) return undefined;
  const mark = separator.bytes.charCodeAt(0);
  return {
    key: `part ${index} of ${limit.value} at ${mark}`,
    isPartial: true,
    step: (state, unit) => {
      if (unit === mark && state.length < last) return [`${state}.`.slice(0, index + 1), ""];
      return [state, state.length === index ? String.fromCharCode(unit) : ""];
    },
    end: (state) => (state.length < index ? undefined : ""),
    units: [[mark, mark]],
    isDone: (state) => state.length > index,
  };
}
