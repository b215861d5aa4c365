locals {
  zones = ["b", "a", "b"]
}
resource "cloudflare_ruleset" "waf" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = concat(
    [for it in setproduct(toset(local.zones), ["/x"]) : { action = "block", expression = "http.host eq \"${it[0]}\" and http.request.uri.path eq \"${it[1]}\"" }],
    [for it in setsubtract(["a", "b", "c"], ["b"]) : { action = "block", expression = "http.host eq \"${it}\"" }],
    [for name, it in zipmap(["y", "x"], ["1", "2"]) : { action = "block", expression = "http.request.uri.query eq \"${name}=${it}\"" }],
    [for it in chunklist(["a", "b", "c"], 2) : { action = "block", expression = "http.host in {${join(" ", formatlist("\"%s\"", it))}}" }],
    [for it in setintersection(local.zones, ["b", "c"]) : { action = "block", expression = "http.host contains \"${it}\"" }],
  )
}
