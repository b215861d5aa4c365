variable "zone_id" {
  type = string
}
variable "a" {
  default = "default"
}
variable "b" {
  default = "default"
}
variable "c" {
  default = "default"
}
variable "d" {
  type    = number
  default = 1
}

resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = "http.host in {\"${var.a}\" \"${var.b}\" \"${var.c}\"} and cf.waf.score lt ${var.d}" },
  ]
}
