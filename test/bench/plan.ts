import { spawnSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { boundRow, compare, kilobytes, type Row, withinRow } from "./measure.ts";

/** `weir check` of a large plan of Terraform, beside a program that only parses it. */
export async function planRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
  const plan = join(folder, "plan.json");
  const peak = join(folder, "peak.cjs");
  try {
    writePlan(plan);
    writeFileSync(peak, printPeak);
    const bare = `JSON.parse(require("node:fs").readFileSync(${JSON.stringify(plan)}, "utf8"))`;
    const ours = [resolve("dist/cli.cjs"), "check", plan];
    const options = { runs: 5, warmUp: 1 };
    const pair = await compare(
      () => run(ours),
      () => run(["-e", bare]),
      options,
    );
    const { size } = statSync(plan);
    const name = `weir check, a plan of ${Math.round(size / 1e6)} MB`;
    return [
      withinRow(`${name}, beside JSON.parse`, pair, 1.5),
      boundRow(
        `memory, ${name}`,
        Number(run(["--require", peak, ...ours])) * 1024,
        3 * size,
        kilobytes,
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const printPeak = `process.on("exit", () => require("node:fs").writeSync(2, String(process.resourceUsage().maxRSS)));`;

/** Returns what the program writes to standard error. */
function run(args: readonly string[]): string {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`The program failed: ${stderr}`);
  return stderr;
}

/** Most of a plan is about other resources, before and after. */
function writePlan(path: string): void {
  const others = Array.from({ length: 50_000 }, (_, index) => ({
    address: `aws_instance.web[${index}]`,
    mode: "managed",
    type: "aws_instance",
    values: { ami: "ami-0123456789", tags: { Name: `web "${index}"` }, text: "x".repeat(120) },
  }));
  const chunk = JSON.stringify(others);
  const sets = Array.from({ length: 50 }, (_, set) => ruleset(set));
  const file = openSync(path, "w");
  writeSync(file, `{"format_version":"1.2","planned_values":${chunk},"resource_changes":`);
  writeSync(file, `${JSON.stringify(sets).slice(0, -1)},${chunk.slice(1)},"prior_state":[${chunk}`);
  for (let i = 0; i < 13; i++) writeSync(file, `,${chunk}`);
  writeSync(file, "]}");
  closeSync(file);
}

function ruleset(set: number) {
  const rules = Array.from({ length: 40 }, (_, rule) => ({
    ref: `r${rule}`,
    action: "block",
    expression: `http.host eq "h${rule}.example.com" and starts_with(http.request.uri.path, "/p${set}")`,
    enabled: true,
  }));
  const after = { kind: "zone", phase: "http_request_firewall_custom", zone_id: `z${set}`, rules };
  const change = {
    actions: ["update"],
    before: after,
    after,
    after_unknown: {},
    after_sensitive: {},
  };
  return {
    address: `cloudflare_ruleset.r${set}`,
    mode: "managed",
    type: "cloudflare_ruleset",
    change,
  };
}
