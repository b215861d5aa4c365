import { singleUnits, type Transducer } from "../../../core/solver/text/transducer.ts";
import { encodeBase64, urlDecode } from "../../evaluation/encodings.ts";
import type { Argument } from "../../syntax/tree.ts";

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
  encode_base64: ([, flags]) => {
    if (flags && flags.kind !== "string") return undefined;
    return base64(flags?.bytes ?? "");
  },
};

/** Undefined if conditions on its result are not conditions on its first argument. */
export function transducerOf(name: string, args: readonly Argument[]): Transducer | undefined {
  return Object.hasOwn(rows, name) ? rows[name]?.(args) : undefined;
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
  };
}

/** The text beside literals in one. */
export function beside(before: string, after: string): Transducer {
  return {
    key: `beside ${JSON.stringify([before, after])}`,
    before,
    step: (_, unit) => ["", String.fromCharCode(unit)],
    end: () => after,
    units: [],
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
    step: (state, unit) => {
      if (unit === mark && state.length < last) return [`${state}.`.slice(0, index + 1), ""];
      return [state, state.length === index ? String.fromCharCode(unit) : ""];
    },
    end: (state) => (state.length < index ? undefined : ""),
    units: [[mark, mark]],
    isDone: (state) => state.length > index,
  };
}
