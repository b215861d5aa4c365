import { describe, expect, test } from "vitest";
import { PushError } from "../../../server/src/push/push-error.ts";
import { jobScope, placeOf, ruleZone } from "../../../server/src/push/session/place.ts";
import { readConfig } from "../../../server/src/workspace/config/config.ts";

const place = (text: string, profile?: string) => placeOf(readConfig(text).config, profile);

describe("profiles", () => {
  const two = `{
    "defaultProfile": "local", // where we try things
    "profiles": {
      "local": { "baseUrl": "http://127.0.0.1:8787/client/v4/", "zone": "z1" },
      "production": { "account": "a1", "rulesTarget": "rulesets", },
    },
  }`;

  test("are read with all properties", () => {
    expect(readConfig(two).problems).toEqual([]);
    expect(place(two)).toMatchObject({
      profile: "local",
      address: { baseUrl: "http://127.0.0.1:8787/client/v4", origin: "http://127.0.0.1:8787" },
      zone: "z1",
      rulesTarget: "firewall-rules",
    });
    expect(place(two, "production")).toMatchObject({
      address: { origin: "https://api.cloudflare.com" },
      account: "a1",
      rulesTarget: "rulesets",
    });
  });

  test("a single profile is the default, and the public host uses rulesets", () => {
    expect(place('{ "profiles": { "p": { "zone": "z" } } }')).toMatchObject({
      profile: "p",
      rulesTarget: "rulesets",
    });
  });

  test.each([
    ["http://127.0.0.1:8787/client/v4", "firewall-rules"],
    ["http://localhost:8787/client/v4", "firewall-rules"],
    ["https://[::1]:8787/client/v4", "firewall-rules"],
    ["https://gateway.example.com/client/v4", "rulesets"],
    ["https://api.cloudflare.com/client/v4", "rulesets"],
  ])("without a 'rulesTarget', rules go to what the host supports: %s", (baseUrl, rulesTarget) => {
    const profiles = { p: { baseUrl, zone: "z" } };
    expect(place(JSON.stringify({ profiles }))).toMatchObject({ rulesTarget });
  });

  test.each([
    ["{}", undefined, "'weir.json' has no profiles."],
    [
      '{ "profiles": { "a": {}, "b": {} } }',
      undefined,
      "Select a profile with '--profile': 'a' or 'b'.",
    ],
    [
      '{ "profiles": { "a": {} } }',
      "toString",
      "Unknown profile 'toString' in 'weir.json'. Use 'a'.",
    ],
    ['{ "profiles": { "a": { "baseUrl": "http://x.example" } } }', "a", "is not encrypted"],
    [
      '{ "profiles": { "a": { "baseUrl": "http://127.0.0.1:6000/client/v4" } } }',
      undefined,
      "Profile 'a' cannot be used. Port 6000 is blocked for HTTP clients. Use another port.",
    ],
    ['{ "profiles": { "a": { "baseUrl": "https://x.example:25" } } }', "a", "Port 25 is blocked"],
  ])("%s with %s is refused", (text, name, why) => {
    expect(() => place(text, name)).toThrow(PushError);
    expect(() => place(text, name)).toThrow(why);
  });

  test.each([
    '{ "profiles": { "a": { "zone": "../x" } } }',
    '{ "profiles": { "a": { "zone": 1 } } }',
    '{ "profiles": { "a": { "rulesTarget": "both" } } }',
    '{ "profiles": { "a": { "token": "x" } } }',
    '{ "profiles": [] }',
    '{ "defaultProfile": 1 }',
  ])("%s has an error", (text) => {
    const { problems, unusable } = readConfig(text);
    expect([...problems, ...unusable.filter((it) => it.severity === "error")]).toHaveLength(1);
  });
});

test("jobs go to the scope of their dataset, and rules to a zone", () => {
  const both = place('{ "profiles": { "p": { "zone": "z", "account": "a" } } }');
  const zone = place('{ "profiles": { "p": { "zone": "z" } } }');
  const account = place('{ "profiles": { "p": { "account": "a" } } }');
  expect(jobScope("http_requests", both)).toEqual({ zone_id: "z" });
  expect(jobScope("gateway_dns", both)).toEqual({ account_id: "a" });
  expect(jobScope("brand_new_dataset", zone)).toEqual({ zone_id: "z" });
  expect(() => jobScope("gateway_dns", zone)).toThrow("need an account");
  expect(() => ruleZone(account)).toThrow('Add "zone".');
});
