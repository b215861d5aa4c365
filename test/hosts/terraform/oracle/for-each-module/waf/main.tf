variable "expression" {
  type = string
}

variable "hosts" {
  type    = list(string)
  default = ["x.example"]
}

resource "cloudflare_ruleset" "waf" {
  zone_id = "1"
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = "${var.expression} and http.host eq \"${var.hosts[0]}\"" },
  ]
}
