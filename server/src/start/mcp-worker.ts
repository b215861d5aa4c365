import { parentPort } from "node:worker_threads";
import type { serveTools as Serve } from "../mcp/worker.ts";
import { bundlesFor } from "./compiled.ts";

const { serveTools } = bundlesFor("mcp")("mcp-tools.cjs") as { readonly serveTools: typeof Serve };

if (parentPort) serveTools(parentPort);
