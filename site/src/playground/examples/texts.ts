import type { Kind } from "../kinds.ts";

/** The initial texts, without problems: the first result is what they do. */
export const starts: Readonly<Record<Kind, string>> = {
  lpfilter: `// @dataset http_requests
{
  // Keep server errors of the shop.
  "where": {
    "and": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
    ]
  }
}
`,
  cfrule: `# @action managed_challenge
# @description Logins from outside the office
http.request.uri.path in {"/login" "/wp-login.php"}
and not ip.src in {198.51.100.0/24}
`,
  lpjob: `{
  "name": "shop-errors",
  "dataset": "http_requests",
  "destination_conf": "s3://logs/shop/{DATE}?region=eu-central-1",
  "output_options": { "field_names": ["RayID", "ClientIP", "EdgeResponseStatus"] },
  "filter": {
    "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
  }
}
`,
  terraform: `resource "cloudflare_ruleset" "shop" {
  zone_id = var.zone_id
  name    = "Shop"
  kind    = "zone"
  phase   = "http_request_firewall_custom"

  rules = [
    {
      ref         = "logins"
      description = "Logins from outside the office"
      action      = "managed_challenge"
      expression  = "http.request.uri.path eq \\"/login\\" and not ip.src in {198.51.100.0/24}"
    },
    {
      ref        = "admin"
      action     = "block"
      expression = "starts_with(http.request.uri.path, \\"/admin\\")"
    },
  ]
}
`,
  yaml: `# A rule file of octorules.
waf_custom_rules:
  - ref: logins
    description: Logins from outside the office
    action: managed_challenge
    expression: >-
      http.request.uri.path eq "/login"
      and not ip.src in {198.51.100.0/24}
  - ref: admin
    action: block
    expression: starts_with(http.request.uri.path, "/admin") and ip.src.country in {"US" "CA"}
`,
  json: `{
  "name": "Shop",
  "kind": "zone",
  "phase": "http_request_firewall_custom",
  "rules": [
    {
      "ref": "logins",
      "description": "Logins from outside the office",
      "action": "managed_challenge",
      "expression": "http.request.uri.path eq \\"/login\\" and not ip.src in {198.51.100.0/24}"
    },
    {
      "ref": "admin",
      "action": "block",
      "expression": "starts_with(http.request.uri.path, \\"/admin\\")"
    }
  ]
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
  terraform: `resource "cloudflare_ruleset" "shop" {
  zone_id = var.zone_id
  name    = "Shop"
  kind    = "zone"
  phase   = "http_request_firewall_custom"

  rules = [{
    action     = "managed_challenge"
    expression = "http.request.uri.path in {\\"/login\\"} and not ip.src in {198.51.100.0/25}"
  }]
}
`,
  yaml: `waf_custom_rules:
  - ref: logins
    action: managed_challenge
    expression: http.request.uri.path in {"/login"} and not ip.src in {198.51.100.0/25}
`,
  json: `{
  "kind": "zone",
  "phase": "http_request_firewall_custom",
  "rules": [
    {
      "action": "managed_challenge",
      "expression": "http.request.uri.path in {\\"/login\\"} and not ip.src in {198.51.100.0/25}"
    }
  ]
}
`,
};
