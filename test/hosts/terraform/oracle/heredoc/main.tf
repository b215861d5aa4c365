variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    {
      action     = "block"
      expression = <<-EOT
        http.host eq "${local.host}"
          and ssl
      EOT
    },
    {
      action     = "block"
      expression = <<EOT
http.host eq "${upper("a")}" and http.request.uri.path eq "/$${x}"
EOT
    },
  ]
}
locals {
  host = "a.example"
}
