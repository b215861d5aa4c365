import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A fault of one answer: a status, the end of the connection after some bytes, no more bytes, or no answer. */
export type Fault = number | { readonly cutAfter: number } | "silent" | "gone";

export interface BucketOptions {
  readonly objects: Readonly<Record<string, Uint8Array | string>>;
  readonly bucket?: string;
  readonly region?: string;
  readonly pageSize?: number;
  /** The token that temporary keys need. */
  readonly token?: string;
  /** Called for each GET of an object, with how often it was asked for before. */
  fault?(key: string, count: number): Fault | undefined;
}

export const testKeys = { id: "AKIATEST", secret: "secret/with+characters" };

/** The protocol of S3: signatures, lists in pages and objects, with ranges. */
export class BucketServer implements AsyncDisposable {
  readonly asked: { key: string; range: string | undefined; status: number }[] = [];
  readonly listed: URLSearchParams[] = [];
  readonly tokens: (string | undefined)[] = [];
  readonly connections = new Set<unknown>();
  /** Requests that the client ended before their answer. */
  abandoned = 0;
  private readonly server: Server;
  private readonly counts = new Map<string, number>();
  private readonly keys: readonly string[];

  private constructor(private readonly options: BucketOptions) {
    // By their bytes, as the protocol says.
    this.keys = Object.keys(options.objects).sort((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
    this.server = createServer((request, response) => this.answer(request, response));
    this.server.on("connection", (socket) => this.connections.add(socket));
  }

  static async start(options: BucketOptions): Promise<BucketServer> {
    const it = new BucketServer(options);
    await new Promise<void>((resolve) => it.server.listen(0, "127.0.0.1", resolve));
    return it;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get env(): Record<string, string> {
    return {
      AWS_ACCESS_KEY_ID: testKeys.id,
      AWS_SECRET_ACCESS_KEY: testKeys.secret,
      AWS_ENDPOINT_URL_S3: this.origin,
      ...(this.options.token && { AWS_SESSION_TOKEN: this.options.token }),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): unknown {
    const { bucket = "logs", objects } = this.options;
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const [, name, ...rest] = path.split("/");
    const key = decodeURIComponent(rest.join("/"));
    const refuse = (status: number, code: string, message = ""): unknown => {
      if (key !== "") this.asked.push({ key, range: request.headers.range, status });
      response.writeHead(status, { "content-type": "application/xml" });
      return response.end(
        `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
      );
    };
    response.on("close", () => {
      if (!response.writableFinished) this.abandoned++;
    });
    const token = request.headers["x-amz-security-token"];
    this.tokens.push(token as string | undefined);
    const problem = this.signatureProblem(request, path, query);
    if (problem) return refuse(403, problem);
    if (this.options.token !== undefined && token !== this.options.token)
      return refuse(400, token === "expired" ? "ExpiredToken" : "InvalidToken");
    if (name !== bucket) return refuse(404, "NoSuchBucket");
    if (key === "") return this.list(new URLSearchParams(query), response);
    const content = objects[key];
    if (content === undefined) return refuse(404, "NoSuchKey");
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    return this.send(key, bytes, request, response, refuse);
  }

  private send(
    key: string,
    content: Uint8Array,
    request: IncomingMessage,
    response: ServerResponse,
    refuse: (status: number, code: string) => unknown,
  ): unknown {
    const count = this.counts.get(key) ?? 0;
    this.counts.set(key, count + 1);
    const fault = this.options.fault?.(key, count);
    if (fault === "gone") return request.socket.destroy();
    if (typeof fault === "number")
      return refuse(fault, fault === 403 ? "AccessDenied" : "SlowDown");
    const { range } = request.headers;
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
    const start = Number(from ?? 0);
    const end = Math.min(content.length, Number(to ?? content.length) + 1);
    const part = content.subarray(start, end);
    this.asked.push({ key, range, status: range ? 206 : 200 });
    response.writeHead(range ? 206 : 200, {
      "content-length": part.length,
      // As log push may store it; the bytes are still the bytes of the object.
      "content-encoding": "gzip",
      ...(range && { "content-range": `bytes ${start}-${end - 1}/${content.length}` }),
    });
    if (fault === "silent") return response.write(part.subarray(0, 10));
    if (!fault) return response.end(part);
    return response.write(part.subarray(0, fault.cutAfter), () => response.socket?.destroy());
  }

  private list(query: URLSearchParams, response: ServerResponse): unknown {
    this.listed.push(query);
    const { pageSize = 1000, objects } = this.options;
    const prefix = query.get("prefix") ?? "";
    const delimiter = query.get("delimiter");
    const after = query.get("continuation-token") ?? "";
    const entries: { key: string; isFolder: boolean }[] = [];
    for (const key of this.keys) {
      if (!key.startsWith(prefix)) continue;
      const at = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      const folder = at < 0 ? undefined : key.slice(0, at + 1);
      if (folder !== undefined && entries.at(-1)?.key === folder) continue;
      entries.push({ key: folder ?? key, isFolder: folder !== undefined });
    }
    const first = after === "" ? 0 : Number(Buffer.from(after, "base64").toString());
    const page = entries.slice(first, first + pageSize);
    const next = first + pageSize < entries.length ? String(first + pageSize) : undefined;
    const encoded = (key: string) =>
      encodeURIComponent(key).replaceAll("%20", "+").replaceAll("%2F", "/");
    const items = page.map(({ key, isFolder }) =>
      isFolder
        ? `<CommonPrefixes><Prefix>${encoded(key)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${encoded(key)}</Key><ETag>&quot;${key.length}&quot;</ETag><Size>${Buffer.byteLength(objects[key] ?? "")}</Size></Contents>`,
    );
    response.writeHead(200, { "content-type": "application/xml" });
    return response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><EncodingType>url</EncodingType>${
        next
          ? `<NextContinuationToken>${Buffer.from(next).toString("base64")}</NextContinuationToken>`
          : ""
      }${items.join("")}</ListBucketResult>`,
    );
  }

  /** Written from the description of the signature, without the code that is tested. */
  private signatureProblem({ headers, method }: IncomingMessage, path: string, query: string) {
    const { authorization = "" } = headers;
    const [, id, day, region, names = "", given] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
        authorization,
      ) ?? [];
    if (id !== testKeys.id) return "InvalidAccessKeyId";
    if (region !== (this.options.region ?? "us-east-1")) return "AuthorizationHeaderMalformed";
    const time = String(headers["x-amz-date"]);
    if (!time.startsWith(day ?? "-") || !names.split(";").includes("host")) return "AccessDenied";
    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    const sign = (key: string | Buffer, text: string) =>
      createHmac("sha256", key).update(text).digest();
    const sorted = query.split("&").sort().join("&");
    const lines = names.split(";").map((it) => `${it}:${String(headers[it]).trim()}\n`);
    const whole = `${method}\n${path}\n${sorted}\n${lines.join("")}\n${names}\n${headers["x-amz-content-sha256"]}`;
    const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${hash(whole)}`;
    const ofDay = sign(`AWS4${testKeys.secret}`, day ?? "");
    const key = sign(sign(sign(ofDay, region ?? ""), "s3"), "aws4_request");
    return sign(key, text).toString("hex") === given ? undefined : "SignatureDoesNotMatch";
  }
}
