import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { WriteRequest } from "../../../server/src/api/calls.ts";
import { commandsFor } from "../../../server/src/push/curl/calls.ts";
import { newId, newJobId } from "../../../server/src/push/simulation/announcement.ts";

const headers = [["Authorization", ["Bearer ", { variable: "WEIR_API_TOKEN" }]]] as const;
const place = { baseUrl: "https://api.example/v4", auth: { headers }, shell: "posix" } as const;
const rules = "/zones/z1/firewall/rules";
const asWritten = { written: {}, env: {}, hide: (it: string) => it };

/** The arguments of a curl command, as a shell parses them. */
function argumentsOf(command: string, env: Readonly<Record<string, string>> = {}): string[] {
  const script = command.replace(/^curl/m, "printf '%s\\0'");
  return execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).split("\0").slice(0, -1);
}

describe.runIf(process.platform !== "win32")("in a shell", () => {
  test("a rule", () => {
    const expression = `http.host eq "it's" and http.referer contains "$HOME \`x\` \\\\"`;
    const body = [{ action: "block", paused: true, filter: { expression } }];
    const command = commandsFor(place, [{ method: "POST", path: rules, body }], asWritten);
    expect(argumentsOf(command, { WEIR_API_TOKEN: "T" })).toEqual([
      "--fail-with-body",
      "-X",
      "POST",
      "https://api.example/v4/zones/z1/firewall/rules",
      "-H",
      "Authorization: Bearer T",
      "-H",
      "Content-Type: application/json",
      "--data",
      JSON.stringify(body),
    ]);
  });

  test("a job, whose secrets are shell variables, without its filter", () => {
    const filter = `{"where":{"key":"ClientRequestURI","operator":"contains","value":"\${env:HOME}"}}`;
    const written = {
      name: `\${env:NAME}`,
      destination_conf: `s3://b?secret-access-key=\${env:KEY}`,
      ownership_challenge: "hunter3",
      logpull_options: `\${env:WEIR_API_TOKEN}`,
      output_options: { record_prefix: `a \${env:NAME}`, record_suffix: "of the file" },
    };
    const body = {
      name: "shop",
      destination_conf: "s3://b?secret-access-key=hunter2",
      ownership_challenge: "hunter3",
      logpull_options: `\${env:WEIR_API_TOKEN}`,
      output_options: { record_prefix: "a shop", record_suffix: "hunter4 of the service" },
      filter,
    };
    const path = "/zones/z1/logpush/jobs";
    const command = commandsFor(place, [{ method: "POST", path, body }], {
      written,
      env: { NAME: "shop", KEY: "hunter2" },
      hide: (it) => it.replace("hunter4", "…"),
    });
    expect(command).not.toMatch(/hunter/);
    expect(command.split("\n").slice(0, 3)).toEqual([
      "# Set these environment variables first: NAME, DESTINATION_CONF, OWNERSHIP_CHALLENGE",
      "# DESTINATION_CONF is the destination_conf of the job.",
      "# OWNERSHIP_CHALLENGE is the ownership_challenge of the job.",
    ]);
    const env = { WEIR_API_TOKEN: "T", NAME: "shop", DESTINATION_CONF: "s3://b", HOME: "/root" };
    expect(
      JSON.parse(argumentsOf(command, { ...env, OWNERSHIP_CHALLENGE: "c" }).at(-1) ?? ""),
    ).toEqual({
      name: "shop",
      logpull_options: `\${env:WEIR_API_TOKEN}`,
      destination_conf: "s3://b",
      ownership_challenge: "c",
      output_options: { record_prefix: "a shop", record_suffix: "… of the service" },
      filter,
    });
  });

  test("IDs of new resources are variables that the user sets before their first use", () => {
    const calls: readonly WriteRequest[] = [
      { method: "POST", path: "/zones/z1/filters", body: [{ expression: "ssl" }] },
      { method: "POST", path: rules, body: [{ filter: { id: newId(1) }, action: "log" }] },
      { method: "PUT", path: `/zones/z1/logpush/jobs/${newJobId(2)}`, body: { id: newJobId(2) } },
      { method: "DELETE", path: `/zones/z1/filters/${newId(1)}`, query: { dry_run: "true" } },
    ];
    const lines = commandsFor(place, calls, asWritten).split("\n");
    const set = (name: string) => [
      `# Set ${name} to the ID in the response of the call that created it.`,
      `${name}=''`,
    ];
    expect(lines.filter((it) => !it.startsWith("  -H"))).toEqual([
      "curl --fail-with-body -X POST 'https://api.example/v4/zones/z1/filters' \\",
      `  --data '[{"expression":"ssl"}]'`,
      ...set("NEW_1"),
      "curl --fail-with-body -X POST 'https://api.example/v4/zones/z1/firewall/rules' \\",
      `  --data '[{"filter":{"id":"'"$NEW_1"'"},"action":"log"}]'`,
      ...set("NEW_2"),
      `curl --fail-with-body -X PUT 'https://api.example/v4/zones/z1/logpush/jobs/'"$NEW_2" \\`,
      `  --data '{"id":'"$NEW_2"'}'`,
      `curl --fail-with-body -X DELETE 'https://api.example/v4/zones/z1/filters/'"$NEW_1"'?dry_run=true' \\`,
    ]);
  });
});

test("the token is a variable, and redirects are not followed", () => {
  const body = [{ action: "log", filter: { expression: "ssl" } }];
  const command = commandsFor(place, [{ method: "POST", path: rules, body }], asWritten);
  expect(
    command,
  ).toBe(`curl --fail-with-body -X POST 'https://api.example/v4/zones/z1/firewall/rules' \\
  -H "Authorization: Bearer $WEIR_API_TOKEN" \\
  -H 'Content-Type: application/json' \\
  --data '[{"action":"log","filter":{"expression":"ssl"}}]'`);
});
