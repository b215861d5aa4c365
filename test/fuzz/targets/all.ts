import type { Target } from "../target.ts";
import { costTargets } from "./costs.ts";
import { fileTargets } from "./files.ts";
import { hostTargets } from "./hosts.ts";
import { languageTargets } from "./languages.ts";
import { serverTargets } from "./server.ts";
import { textTargets } from "./texts.ts";

/** Every layer that accepts untrusted text. */
export const targets: readonly Target[] = [
  ...textTargets,
  ...languageTargets,
  ...hostTargets,
  ...fileTargets,
  ...serverTargets,
  ...costTargets,
];
