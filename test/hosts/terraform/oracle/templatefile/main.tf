variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = templatefile("${path.module}/office.tftpl", { networks = ["192.0.2.0/24", "198.51.100.0/24"], strict = true }) },
  ]
}
