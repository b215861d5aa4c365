locals {
  host = "a.example"
}
variable "path" {
  type    = string
  default = "/a"
}
resource "cloudflare_ruleset" "waf" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = [{ action = "block", expression = "http.host eq \"${local.host}\"" }]
}
resource "cloudflare_ruleset" "other" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules {
    action     = "block"
    expression = "http.request.uri.path eq \"${var.path}\""
  }
}
