// Starts the local emulator and fills it with sample data.
import { join } from "node:path";
import { Failure } from "../failure.mjs";
import { root } from "../root.mjs";
import { startInBackground } from "./background.mjs";

/** Starts an emulator on a free port. Its zone and token are read from its output. */
export async function startEmulator() {
  const args = ["emulator", "--port", "0"];
  const ready = /Listening on (\S+)\s+Zone +(\S+)[\s\S]*Token +(\S+)\n/;
  const program = join(root, "dist", "cli.cjs");
  const emulator = await startInBackground(program, args, ready).catch((error) => {
    throw new Failure(`The emulator did not start: ${error.message.trim()}`);
  });
  const [, baseUrl = "", zone = "", token = ""] = emulator.match;
  return { ...emulator, baseUrl, zone, token };
}

/** @typedef {Pick<Awaited<ReturnType<typeof startEmulator>>, "baseUrl" | "zone" | "token">} Service */

/**
 * Sends a request for the zone, and returns the result.
 * @param {Service} service
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
export async function call({ baseUrl, zone, token }, method, path, body) {
  const response = await fetch(`${baseUrl}/zones/${zone}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? undefined : { body: JSON.stringify(body) }),
  });
  const { success, errors, result } = await response.json();
  if (!success)
    throw new Error(`The emulator rejected ${method} ${path}: ${JSON.stringify(errors)}`);
  return result;
}

/**
 * Creates resources without files, to pull and to show in the Weir view.
 * @param {Service} service
 */
export async function seed(service) {
  for (const it of jobs) await call(service, "POST", "/logpush/jobs", it);
  for (const { expression, ...rule } of rules) {
    const [filter] = await call(service, "POST", "/filters", [{ expression }]);
    await call(service, "POST", "/firewall/rules", [{ ...rule, filter: { id: filter.id } }]);
  }
}

const jobs = [
  {
    name: "slow-api-calls",
    dataset: "http_requests",
    destination_conf: "s3://logs/api/{DATE}?region=eu-central-1",
    enabled: true,
    filter: JSON.stringify({
      where: {
        and: [
          { key: "ClientRequestHost", operator: "eq", value: "api.example.com" },
          { key: "OriginResponseDurationMs", operator: "gt", value: 2000 },
        ],
      },
    }),
  },
  {
    name: "firewall-posts",
    dataset: "firewall_events",
    destination_conf: "s3://logs/firewall/{DATE}?region=eu-central-1",
    filter: JSON.stringify({
      where: { key: "ClientRequestMethod", operator: "eq", value: "POST" },
    }),
  },
];

const rules = [
  {
    action: "block",
    description: "Scanners that look for a version control folder",
    expression: 'http.request.uri.path contains "/.git/"',
  },
  {
    action: "managed_challenge",
    description: "Checkout from unusual places",
    expression: 'http.request.uri.path eq "/checkout" and not ip.src.country in {"DE" "FR" "NL"}',
  },
];
