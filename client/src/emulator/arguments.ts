import type { ProfileRow } from "../../../server/src/lsp/protocol.ts";

/** The default port. */
const usualPort = 8787;

/** Arguments with the zones and accounts of all profiles that use this port. */
export function emulatorArguments(
  row: ProfileRow | undefined,
  rows: readonly ProfileRow[],
): readonly string[] {
  const there = rows.filter((it) => row && it.origin === row.origin);
  const zones = new Set(there.flatMap((it) => it.zone ?? []));
  const [account] = there.flatMap((it) => it.account ?? []);
  return [
    "emulator",
    `--port=${row ? portOf(row) : usualPort}`,
    ...[...zones].map((it) => `--zone=${it}`),
    ...(account === undefined ? [] : [`--account=${account}`]),
  ];
}

/** The active profile if it uses loopback, otherwise all loopback profiles to select from. */
export function loopbackProfiles(
  rows: readonly ProfileRow[],
  current: ProfileRow | undefined,
): readonly ProfileRow[] {
  if (current?.isLoopback) return [current];
  const local = rows.filter((it) => it.isLoopback);
  return local.filter((it, i) => local.findIndex(({ origin }) => origin === it.origin) === i);
}

function portOf({ origin }: ProfileRow): number {
  const { port, protocol } = new URL(origin);
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
}
