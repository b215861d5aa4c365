variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [for it in jsondecode(file("${path.module}/rules.json")) : { action = it.action, expression = it.expression }]
}
