import { shorten } from "../../text/shorten.ts";
import { type JsonObject, type JsonValue, type Property, propertyOf } from "../syntax/tree.ts";

/** A response of the service's API, which contains the requested resource. */
export interface ApiResponse {
  /** The property that identifies it as a response. */
  readonly mark: Property;
  /** The requested resource; undefined if there are several or none. */
  readonly one: JsonObject | undefined;
  /** Why the response has no result, as a sentence. */
  readonly failure: string | undefined;
}

/** Undefined if the value is not an API response. */
export function readResponse(root: JsonValue | undefined): ApiResponse | undefined {
  if (root?.kind !== "object") return undefined;
  const result = propertyOf(root, "result");
  const value = result?.value;
  if (!result || (value?.kind !== "object" && value?.kind !== "array")) return readFailure(root);
  const isResponse =
    root.properties.length === 1 || beside.some((name) => propertyOf(root, name) !== undefined);
  if (!isResponse) return undefined;
  const only = value.kind === "object" ? value : value.items.length === 1 ? value.items[0] : null;
  return { mark: result, one: only?.kind === "object" ? only : undefined, failure: undefined };
}

const beside = ["success", "errors", "messages", "result_info"];

/** `"success": false`, an array of errors, or an empty response. */
function readFailure(root: JsonObject): ApiResponse | undefined {
  const success = propertyOf(root, "success");
  const errors = propertyOf(root, "errors");
  const others = root.properties.filter(({ name }) => !envelope.has(name.value));
  const isAnswer = success?.value?.kind === "boolean";
  const mark = isAnswer ? success : errors?.value?.kind === "array" ? errors : undefined;
  if (!mark || others.length > 0) return undefined;
  if (success?.value?.kind === "boolean" && success.value.value)
    return { mark, one: undefined, failure: "This is an API response without a result." };
  const first = errors?.value?.kind === "array" ? errors.value.items[0] : undefined;
  const message = first?.kind === "object" ? propertyOf(first, "message")?.value : undefined;
  const reason = message?.kind === "string" && message.value ? `: ${shorten(message.value)}` : "";
  return { mark, one: undefined, failure: `This is an API error response${reason}.` };
}

const envelope = new Set(["success", "errors", "messages", "result", "result_info"]);
