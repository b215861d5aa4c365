import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { filterCurl, inlineRuleCurl, jobCurl } from "../../../server/src/push/curl/calls.ts";

const headers = [["Authorization", ["Bearer ", { variable: "WEIR_API_TOKEN" }]]] as const;
const place = { baseUrl: "https://api.example/v4", auth: { headers }, shell: "posix" } as const;
const zone = { zone_id: "z1" };

/** The arguments of a curl command, as a shell parses them. */
function argumentsOf(command: string, env: Readonly<Record<string, string>> = {}): string[] {
  const script = command.replace(/^curl/m, "printf '%s\\0'");
  return execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).split("\0").slice(0, -1);
}

describe.runIf(process.platform !== "win32")("in a shell", () => {
  test("an inline rule", () => {
    const expression = `http.host eq "it's" and http.referer contains "$HOME \`x\` \\\\"`;
    const command = inlineRuleCurl(place, "z1", { expression, action: "block", paused: true });
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
      JSON.stringify([{ action: "block", paused: true, filter: { expression } }]),
    ]);
  });

  test("a job, whose secrets are shell variables, without its filter", () => {
    const filter = `{"where":{"key":"ClientRequestURI","operator":"contains","value":"\${env:HOME}"}}`;
    const fields = {
      name: `\${env:NAME}`,
      destination_conf: "s3://b?secret-access-key=hunter2",
      ownership_challenge: "hunter3",
      logpull_options: `\${env:WEIR_API_TOKEN}`,
    };
    const command = jobCurl(place, zone, fields, filter);
    expect(command).not.toMatch(/hunter/);
    expect(command.split("\n").slice(0, 2)).toEqual([
      "# Set these environment variables first: NAME, DESTINATION_CONF",
      "# DESTINATION_CONF is the destination_conf of the job.",
    ]);
    const env = { WEIR_API_TOKEN: "T", NAME: "shop", DESTINATION_CONF: "s3://b", HOME: "/root" };
    expect(JSON.parse(argumentsOf(command, env).at(-1) ?? "")).toEqual({
      name: "shop",
      logpull_options: `\${env:WEIR_API_TOKEN}`,
      destination_conf: "s3://b",
      filter,
    });
  });

  test("an existing job, whose filter is removed when it is empty", () => {
    const fields = { name: "shop", output_options: { sample_rate: 1 } };
    const command = jobCurl(place, zone, fields, "", 12);
    const [comment, ...call] = command.split("\n");
    expect(comment).toMatch(/^# .* cleared/);
    const sent = argumentsOf(call.join("\n"), { DESTINATION_CONF: "s3://b" });
    expect(sent[3]).toBe("https://api.example/v4/zones/z1/logpush/jobs/12");
    expect(JSON.parse(sent.at(-1) ?? "")).toMatchObject({ filter: "" });
    expect(jobCurl(place, zone, fields, "")).not.toContain("filter");
  });

  test("the filter of a job", () => {
    const body = argumentsOf(filterCurl(place, { account_id: "a1" }, "12", '{"where":1}'));
    expect(body[3]).toBe("https://api.example/v4/accounts/a1/logpush/jobs/12");
    expect(body.at(-1)).toBe('{"filter":"{\\"where\\":1}"}');
  });
});

test("the token is a variable, and redirects are not followed", () => {
  const command = inlineRuleCurl(place, "z1", { expression: "ssl", action: "log" });
  expect(
    command,
  ).toBe(`curl --fail-with-body -X POST 'https://api.example/v4/zones/z1/firewall/rules' \\
  -H "Authorization: Bearer $WEIR_API_TOKEN" \\
  -H 'Content-Type: application/json' \\
  --data '[{"action":"log","filter":{"expression":"ssl"}}]'`);
});
