import { expect, test } from "vitest";
import { describeChange } from "../../../server/src/push/plan/describe.ts";
import { changesTo, type Settings } from "../../../server/src/push/plan/settings.ts";

const rate = "output_options.sample_rate";
const prefix = "output_options.record_prefix";

test.each<[string, Settings, Settings, readonly string[]]>([
  [
    "a setting that was removed",
    { dataset: "http_requests", [rate]: 0.5 },
    { dataset: "http_requests" },
    [`- ${rate} 0.5`, `+ ${rate} 1 (default)`],
  ],
  [
    "a setting that the service does not mention",
    { expression: "ssl" },
    { expression: "ssl", enabled: false },
    ["- enabled true (default)", "+ enabled false"],
  ],
  [
    "a default that depends on others",
    { dataset: "http_requests" },
    { dataset: "http_requests", [prefix]: "[" },
    [`+ ${prefix} [`],
  ],
  ["a new resource", {}, { enabled: true }, ["+ enabled true"]],
  ["the default", { expression: "ssl" }, { expression: "ssl", enabled: true }, []],
])("a plan names the value that the service uses: %s", (_, remote, local, expected) => {
  const changes = changesTo(remote, local, Object.keys(remote));
  const lines = changes.flatMap(describeChange).map(({ sign, text }) => `${sign} ${text}`);
  expect(lines).toEqual(expected);
});
