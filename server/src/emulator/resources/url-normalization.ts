import { usualNormalization } from "../../core/configuration/model.ts";
import { type ErrorItem, type Reply, refuseAny, success } from "../envelope.ts";
import type { ScopedCall } from "../http/call.ts";
import { Fields, oneOf } from "../shapes.ts";

export function getNormalization(call: ScopedCall): Reply {
  return success(call.scope.normalization ?? usualNormalization);
}

export function setNormalization(call: ScopedCall): Reply {
  const problems: ErrorItem[] = [];
  const fields = new Fields(call.body, "", problems);
  const type = fields.need("type", oneOf(["rfc3986", "cloudflare"])) ?? "rfc3986";
  const scope = fields.need("scope", oneOf(["none", "incoming", "both"])) ?? "incoming";
  refuseAny(400, problems);
  call.scope.normalization = { type, scope };
  return success(call.scope.normalization);
}
