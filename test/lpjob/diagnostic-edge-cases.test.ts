import { expect, test } from "vitest";
import { lpjob } from "../../server/src/lpjob/language.ts";
import { analyze, checkDiagnostics } from "../support/check.ts";

/** Diagnostics that the examples of the checks do not cover. */
test.each([
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","logpull_options":"fields=RayID&CVE-2021-44228=true&timestamps=rfc3339"}
                                                                                   ^^^^^^^^^^^^^^^^^ warning: 'logpull_options' is deprecated. Use 'output_options' instead.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","logpull_options":"CVE-2021-44228=perhaps"}
                                                                                   ^^^^^^^^^^^^^^^^^ warning: 'logpull_options' is deprecated. Use 'output_options' instead.
                                                                                                                     ^^^^^^^ warning: 'CVE-2021-44228' needs 'true' or 'false'.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","logpull_options":"x"}
                                                                                   ^^^^^^^^^^^^^^^^^ warning: 'logpull_options' is deprecated. Use 'output_options' instead.
                                                                                                      ^ warning: Unknown option 'x' in 'logpull_options'. Use 'fields', 'timestamps', 'sample' or 'CVE-2021-44228'.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","logpull_options":"fields=%"}
                                                                                   ^^^^^^^^^^^^^^^^^ warning: 'logpull_options' is deprecated. Use 'output_options' instead.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","output_options":{"sample_rate":50}}
                                                                                                                   ^^ error: The sample rate must be above 0 and at most 1. For 50%, use 0.5.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","output_options":{"sample_rate":500}}
                                                                                                                   ^^^ error: The sample rate must be above 0 and at most 1.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","output_options":{"sample_rate":-1}}
                                                                                                                   ^^ error: The sample rate must be above 0 and at most 1.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","output_options":{"field_delimiter":";"}}
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","kind":"edge"}
`,
  `
{"name":"a","dataset":"dns_logs","destination_conf":"s3://b/{DATE}?region=eu","kind":"edge"}
                      ^^^^^^^^^^ error: An 'edge' job needs dataset 'http_requests', found 'dns_logs'.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","output_options":{"field_names":["RayID","RayID","Nope","ClientASNDescription"]}}
                                                                                                                            ^^^^^^^ warning: Duplicate field 'RayID'. Remove one.
                                                                                                                                    ^^^^^^ error: 'http_requests' has no field 'Nope'. Use one of its fields, or add this one under 'fields' in 'weir.json'.
                                                                                                                                           ^^^^^^^^^^^^^^^^^^^^^^ error: 'http_requests' has no field 'ClientASNDescription'. Found in dataset 'firewall_events'.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","output_options":{"record_template":"{{.Nope}} {{RayID}}"}}
                                                                                                                                  ^^^^^^^^^ error: Template fields start with a dot. Use '{{.RayID}}'.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","frequency":"sometimes"}
                                                                                   ^^^^^^^^^^^ warning: 'frequency' is deprecated. Use 'max_upload_interval_seconds', 'max_upload_bytes' and 'max_upload_records' instead.
                                                                                               ^^^^^^^^^^^ error: Invalid 'frequency' 'sometimes'. Use 'high' or 'low'.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","filter":"{\\"were\\":1}"}
                                                                                            ^^^^ info: This filter is an escaped string. Use plain JSON; Weir escapes it on push.
                                                                                             ^ error: A filter starts with 'where'. Use { "where": … } with a condition or a group.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"gs://"}
                                                          ^^ error: Missing bucket after 'gs://'. Add one.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b"}
                                                          ^^ error: Missing S3 parameter 'region'. Add it.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b?"}
                                                          ^^ error: Missing S3 parameter 'region'. Add it.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"r2://b?account-id=0123456789abcdef0123456789abcdef"}
                                                          ^^ error: Missing R2 parameter 'access-key-id'. Add it.
                                                          ^^ error: Missing R2 parameter 'secret-access-key'. Add it.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"https://a.example/{DATE}"}
                                                                            ^^^^^^ warning: '{DATE}' is not replaced in HTTP addresses. Remove it.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"nope://a"}
                                                          ^^^^ warning: Unknown scheme 'nope://'. Use 'r2', 's3', 'gs', 'azure', 'splunk', 'datadog', 'https', 'sumo', 'sentinelone', 'kinesis', 'bq' or 'ibmcl'.
`,
  `
{"name":"a","dataset":"http_requests","destination_conf":"s3://b/{DATE}?region=eu","sample_rate":1}
                                                                                   ^^^^^^^^^^^^^ error: 'sample_rate' belongs in 'output_options'. Move it there.
`,
  `
{"name":"a","destination_conf":"s3://b/{DATE}?region=eu"}
^ hint: Missing dataset; the default is 'http_requests'. Add "dataset".
`,
  `
{"name":"a","dataset":"nowhere","destination_conf":"s3://b/{DATE}?region=eu"}
                      ^^^^^^^^^ error: Unknown dataset 'nowhere'.
`,
])("%s", (marked) => checkDiagnostics(lpjob, marked));

test("a field that only the job lists is valid in its template too", () => {
  const job = {
    name: "a",
    dataset: "http_requests",
    destination_conf: "s3://b/{DATE}?region=eu",
    output_options: { field_names: ["Newest"], record_template: "{{Newest}} {{Nobody}}" },
  };
  const messages = analyze(lpjob, JSON.stringify(job))
    .diagnostics()
    .map((it) => it.message);
  expect(messages).toContain("Template fields start with a dot. Use '{{.Newest}}'.");
  expect(messages.join()).not.toContain("{{.Nobody}}");
});
