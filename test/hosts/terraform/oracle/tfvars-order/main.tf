variable "a" {}
variable "b" {}
variable "c" {}
variable "d" {
  default = "0"
}
resource "cloudflare_ruleset" "waf" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = [{ action = "block", expression = "http.host in {\"${var.a}\" \"${var.b}\" \"${var.c}\" \"${var.d}\"}" }]
}
