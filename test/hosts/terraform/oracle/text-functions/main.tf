variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = trimspace(local.padded) },
    { action = "block", expression = replace(local.lines, "\n", " ") },
    { action = "block", expression = chomp("ssl\n\n") },
    { action = "block", expression = lower("HTTP.HOST EQ \"A\"") },
    { action = "block", expression = format("http.host eq %q and cf.waf.score lt %d", "a", 5) },
    { action = "block", expression = join(" ", split(",", "ssl,and,ssl")) },
    { action = "block", expression = indent(2, "a\nb") },
    { action = "block", expression = trimprefix(trimsuffix("(ssl)", ")"), "(") },
    { action = "block", expression = substr("not ssl", 4, -1) },
  ]
}
locals {
  padded = "  ssl "
  lines  = "ssl\nand ssl"
}
