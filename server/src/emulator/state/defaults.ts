import { emulatorToken } from "../../api/credential.ts";

/** The emulator's default credentials and identifiers. Not secret: they are only valid for the emulator. */
export const defaults = {
  port: 8787,
  zone: "7a6f6e65000000000000000000000001",
  account: "6163636f756e74000000000000000001",
  token: emulatorToken,
  email: "weir@example.com",
  key: "weir-emulator-key",
} as const;
