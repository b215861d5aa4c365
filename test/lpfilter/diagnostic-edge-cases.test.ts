import { expect, test } from "vitest";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { analyze, checkDiagnostics, checkFix } from "../support/check.ts";

/** Diagnostics that the examples of the checks do not cover. */
test.each([
  `
{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": "a" } }
                                                                     ^^^ error: 'EdgeResponseStatus' is a number, but 'a' is not. Use a number.
`,
  `
{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": "1,2" } }
                                                                     ^^^^^ error: 'EdgeResponseStatus' is a number, but '1,2' is not. Use 'in' with [1, 2].
`,
  `
{ "where": { "key": "EdgeResponseStatus", "operator": "!eq", "value": "1,2" } }
                                                                      ^^^^^ error: 'EdgeResponseStatus' is a number, but '1,2' is not. Use '!in' with [1, 2].
`,
  `
{ "where": { "key": "EdgeResponseStatus", "operator": "in", "value": "1,2" } }
                                                                     ^^^^^ error: 'in' needs an array, found '1,2'. Use [1, 2].
`,
  `
{ "where": { "key": "EdgeResponseStatus", "operator": "in", "value": ["1,2"] } }
                                                                      ^^^^^ error: 'EdgeResponseStatus' is a number, but '1,2' is not. Use 1, 2.
`,
  `
{ "where": { "key": "EdgeResponseStatus", "operator": "in", "value": [true] } }
                                                                      ^^^^ error: 'EdgeResponseStatus' is a number, but 'true' is not. Use a number.
`,
  `
{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": [1, 2] } }
                                                                     ^^^^^^ error: 'eq' needs one value, found an array. Use 'in'.
                                                                      ^ hint: '1' is not a documented value of 'EdgeResponseStatus'. A status is 0, or from 100 to 599.
                                                                         ^ hint: '2' is not a documented value of 'EdgeResponseStatus'. A status is 0, or from 100 to 599.
`,
  `
{ "where": { "key": "EdgeResponseStatus", "operator": "!eq", "value": [1, 2] } }
                                                                      ^^^^^^ error: '!eq' needs one value, found an array. Use '!in'.
                                                                       ^ hint: '1' is not a documented value of 'EdgeResponseStatus'. A status is 0, or from 100 to 599.
                                                                          ^ hint: '2' is not a documented value of 'EdgeResponseStatus'. A status is 0, or from 100 to 599.
`,
  `
{ "where": { "key": "EdgeResponseStatus", "operator": "contains", "value": 5 } }
                                                      ^^^^^^^^^^ error: 'contains' needs a string, but 'EdgeResponseStatus' is a number. Use 'eq', 'lt', 'leq', 'gt', 'geq' or 'in'.
`,
  `
{ "where": { "key": "EdgeResponseStatus", "operator": "!contains", "value": 5 } }
                                                      ^^^^^^^^^^^ error: '!contains' needs a string, but 'EdgeResponseStatus' is a number. Use 'eq', 'lt', 'leq', 'gt', 'geq' or 'in'.
`,
  `
{ "where": { "key": "EdgeResponseStatus", "operator": "startsWith", "value": 5 } }
                                                      ^^^^^^^^^^^^ error: 'startsWith' needs a string, but 'EdgeResponseStatus' is a number. Use 'eq', 'lt', 'leq', 'gt', 'geq' or 'in'.
`,
  `
{ "where": { "key": "EdgeResponseStatus", "operator": "!startsWith", "value": 5 } }
                                                      ^^^^^^^^^^^^^ error: '!startsWith' needs a string, but 'EdgeResponseStatus' is a number. Use 'eq', 'lt', 'leq', 'gt', 'geq' or 'in'.
`,
  `
{ "where": { "key": "EdgeStartTimestamp", "operator": "geq", "value": "2026-11-01T00:00:00Z" } }
`,
  `
{ "where": { "key": "EdgeStartTimestamp", "operator": "eq", "value": true } }
                                                                     ^^^^ error: 'EdgeStartTimestamp' is a timestamp, but 'true' is not. Use a timestamp.
`,
  `
{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.*" } }
                                                           ^^^^^^^^^^^ warning: 'eq' treats '*' in '192.0.2.*' literally. Use 'startsWith', 'endsWith' or 'contains'.
`,
  `
{ "where": { "key": "ClientIP", "operator": "eq", "value": "2001:db8::*" } }
                                                           ^^^^^^^^^^^^^ warning: 'eq' treats '*' in '2001:db8::*' literally. Use 'startsWith', 'endsWith' or 'contains'.
`,
  `
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "*.example.com" } }
                                                                    ^^^^^^^^^^^^^^^ warning: 'eq' treats '*' in '*.example.com' literally. Use 'startsWith', 'endsWith' or 'contains'.
`,
  `
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "www.*" } }
                                                                    ^^^^^^^ warning: 'eq' treats '*' in 'www.*' literally. Use 'startsWith', 'endsWith' or 'contains'.
`,
  `
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "*shop*" } }
                                                                    ^^^^^^^^ warning: 'eq' treats '*' in '*shop*' literally. Use 'startsWith', 'endsWith' or 'contains'.
`,
  `
{ "where": { "key": "ClientRequestHost", "operator": "gt", "value": "a" } }
                                                     ^^^^ error: 'gt' needs a number, but 'ClientRequestHost' is a string. Use 'eq', 'startsWith', 'endsWith', 'contains' or 'in'.
`,
  `
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": "a" } }
                                                                    ^^^ error: 'in' needs an array, found 'a'. Use ["a"].
`,
  `
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": ["a", "a"] } }
                                                                          ^^^ info: Duplicate value 'a'. Remove it.
`,
  `
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": [] } }
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: No value of 'ClientRequestHost' is in an empty array, so the filter keeps no lines. Add a value, or remove the condition.
`,
  `
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": {} } }
                                                                    ^^ error: A field cannot be compared with an object. Use a string, a number or an array.
`,
  `
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": null } }
                                                                    ^^^^ error: A field cannot be compared with null. Use "" for an empty string.
`,
  `
{ "where": { "key": "ClientSSLProtocol", "operator": "eq", "value": "tlsv1.2" } }
                                                                    ^^^^^^^^^ hint: Logs contain 'TLSv1.2', not 'tlsv1.2', and comparisons may be case-sensitive. Use 'TLSv1.2'.
`,
  `
{ "where": { "key": "CacheTieredFill", "operator": "eq", "value": "yes" } }
                                                                  ^^^^^ error: 'CacheTieredFill' is a Boolean, but 'yes' is not. Use true.
`,
  `
{ "where": { "key": "CacheTieredFill", "operator": "eq", "value": "perhaps" } }
                                                                  ^^^^^^^^^ error: 'CacheTieredFill' is a Boolean, but 'perhaps' is not.
`,
  `
{ "where": { "key": "CacheTieredFill", "operator": "eq", "value": 1 } }
                                                                  ^ error: 'CacheTieredFill' is a Boolean, but '1' is not. Use true.
`,
  `
{ "where": { "key": "CacheTieredFill", "operator": "in", "value": [true] } }
                                                   ^^^^ error: 'in' needs a string or a number, but 'CacheTieredFill' is a Boolean. Use 'eq'.
`,
  `
{ "where": { "key": "RequestHeaders", "operator": "eq", "value": "a" } }
                    ^^^^^^^^^^^^^^^^ error: 'RequestHeaders' is an object, which cannot be filtered. Use a field such as 'ClientRequestHost', 'ClientRequestReferer' or 'ClientRequestUserAgent', or a transformer.
`,
  `
{ "where": { "key": "JA4Signals", "operator": "eq", "value": "a" } }
                    ^^^^^^^^^^^^ error: 'JA4Signals' is an object, which cannot be filtered. Use 'JA4', or a transformer.
`,
  `
{ "where": { "key": "OriginIP", "operator": "eq", "value": "" } }
`,
  `
{ "where": { "and": [{ "key": "RayID", "operator": "eq", "value": "abcd" }], "and": [{ "key": "JA3Hash", "operator": "eq", "value": "b" }] } }
                                                                             ^^^^^ error: Duplicate property 'and'; only the last one is used. Merge the arrays.
`,
  `
{ "where": { "or": [{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }], "and": [] } }
                                                                                    ^^^^^ error: An object cannot have both 'and' and 'or'. Move one group into the array of the other.
                                                                                           ^^ error: This 'and' has no conditions. Add some, or remove the group.
`,
  `
"{\\"where\\": 1}"
^^^^ error: This filter is an escaped string. Use plain JSON; Weir escapes it on push.
`,
  `
filter: "{\\"where\\":{}}"
        ^^^^ error: This filter is an escaped string. Use plain JSON; Weir escapes it on push.
`,
  `
"filter": "{\\"where\\":{}}",
          ^^^^ error: This filter is an escaped string. Use plain JSON; Weir escapes it on push.
`,
  `
x = 5
^ error: 'x' must be quoted. Use "x".
  ^ error: Unexpected '=' after the end of the JSON. Remove it.
`,
  `
[]
^ error: A filter starts with 'where'. Wrap this in { "where": … }.
`,
  `
5
^ error: Expected an object: { "where": … }, with a condition or a group inside.
`,
  `
// @dataset nowhere
            ^^^^^^^ error: Unknown dataset 'nowhere'.
{ "where": {} }
           ^^ error: Expected a condition or group, found an empty object. Use { "key": …, "operator": …, "value": … }.
`,
  `
\ufeff// @dataset dns_logs
{ "where": { "key": "QueryName", "operator": "eq", "value": "a" } }
`,
])("%s", (marked) => checkDiagnostics(lpfilter, marked));

