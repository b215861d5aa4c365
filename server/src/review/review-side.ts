import type { Configuration, ConfiguredRule } from "../core/configuration/model.ts";
import type { FileContext } from "../languages.ts";

/** One of the two configurations. */
export interface ReviewSide {
  readonly configuration: Configuration;
  readonly context: FileContext;
  /** The source of a rule, which tells parts apart that are filled in later. */
  readonly sourceOf?: ((rule: ConfiguredRule) => string | undefined) | undefined;
}
