/// <reference lib="webworker" />
// The worker of the playground. It loads the language server, which is large, and tells the page how much of it has arrived.
import type { Loading } from "./loading.ts";

/** Messages that the page sent before there was a server. */
const early: unknown[] = [];
const keep = ({ data }: MessageEvent) => void early.push(data);
addEventListener("message", keep);

/** Reads the compressed server. Compressed by us, because not every web server compresses, and so that its size is known. */
async function serverScript(): Promise<Blob> {
  const { ok, body, headers } = await fetch("server.js.gz");
  if (!ok || !body) throw new Error("The language server is not there.");
  const size = Number(headers.get("content-length"));
  let bytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      bytes += part.length;
      postMessage({ loading: { bytes, size } } satisfies Loading);
      controller.enqueue(part);
    },
  });
  const script = body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  const texts = await new Response(script).arrayBuffer();
  return new Blob([texts], { type: "text/javascript" });
}

serverScript().then(
  (script) => {
    removeEventListener("message", keep);
    importScripts(URL.createObjectURL(script));
    for (const data of early) dispatchEvent(new MessageEvent("message", { data }));
  },
  () => postMessage({ loading: "failed" } satisfies Loading),
);
