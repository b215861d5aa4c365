variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [for row in csvdecode(file("hosts.csv")) : { action = "block", expression = "http.host eq \"${row.host}\" and cf.waf.score lt ${row.score}" }]
}
