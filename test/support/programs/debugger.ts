import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";

interface Message {
  readonly id?: number;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the method
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the method
  readonly result?: any;
}

/** A debugger of a Node process, as VS Code is one. Node 20 has no WebSocket of its own. */
export class Debugger implements Disposable {
  private received = Buffer.alloc(0);
  private readonly messages: Message[] = [];
  private waiting: (() => void)[] = [];
  private lastId = 0;

  private constructor(private readonly socket: Socket) {
    socket.on("data", (it: Buffer) => this.read(it));
  }

  /** Attaches to the address that a process with `--inspect` prints. */
  static async attach(address: string): Promise<Debugger> {
    const headers = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"),
    };
    const request = get(address.replace(/^ws:/, "http:"), { headers });
    const [, socket] = (await once(request, "upgrade")) as [IncomingMessage, Socket];
    return new Debugger(socket);
  }

  async send(method: string, params: object = {}): Promise<Message["result"]> {
    this.lastId += 1;
    const id = this.lastId;
    this.socket.write(frame(JSON.stringify({ id, method, params })));
    return (await this.until((it) => it.id === id)).result;
  }

  /** The parameters of the first event like this. */
  async event(
    method: string,
    isWanted: (params: Message["params"]) => boolean = () => true,
  ): Promise<Message["params"]> {
    return (await this.until((it) => it.method === method && isWanted(it.params))).params;
  }

  private async until(isWanted: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.messages.find(isWanted);
      if (found) return found;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  private read(chunk: Buffer): void {
    this.received = Buffer.concat([this.received, chunk]);
    for (;;) {
      const [start, length] = payloadOf(this.received);
      if (this.received.length < start + length) break;
      const payload = this.received.subarray(start, start + length);
      this.messages.push(JSON.parse(payload.toString("utf8")));
      this.received = this.received.subarray(start + length);
    }
    for (const it of this.waiting.splice(0)) it();
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

/** A text message of a client, of less than 64 KB. Its mask has no effect. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
}

/** Where the payload of the first message of a server starts, and its length. */
function payloadOf(received: Buffer): readonly [start: number, length: number] {
  if (received.length < 10) return [10, 0];
  const length = received.readUInt8(1);
  if (length < 126) return [2, length];
  return length === 126 ? [4, received.readUInt16BE(2)] : [10, Number(received.readBigUInt64BE(2))];
}
