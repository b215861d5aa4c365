import { onDisagreement } from "../../../server/src/core/meaning/confirm.ts";

/** A proof that an evaluator contradicts is a bug, which users do not see: the claim is dropped. */
onDisagreement.report = (what) => {
  throw new Error(`An evaluator contradicts a proof: ${what}`);
};
