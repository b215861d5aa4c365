import { expect, test } from "vitest";
import { dashboardOf } from "../../../client/src/account/dashboard.ts";
import { resourceNode } from "../../../client/src/view/nodes.ts";
import { production, profileRow, resourceRow } from "../fakes/rows.ts";

const publicHost = profileRow({ origin: "https://api.cloudflare.com", isLoopback: false });

test("only the public host has a dashboard", () => {
  expect(dashboardOf(production, "rule", "example.com")).toBeUndefined();
  expect(dashboardOf(profileRow(), "rule", "example.com")).toBeUndefined();
  const node = resourceNode(publicHost, resourceRow(), "example.com");
  expect(node.context).toBe("rule.remote.public");
  expect(node.dashboard).toMatch(/^https:\/\/dash\.cloudflare\.com\/\?to=/);
});

test("the dashboard asks for the unknown parts", () => {
  expect(dashboardOf(publicHost, "job", "example.com")).toBe(
    "https://dash.cloudflare.com/?to=/:account/example.com/analytics/logs",
  );
  expect(dashboardOf({ ...publicHost, account: "a&b" }, "zone")).toBe(
    "https://dash.cloudflare.com/?to=/a%26b/:zone",
  );
});