const where = (key: string, operator: string, value: string) =>
  `{ "where": { "key": "${key}", "operator": "${operator}", "value": ${value} } }`;

test.each([
  [
    where("ClientRequestHost", "contains", '["a", "b"]'),
    '{ "where": { "or": [{ "key": "ClientRequestHost", "operator": "contains", "value": "a" }, { "key": "ClientRequestHost", "operator": "contains", "value": "b" }] } }',
  ],
  [
    where("ClientRequestHost", "!contains", '["a", "b"]'),
    '{ "where": { "and": [{ "key": "ClientRequestHost", "operator": "!contains", "value": "a" }, { "key": "ClientRequestHost", "operator": "!contains", "value": "b" }] } }',
  ],
  [
    where("EdgeResponseStatus", "!eq", '"404, 410"'),
    where("EdgeResponseStatus", "!in", "[404, 410]"),
  ],
  [
    where("EdgeResponseStatus", "in", '["404, 410"]'),
    where("EdgeResponseStatus", "in", "[404, 410]"),
  ],
])("%s is fixed to %s", (text, after) => checkFix(lpfilter, text, after, { code: "value-type" }));

test.each([
  [
    "http_requests",
    where("ClientRequestHost", "startsWith", '["a", /* or */ "b"]'),
    "'startsWith' needs one value, found an array.",
  ],
  [
    "dex_device_state_events",
    where("DiskUsagePercentage", "eq", '"a"'),
    "'DiskUsagePercentage' is a number, but 'a' is not. Use a number.",
  ],
  [
    "gateway_http",
    where("DownloadMatchedDlpProfiles", "contains", "5"),
    "An element of 'DownloadMatchedDlpProfiles' is a string, but '5' is not quoted. Use \"5\".",
  ],
  [
    "dex_application_tests",
    where("TracerouteHops", "eq", '"a"'),
    "'TracerouteHops' is an array of objects, which cannot be filtered.",
  ],
])("in %s, %s: %s", (dataset, text, said) => {
  const found = analyze(lpfilter, text, { datasets: [dataset] }).diagnostics();
  expect(found.map((it) => it.message).join()).toContain(said);
});
