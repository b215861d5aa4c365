import { brokenGap } from "../core/configuration/broken.ts";
import type { Gap } from "../core/configuration/model.ts";
import { hostLanguages, ownFaultIn, syntaxFaultIn } from "../languages.ts";
import type { Input } from "./inputs.ts";

/** Set for a host file that is not valid, so that its texts may not be all. A file that is not named has to be one of ours. */
export function brokenSource({ path, language, isNamed }: Input, text: string): Gap | undefined {
  if (!hostLanguages.includes(language)) return undefined;
  const fault = isNamed ? syntaxFaultIn(text, path) : ownFaultIn(text, path);
  return fault && brokenGap(path, text, fault);
}
