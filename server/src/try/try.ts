/** The interface to higher layers. A separate bundle, which most runs do not load. */

export { isInBucket } from "../logs/bucket-path.ts";
export { findLogs, isSource, leftOutText } from "../logs/find-logs.ts";
export { firstLines, logReader, pastedReader } from "./lab-files.ts";
export { answerOnRequest } from "./on-request.ts";
export { runnerFor } from "./pool.ts";
export { printedLines } from "./questions/question.ts";
export { deliveredLogs, destinationName, remoteLogs, serviceName } from "./remote-logs.ts";
export { readRequests } from "./run.ts";
export { plainContext, textsIn } from "./subject.ts";
export { Tally } from "./tally.ts";
export { isWithin } from "./time-window.ts";
export { outsideSamples, resolveTry, runTry, sourcesIn } from "./try-request.ts";
export { serveWorker } from "./worker.ts";
