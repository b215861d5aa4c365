import { readFileSync } from "node:fs";
import { join } from "node:path";
import wabt from "wabt";

const { parseWat } = await wabt();

/** The compiled scanner of log lines, as a module that bundles can include. */
export function scannerWasm(): string {
  const source = join(import.meta.dirname, "../../../server/src/logs/scanner.wat");
  const wat = parseWat("scanner.wat", readFileSync(source, "utf8"), { simd: true });
  const { buffer } = wat.toBinary({});
  wat.destroy();
  return `/** Generated from scanner.wat by \`npm run generate\`. */
export const scannerWasm =
  "${Buffer.from(buffer).toString("base64")}";
`;
}
