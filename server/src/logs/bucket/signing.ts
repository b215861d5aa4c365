import { createHash, createHmac } from "node:crypto";
import type { Access } from "./access.ts";

export interface BucketRequest {
  /** Empty to list the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SignedRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** Adds a signature of AWS, version 4, to a GET request. */
export function signed(access: Access, request: BucketRequest, at: Date): SignedRequest {
  const { region, keys } = access;
  const { host, protocol } = hostOf(access);
  const path = `${access.isInPath ? `/${access.bucket}` : ""}/${request.key.split("/").map(encoded).join("/")}`;
  const query = Object.entries(request.query ?? {})
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    ...request.headers,
    host,
    "x-amz-content-sha256": emptyHash,
    "x-amz-date": time,
    ...(keys.token && { "x-amz-security-token": keys.token }),
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    "GET",
    path,
    query,
    ...names.map((it) => `${it}:${headers[it]}`),
    "",
    names.join(";"),
    emptyHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce(
    (last: string | Buffer, it) => hmac(last, it),
    `AWS4${keys.secret}`,
  );
  const signature = hmac(key, text).toString("hex");
  return {
    url: new URL(`${protocol}//${host}${path}${query === "" ? "" : `?${query}`}`),
    headers: {
      ...headers,
      authorization: `AWS4-HMAC-SHA256 Credential=${keys.id}/${scope},SignedHeaders=${names.join(";")},Signature=${signature}`,
    },
  };
}

function hostOf({ origin, bucket, isInPath }: Access): { host: string; protocol: string } {
  const { host, protocol } = new URL(origin);
  return { host: isInPath ? host : `${bucket}.${host}`, protocol };
}

const emptyHash = sha256("");

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** As RFC 3986 has it: more than `encodeURIComponent` encodes. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A URL cannot have such a path: `.` and `..` would be resolved. */
export function canBeRequested(key: string): boolean {
  return !key.split("/").some((it) => it === "." || it === "..");
}
