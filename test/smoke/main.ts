/**
 * Says what differs between the service and the emulator: `npm run smoke -- --zone ID [--account ID]`. It only reads, and validates
 * rulesets with `dry_run`. It uses the credential of the environment, as `weir push` does, and never runs in CI.
 */
import { parseArgs } from "node:util";
import { credentialFor } from "../../server/src/api/credential.ts";
import { publicAddress, readAddress } from "../../server/src/workspace/config/address.ts";
import { smoke } from "./smoke.ts";

const { env } = process;
const { values } = parseArgs({
  options: { zone: { type: "string" }, account: { type: "string" } },
});
process.exitCode = await run(values).catch((error: unknown) => refuse(String(error)));

async function run({ zone, account }: typeof values): Promise<number> {
  if (env.CI)
    return refuse("This calls the service with your credential, so it does not run in CI.");
  const isId = (it: string | undefined) => it === undefined || /^[0-9a-f]{32}$/.test(it);
  if (!zone || !isId(zone) || !isId(account))
    return refuse("Name a zone, and perhaps an account, by ID: npm run smoke -- --zone ID");
  const given = env.WEIR_BASE_URL?.trim();
  const address = given ? readAddress(given) : publicAddress;
  if ("problem" in address) return refuse(address.problem);
  const credential = credentialFor(address.origin, env);
  if ("refusal" in credential) return refuse(credential.refusal);
  const results = await smoke({ address, credential, fetch, zone, account });
  for (const { call, differences } of results)
    console.log([call, ...differences.map((it) => `  ${it}`)].join("\n"));
  const isDifference = (it: string) => !it.startsWith("not tried");
  const different = results.filter((it) => it.differences.some(isDifference)).length;
  console.log(`\n${results.length} calls, ${different} with differences`);
  return different > 0 ? 1 : 0;
}

function refuse(message: string): number {
  console.error(message);
  return 2;
}
