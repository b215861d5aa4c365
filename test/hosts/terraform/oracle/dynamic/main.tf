variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  dynamic "rules" {
    for_each = toset(["b.example", "a.example"])
    content {
      action     = "block"
      expression = "http.host eq \"${rules.value}\""
    }
  }
  dynamic "rules" {
    for_each = local.paths
    iterator = it
    content {
      action     = "block"
      expression = "http.request.uri.path eq \"${it.value}\" and http.host eq \"${it.key}\""
    }
  }
}
locals {
  paths = { one = "/1", two = "/2" }
}
