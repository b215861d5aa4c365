import type { DatasetSource } from "../dataset.ts";

export const workersTraceEvents: DatasetSource = {
  name: "workers_trace_events",
  title: "Workers Trace Events",
  about: "One run of a Worker script, with its trigger, console output, exceptions and outcome.",
  scopes: ["account"],
  fields: () => [
    { name: "CPUTimeMs", type: "int", doc: "Milliseconds of processor time that the script used in this run." },
    { name: "DispatchNamespace", type: "string", doc: "Namespace the script was dispatched from, when it runs on behalf of a platform's customer." },
    { name: "Entrypoint", type: "string", doc: "Name of the exported class or handler where the run started." },
    { name: "Event", type: "object", doc: "Details of what triggered the run, such as the request and response of a fetch." },
    { name: "EventTimestampMs", type: "int", doc: "Time at which the run was triggered, in milliseconds since the Unix epoch." },
    { name: "EventType", type: "string", doc: "Kind of trigger that started this run of the script.", values: ["fetch", "scheduled", "alarm", "queue", "email", "worker_rpc", "hibernatable_web_socket"] },
    { name: "Exceptions", type: "array[object]", doc: "Errors the script left uncaught, each with its name and message." },
    { name: "Logs", type: "array[object]", doc: "Console messages the script wrote during the run." },
    { name: "Outcome", type: "string", doc: "Tells whether the run completed normally or was cut short, and how.", values: ["ok", "canceled", "exception", "unknown"] },
    { name: "ScriptName", type: "string", doc: "Name of the Worker script that ran." },
    { name: "ScriptTags", type: "array[string]", doc: "Labels the owner has attached to the script." },
    { name: "ScriptVersion", type: "object", doc: "Details of the deployed version of the script that ran, such as its identifier." },
    { name: "WallTimeMs", type: "int", doc: "Elapsed milliseconds from start to end of the run, waiting included." },
  ],
};
