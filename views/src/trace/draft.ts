import type { TraceField, TraceInput } from "./messages.ts";

/** A request as the user types it. */
export interface Draft {
  readonly method: string;
  readonly url: string;
  readonly address: string;
  readonly country: string;
  /** One per line. */
  readonly headers: string;
  readonly fields: readonly FieldRow[];
  readonly isPartial: boolean;
  readonly status: string;
  /** Empty: by the host. */
  readonly zone: string;
  /** The facts of the log line about the outcome. It does not hold for another request. */
  readonly logged: TraceInput["logged"];
}

export interface FieldRow {
  readonly name: string;
  readonly value: string;
}

const own = { address: "ip.src", country: "ip.src.country" } as const;

export const ownFields: readonly string[] = Object.values(own);

export function draftOf(input: TraceInput): Draft {
  const rows = input.fields.map((it) => {
    const at = it.indexOf("=");
    return { name: it.slice(0, at), value: unquoted(it.slice(at + 1)) };
  });
  const given = (name: string) => rows.find((it) => it.name === name)?.value ?? "";
  return {
    method: input.method,
    url: input.url,
    address: given(own.address),
    country: given(own.country),
    headers: input.headers.join("\n"),
    fields: rows.filter((it) => !ownFields.includes(it.name)),
    isPartial: input.isPartial ?? false,
    status: input.status === undefined ? "" : String(input.status),
    zone: input.zone ?? "",
    logged: input.logged,
  };
}

/** Whether a request can have the field, or an element of it such as a header. */
export function isKnownField(name: string, known: readonly TraceField[]): boolean {
  const [whole] = name.split("[");
  return known.some((it) => it.name === whole);
}

/** The draft with a box for the field. */
export function withField(draft: Draft, name: string): Draft {
  const isShown = ownFields.includes(name) || draft.fields.some((it) => it.name === name);
  return isShown ? draft : { ...draft, fields: [{ name, value: "" }, ...draft.fields] };
}

export function inputOf(draft: Draft, known: readonly TraceField[]): TraceInput {
  const { method, url, address, country, headers, isPartial, status, zone, logged } = draft;
  const texts = new Set(known.filter((it) => it.type === "String").map((it) => it.name));
  const isText = (name: string) => texts.has(name) || name.includes("[");
  const rows = [
    { name: own.address, value: address },
    { name: own.country, value: country.toUpperCase() },
    ...draft.fields,
  ];
  return {
    method,
    url: url.trim(),
    headers: headers.split(/\r?\n/).filter((it) => it.trim() !== ""),
    fields: rows
      .map(({ name, value }) => ({ name, value: value.trim() }))
      .filter(({ value }) => value !== "")
      .map(({ name, value }) => `${name}=${isText(name) ? JSON.stringify(value) : value}`),
    ...(isPartial && { isPartial }),
    ...(/^\d{3}$/.test(status) && { status: Number(status) }),
    ...(zone !== "" && { zone }),
    ...(logged && { logged }),
  };
}

function unquoted(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : text;
  } catch {
    return text;
  }
}
