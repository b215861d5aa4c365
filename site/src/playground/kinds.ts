/** The language IDs of the playground. */
export const kinds = ["lpfilter", "cfrule", "lpjob"] as const;
export type Kind = (typeof kinds)[number];

export const titles: Readonly<Record<Kind, string>> = {
  lpfilter: "Filter",
  cfrule: "Rule",
  lpjob: "Job",
};

/** The initial texts. Each has a problem, to show what one looks like. */
export const starts: Readonly<Record<Kind, string>> = {
  lpfilter: `// @dataset http_requests
{
  // Keep server errors of the shop.
  "where": {
    "and": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      { "key": "EdgeResponseStatus", "operator": "gte", "value": 500 }
    ]
  }
}
`,
  cfrule: `# @action managed_challenge
# @description Logins from outside the office
http.request.uri.path in {"/login" "/wp-login.php"}
and not ip.src in {198.51.100.0/24 198.51.100.7 2001:db8:7::/48}
`,
  lpjob: `{
  "name": "shop-errors",
  "dataset": "http_requests",
  "destination_conf": "s3://logs/shop/{DATE}?region=eu-central-1",
  "output_options": { "field_names": ["RayID", "ClientIP", "EdgeResponseStatu"] },
  "filter": {
    "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
  }
}
`,
};

/** The initial texts to compare with, with the same or nearly the same meaning. */
export const others: Readonly<Record<Kind, string>> = {
  lpfilter: `// @dataset http_requests
{
  "where": {
    "and": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      { "key": "EdgeResponseStatus", "operator": "gt", "value": 499 }
    ]
  }
}
`,
  cfrule: `http.request.uri.path in {"/login" "/wp-login.php"}
and not ip.src in {198.51.100.0/25 198.51.100.128/25}
`,
  lpjob: `{
  "dataset": "http_requests",
  "destination_conf": "s3://logs/shop/{DATE}?region=eu-central-1",
  "filter": {
    "where": { "key": "EdgeResponseStatus", "operator": "gt", "value": 500 }
  }
}
`,
};

/** Sample log lines. */
export const sampleLines = `{"ClientRequestHost":"shop.example.com","ClientRequestPath":"/cart","ClientRequestURI":"/cart","ClientRequestMethod":"POST","ClientIP":"203.0.113.7","EdgeResponseStatus":502}
{"ClientRequestHost":"shop.example.com","ClientRequestPath":"/login","ClientRequestURI":"/login","ClientRequestMethod":"POST","ClientIP":"198.51.100.9","EdgeResponseStatus":200}
{"ClientRequestHost":"shop.example.com","ClientRequestPath":"/login","ClientRequestURI":"/login","ClientRequestMethod":"POST","ClientIP":"203.0.113.80","EdgeResponseStatus":503}
{"ClientRequestHost":"www.example.com","ClientRequestPath":"/","ClientRequestURI":"/?q=1","ClientRequestMethod":"GET","ClientIP":"192.0.2.55","EdgeResponseStatus":500}
{"ClientRequestHost":"api.example.com","ClientRequestPath":"/v1/orders","ClientRequestURI":"/v1/orders","ClientRequestMethod":"GET","ClientIP":"192.0.2.56","EdgeResponseStatus":404}
`;
