import { Credentials, EnginePasswords } from "../../../client/src/account/credentials.ts";
import { Secrets } from "../../../client/src/account/redaction.ts";

/** Credentials with a secret storage and a state in plain maps. */
export function fakeCredentials() {
  const storage = new Map<string, string>();
  const state = new Map<string, unknown>();
  const secrets = new Secrets();
  const parts: ConstructorParameters<typeof Credentials> = [
    {
      get: async (key) => storage.get(key),
      store: async (key, value) => void storage.set(key, value),
      delete: async (key) => void storage.delete(key),
    },
    {
      get: (key: string, otherwise?: unknown) => state.get(key) ?? otherwise,
      update: async (key: string, value: unknown) => void state.set(key, value),
    } as ConstructorParameters<typeof Credentials>[1],
    secrets,
  ];
  return {
    ...{ storage, secrets },
    credentials: new Credentials(...parts),
    passwords: new EnginePasswords(...parts),
  };
}
