variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = "ip.src.asnum in {${join(" ", [for i in range(1, 4) : 64500 + i])}}" },
    { action = "block", expression = "http.host in {${join(" ", formatlist("\"%s.%s\"", ["a", "b"], "example"))}}" },
    { action = "block", expression = "http.host in {${join(" ", sort(distinct(concat(["\"b\""], ["\"a\"", "\"b\""]))))}}" },
    { action = "block", expression = join(" and ", [for k, v in zipmap(["x", "y"], ["1", "2"]) : "http.request.uri.args[\"${k}\"][0] eq \"${v}\""]) },
    { action = "block", expression = "http.host in {${join(" ", compact(["\"a\"", "", "\"c\""]))}}" },
    { action = "block", expression = "http.host in {${join(" ", slice(reverse(["\"a\"", "\"b\"", "\"c\""]), 0, 2))}}" },
  ]
}
