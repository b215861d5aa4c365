import { PushError } from "../../push/push-error.ts";
import { configHasErrors } from "../../push/session/open-offline.ts";
import { placeOf } from "../../push/session/place.ts";
import { verifyCredential } from "../../push/verify.ts";
import { isLoopback } from "../../workspace/config/address.ts";
import { configName, type FoundConfig } from "../../workspace/workspace.ts";
import { keyOf } from "../files/uris.ts";
import type { ProfileRow, ProfilesResult } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";
import { openOne } from "./running/files.ts";
import type { Command, Running } from "./running/running.ts";

/** The profiles of the `weir.json` of a file, or of all of them. Sends nothing. */
export const profiles: Command = {
  async run(running): Promise<ProfilesResult> {
    const configs = await configsMeant(running);
    return { profiles: configs.flatMap(rowsOf) };
  },
};

async function configsMeant({ args, editor }: Running): Promise<FoundConfig[]> {
  const uris = [...(args.uris ?? []), ...(args.uri === undefined ? [] : [args.uri])];
  const named = uris.length > 0 ? uris : await everyConfig(editor);
  const found = named.flatMap((it) => editor.configFor(it) ?? []);
  return [...new Map(found.map((it) => [keyOf(it.path), it])).values()];
}

/** Every `weir.json` in the workspace folders, and above open documents. */
async function everyConfig({ host, folders, documents }: ServerState): Promise<string[]> {
  const found: string[] = [];
  const isConfig = (path: string) => path.endsWith(`/${configName}`);
  for await (const { uri } of host.filesIn(folders.all(), isConfig)) found.push(uri);
  return [...found, ...documents.keys()];
}

function rowsOf({ path: uri, config, problems }: FoundConfig): ProfileRow[] {
  const named = Object.keys(config.profiles);
  // The readable part may have another host than the one that is meant.
  const isFaulty = problems.length > 0;
  const names = isFaulty && named.length === 0 ? [configName] : named;
  return names.map((name): ProfileRow => {
    const isDefault = config.defaultProfile === name || names.length === 1;
    try {
      if (isFaulty) throw new PushError(configHasErrors);
      const { address, zone, account, rulesTarget } = placeOf(config, name);
      return {
        uri,
        name,
        isDefault,
        ...address,
        isLoopback: isLoopback(new URL(address.origin)),
        ...(zone === undefined ? undefined : { zone }),
        ...(account === undefined ? undefined : { account }),
        rulesTarget,
      };
    } catch (error) {
      if (!(error instanceof PushError)) throw error;
      const nowhere = { origin: "", baseUrl: "", isLoopback: false, rulesTarget: "" };
      return { uri, name, isDefault, ...nowhere, problem: error.message };
    }
  });
}

/** Verifies the credential: its identity, and the zones and accounts that it has access to. */
export const verify: Command = {
  title: "Verifying",
  async run(running) {
    return verifyCredential((await openOne(running)).session);
  },
};
