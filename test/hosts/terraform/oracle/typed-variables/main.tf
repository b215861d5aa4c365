variable "zone_id" {
  type = string
}
variable "rules" {
  type = list(object({
    expression = string
    action     = optional(string, "block")
    enabled    = optional(bool)
  }))
}

variable "ports" {
  type = set(number)
}

resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = concat([for it in var.rules : { action = it.action, expression = it.expression }], [{ action = "block", expression = "cf.edge.server_port in {${join(" ", var.ports)}}" }])
}
