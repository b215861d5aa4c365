variable "rules" {
  type = list(object({
    text  = string
    paths = optional(list(string), ["/"])
    mode  = optional(object({ negate = optional(bool, false) }), {})
  }))
}
resource "cloudflare_ruleset" "waf" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = [for it in var.rules : {
    action     = "block"
    expression = "${it.mode.negate ? "not " : ""}(${it.text}) and http.request.uri.path in {${join(" ", [for path in it.paths : "\"${path}\""])}}"
  }]
}
