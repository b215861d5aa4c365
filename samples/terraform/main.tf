# Rules and a job for version 5 of the provider, with two errors.
locals {
  office = "198.51.100.0/24"

  # weir: cfrule
  from_office = "ip.src in {${local.office}}"
}

resource "cloudflare_ruleset" "firewall" {
  zone_id = var.zone_id
  name    = "Firewall"
  kind    = "zone"
  phase   = "http_request_firewall_custom"

  rules = [
    {
      description = "Logins from outside the office"
      action      = "managed_challenge"
      expression  = <<-EOT
        http.request.uri.path in {"/login" "/wp-login.php"}
        and not ip.src in {${local.office}}
      EOT
    },
    {
      description = "Old clients"
      action      = "block"
      expression  = "http.request.versoin eq \"HTTP/1.0\" && http.host == \"shop.example.com\""
    },
  ]
}

resource "cloudflare_logpush_job" "errors" {
  zone_id          = var.zone_id
  name             = "shop-errors"
  dataset          = "http_requests"
  destination_conf = "s3://example-logs/errors/{DATE}?region=eu-west-1"
  enabled          = true

  filter = jsonencode({
    where = {
      and = [
        { key = "ClientRequestHost", operator = "eq", value = "shop.example.com" },
        { key = "EdgeResponseStatus", operator = "gte", value = "500" },
      ]
    }
  })

  output_options = {
    field_names      = ["ClientIP", "ClientRequestHost", "EdgeResponseStatus", "EdgeStartTimestamp"]
    timestamp_format = "rfc3339"
  }
}

variable "zone_id" {
  type = string
}
