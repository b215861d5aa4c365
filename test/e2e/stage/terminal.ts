// Opens files in a window like 'code FILE' in its terminal: independent of focus, and twice as fast as Quick Open.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";

/** The folder for the sockets of windows. */
export interface Sockets {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  remove(): void;
}

/** Not in the system's temporary folder, whose path is too long for a socket on macOS. */
export function makeSockets(): Sockets {
  const folder = mkdtempSync("/tmp/weir-");
  return {
    folder,
    // TMPDIR is used on macOS.
    env: { XDG_RUNTIME_DIR: folder, TMPDIR: folder },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The terminal of a window that is about to be opened. */
export class Terminal {
  private readonly others: ReadonlySet<string>;
  private socket: string | undefined;

  constructor(
    private readonly folder: string,
    private readonly authority: string,
  ) {
    this.others = new Set(socketsIn(folder));
  }

  /** Rejects while the window is not ready. */
  async open(path: string): Promise<void> {
    // Cached, because another window may be opened later.
    this.socket ??= socketsIn(this.folder).find((it) => !this.others.has(it));
    if (!this.socket) throw new Error("The window has no socket yet.");
    const file = `vscode-remote://${this.authority}${encodeURI(path)}`;
    await send(join(this.folder, this.socket), {
      type: "open",
      fileURIs: [file],
      forceReuseWindow: true,
    });
  }
}

function socketsIn(folder: string): string[] {
  return readdirSync(folder).filter((it) => /^vscode-ipc-.*\.sock$/.test(it));
}

function send(socketPath: string, message: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", accept: "application/json" };
    const asked = request({ socketPath, path: "/", method: "POST", headers }, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) resolve();
      else reject(new Error(`The window responded with status ${answer.statusCode}.`));
    });
    asked.on("error", reject);
    asked.end(JSON.stringify(message));
  });
}
