/** What the emulator takes when nobody asks for another token. No secret, and never sent to anything but loopback. */
export const emulatorToken = "weir-emulator-token";
