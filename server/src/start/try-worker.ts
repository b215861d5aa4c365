import { parentPort, workerData } from "node:worker_threads";
import type { serveWorker as Serve } from "../try/worker.ts";
import { bundlesFor } from "./compiled.ts";

// The parent thread has run the same bundles, so their code caches exist.
const { serveWorker } = bundlesFor("other")("try.cjs") as { readonly serveWorker: typeof Serve };

if (parentPort) serveWorker(workerData, parentPort);
