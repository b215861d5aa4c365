variable "strict" {
  default = false
}
variable "stage" {
  default = "test"
}
variable "extra" {
  default = ""
}
variable "more" {
  default = {}
}
locals {
  all = [
    { text = "http.host eq \"p\"", stages = ["production"] },
    { text = "http.host eq \"b\"", stages = ["test", "production"] },
  ]
  by_stage = { production = "ssl", test = "http.host eq \"t\"" }
  map      = { b = "http.host eq \"2\"", a = "http.host eq \"1\"" }
}
resource "cloudflare_ruleset" "waf" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = concat(
    [for it in local.all : { action = "block", expression = it.text } if contains(it.stages, var.stage)],
    var.strict ? [{ action = "block", expression = "not ssl" }] : [],
    [{ action = "block", expression = lookup(local.by_stage, var.stage, "ssl") }],
    [{ action = "block", expression = coalesce(var.extra, "ip.src eq 192.0.2.1") }],
    [for name, it in merge(local.map, var.more, var.strict ? { c = "ssl" } : {}) : { action = "block", expression = it }],
    [{ action = "block", expression = try(var.more.rule, element(["http.host eq \"x\"", "ssl"], var.strict ? 1 : 2)) }],
  )
}
