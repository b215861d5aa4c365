import type { Guard, WriteRequest } from "../../api/calls.ts";
import { ServiceError } from "../../api/service-error.ts";
import { isRecord } from "../../text/record.ts";

/** A write request, and the answer that the service would give. New resources have placeholders as IDs. */
export interface SimulatedCall extends WriteRequest {
  readonly answer: unknown;
}

/** The ID of a resource that a simulation has created. No service has such IDs. */
export function newId(number: number): string {
  return `${prefix}${number}`;
}

const prefix = "weir-placeholder-";

/** The ID of a new job is a number. */
export function newJobId(number: number): number {
  return lowestJob + number;
}

const lowestJob = -9_007_199_254_000_000;
const placeholders = /weir-placeholder-(\d+)|-900719925[34]\d{6}/g;

export function isPlaceholder(id: unknown): boolean {
  return String(id).replace(placeholders, "") === "" && id !== "";
}

/** A text with the placeholders as users read them. */
export function withNewNames(text: string): string {
  return text.replace(placeholders, (it, number) => `new-${number ?? Number(it) - lowestJob}`);
}

/** The texts between placeholders, and the number of the new resource of each. */
export function splitAtNewIds(text: string): readonly (string | { readonly number: number })[] {
  const parts: (string | { readonly number: number })[] = [];
  let end = 0;
  for (const { 0: id, 1: number, index } of text.matchAll(placeholders)) {
    parts.push(text.slice(end, index), { number: Number(number ?? Number(id) - lowestJob) });
    end = index + id.length;
  }
  return [...parts, text.slice(end)].filter((it) => it !== "");
}

/** A call as plans list it. */
export function callText({ method, path, query }: WriteRequest): string {
  return withNewNames(`${method} ${pathAndQuery({ path, query })}`);
}

export function pathAndQuery({ path, query = {} }: Pick<WriteRequest, "path" | "query">): string {
  const asked = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return `${path}${asked.length > 0 ? `?${asked.join("&")}` : ""}`;
}

/** Whether a planned call is the same as one that is sent, apart from the IDs of new resources. */
export function isSameCall(planned: string, sent: string): boolean {
  const [a, b] = [planned.split(/(?=[/?])/), sent.split(/(?=[/?])/)];
  return a.length === b.length && a.every((it, i) => it === b[i] || /^\/new-\d+$/.test(it));
}

/** The calls that were announced before a push, in their order. It sends these and no others. */
export class Announcement implements Guard {
  private left: readonly SimulatedCall[];
  private isBegun = false;
  /** The first call would have been another one. Nothing was sent. */
  isOutdated = false;
  /** The real IDs by their placeholders. */
  private ids = new Map<string, string>();
  private readonly created = new Set<string>();

  constructor(calls: readonly SimulatedCall[]) {
    this.left = calls;
  }

  check(request: WriteRequest): (result: unknown) => void {
    const [call, ...left] = this.left;
    const ids = new Map(this.ids);
    if (call && isSame(comparable(call), comparable(request), ids)) {
      this.ids = ids;
      this.left = left;
      this.isBegun = true;
      return (result) => this.answered(call, result);
    }
    if (isChallenge(request) || this.takesBack(request)) return () => {};
    this.isOutdated = !this.isBegun;
    throw new ServiceError(
      `${callText(request)} was not announced, so the service has changed since the plan was made. Try again to see what would change now.`,
      "none",
    );
  }

  private answered({ answer }: SimulatedCall, result: unknown): void {
    const planned = idsIn(answer);
    for (const id of idsIn(result)) if (!planned.has(id)) this.created.add(id);
  }

  /** Another process created an equal resource at the same moment, and ours gives way. */
  private takesBack({ method, path }: WriteRequest): boolean {
    return method === "DELETE" && this.created.has(path.slice(path.lastIndexOf("/") + 1));
  }
}

/** Each placeholder is the ID that the service has given instead. */
function isSame(planned: unknown, sent: unknown, ids: Map<string, string>): boolean {
  if (isPlaceholder(planned)) {
    const id = ids.get(String(planned)) ?? String(sent);
    ids.set(String(planned), id);
    return id === String(sent);
  }
  if (Array.isArray(planned) && Array.isArray(sent))
    return planned.length === sent.length && planned.every((it, i) => isSame(it, sent[i], ids));
  if (!isRecord(planned) || !isRecord(sent)) return planned === sent;
  const names = new Set([...Object.keys(planned), ...Object.keys(sent)]);
  return [...names].every((it) => isSame(planned[it], sent[it], ids));
}

function idsIn(value: unknown): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((it) => [...idsIn(it)]));
  if (!isRecord(value)) return new Set();
  const own = value.id === undefined ? [] : [String(value.id)];
  return new Set([...own, ...Object.values(value).flatMap((it) => [...idsIn(it)])]);
}

/** The service has just refused a job, and writes a token to its destination. */
function isChallenge({ path }: WriteRequest): boolean {
  return path.endsWith("/logpush/ownership");
}

function comparable({ method, path, query, body }: WriteRequest): unknown {
  return JSON.parse(JSON.stringify({ method, path: path.split("/"), query, body }));
}
