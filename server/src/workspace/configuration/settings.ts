import {
  type Configuration,
  emptyConfiguration,
  usualNormalization,
} from "../../core/configuration/model.ts";
import type { Config } from "../config/config.ts";

/** The parts that a `weir.json` adds to a configuration. Its lists are part of the context of each file. */
export function configurationOfSettings({ zones, zone }: Config): Configuration {
  const { urlNormalization } = zone;
  return {
    ...emptyConfiguration,
    zones,
    normalizations: urlNormalization ? [{ ...usualNormalization, ...urlNormalization }] : [],
  };
}
