/** The emulator's default token. Not a secret, and only sent to loopback addresses. */
export const emulatorToken = "weir-emulator-token";
