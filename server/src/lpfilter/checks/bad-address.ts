import type { Report } from "../../core/check.ts";
import { likelyFix } from "../../core/diagnostic.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { formatAddress, parseAddress, parseNetwork } from "../../vocabulary/ip.ts";
import type { Condition } from "../syntax/filter.ts";
import { extentOf } from "../values/compared.ts";
import { eachOperand } from "../values/operand.ts";
import { placeholderIn } from "../values/placeholders.ts";
import type { FilterCheck } from "./check.ts";

export const badAddress: FilterCheck<"oddValue"> = {
  code: "bad-address",
  severity: "warning",
  summary: "The value of an address field is not an IP address.",
  why: "The service compares addresses as strings and accepts any value. One that is not an address never matches.",
  on: "oddValue",
  run(condition, report) {
    if (condition.field?.shape !== "address" || extentOf(condition) !== "whole") return;
    eachOperand(condition, (it) => it.kind === "string" && checkItem(condition, it, report));
  },
  examples: `
{ "where": { "key": "ClientIP", "operator": "eq", "value": "1.2.3.256" } }
                                                           ^^^^^^^^^^^ warning: Invalid IP address '1.2.3.256'. Use an IPv4 or IPv6 address.
---
{ "where": { "key": "ClientIP", "operator": "in", "value": ["192.0.2.1:443", "[2001:db8::1]"] } }
                                                            ^^^^^^^^^^^^^^^ warning: Invalid IP address '192.0.2.1:443'. Use '192.0.2.1'.
                                                                             ^^^^^^^^^^^^^^^ warning: Invalid IP address '[2001:db8::1]'. Use '2001:db8::1'.
=>
{ "where": { "key": "ClientIP", "operator": "in", "value": ["192.0.2.1", "[2001:db8::1]"] } }
---
{
  "where": {
    "or": [
      { "key": "ClientIP", "operator": "in", "value": ["192.0.2.1", "2001:db8::1"] },
      { "key": "OriginIP", "operator": "eq", "value": "" },
      { "key": "ClientIP", "operator": "startsWith", "value": "198.51.100." }
    ]
  }
}
`,
};

function checkItem(condition: Condition, item: JsonString, report: Report): boolean {
  const { value } = item;
  // Spaces, lists, patterns and networks are reported by other checks.
  if (value === "" || parseAddress(value) || /^\s|\s$|[,;|*"'\s]/.test(value)) return false;
  if (/\/\d+$/.test(value) && !isBroken(value)) return false;
  if (placeholderIn(condition, value)) return false;
  const suggested = suggestedAddress(value);
  const advice = suggested ? `Use ${shorten(suggested)}.` : "Use an IPv4 or IPv6 address.";
  report(item, `Invalid IP address ${shorten(value)}. ${advice}`, {
    fixes: suggested
      ? [likelyFix(`Use ${shorten(suggested)}`, [replace(item, JSON.stringify(suggested))])]
      : [],
  });
  return true;
}

/** A network with an invalid address. */
function isBroken(text: string): boolean {
  const reading = parseNetwork(text);
  return "problem" in reading && reading.problem === "no-address";
}

/** Without a scheme, a port, brackets or leading zeros. */
function suggestedAddress(text: string): string | undefined {
  const bare = text.replace(/^[a-z]+:\/\//i, "").replace(/\/.*/, "");
  const inner = /^\[(.*)\](?::\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare;
  const plain = /^[\d.]+$/.test(inner) ? inner.replace(/\b0+(?=\d)/g, "") : inner;
  const address = parseAddress(plain);
  return address && formatAddress(address);
}
