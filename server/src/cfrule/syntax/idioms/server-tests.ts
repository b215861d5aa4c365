import { type Cursor, take } from "./cursor.ts";
import { type Literal, literal } from "./literals.ts";
import { test } from "./tests.ts";

/** `path_beg /admin`, `hdr(host) -i a.example` and "PathPrefix(`/admin`)", as load balancers write them. */
export function serverTest(cursor: Cursor): string | undefined {
  const [all = "", word = "", kind = "", key] =
    take(
      cursor,
      /(path|url|src|method|(?:req\.)?hdr|Host|Path|Method|ClientIP|Headers?)(_?(?:beg|end|sub|reg|dom|Prefix|Regexp))?(?:\(\s*(?:([\w-]+)\)|(?=[`"'])))?(?=\s+[-\w/^.]|[`"'])/y,
    ) ?? [];
  const isCall = all.endsWith("(");
  const flag = take(cursor, /(?:-[imf]\s+(?:(?:beg|end|sub|reg|str|dom)\s+)?)+/y)?.[0] ?? "";
  const name = key ?? (isCall && /^Header/.test(word) ? literal(cursor)?.text : undefined);
  if (isCall && /^Header/.test(word) && !take(cursor, /,/y)) return undefined;
  if (!isCall && !kind && !flag && key === undefined && !/^(?:src|method)$/.test(word))
    return undefined;
  const values = serverValues(cursor, isCall);
  if (!values) return undefined;
  const use = name === undefined ? serverField(word) : headerValue(name.toLowerCase());
  if (use === undefined) return undefined;
  const way = kind.replace("_", "") || (/\b(beg|end|sub|reg|dom)\b/.exec(flag)?.[1] ?? "");
  const operand = { use, kind: use === "ip.src" ? ("IP" as const) : ("String" as const) };
  const isList = way === "" && (values.length > 1 || operand.kind === "IP");
  return test(isList ? "in" : (serverWays[way] ?? "eq"), operand, values, flag.includes("-i"));
}

/** The arguments of a call, or the words behind a name. */
function serverValues(cursor: Cursor, isCall: boolean): readonly Literal[] | undefined {
  const values: Literal[] = [];
  do {
    const value = literal(cursor, !isCall);
    if (
      !value ||
      value.kind === "null" ||
      /^(?:eq|ne|in|contains|matches|is|like|not)$/.test(value.text)
    )
      return undefined;
    values.push({ ...value, kind: "string" });
  } while (take(cursor, isCall ? /,/y : /(?=[\w/.^])(?!or\b|and\b|if\b|unless\b)/y));
  return isCall && !take(cursor, /\)/y) ? undefined : values;
}

function serverField(word: string): string | undefined {
  return serverFields[word.toLowerCase().replace("req.", "")];
}

function headerValue(name: string): string {
  return name === "host" ? "http.host" : `http.request.headers["${name}"][0]`;
}

const serverFields: Readonly<Record<string, string>> = {
  path: "http.request.uri.path",
  url: "http.request.uri",
  src: "ip.src",
  clientip: "ip.src",
  method: "http.request.method",
  host: "http.host",
};
const serverWays: Readonly<Record<string, string>> = {
  beg: "starts_with",
  Prefix: "starts_with",
  end: "ends_with",
  sub: "contains",
  dom: "contains",
  reg: "matches",
  Regexp: "matches",
};
