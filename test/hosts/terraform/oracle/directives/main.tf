variable "zone_id" {
  type = string
}
resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone_id
  name    = "WAF"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = "ip.src in {%{ for ip in local.ips }${ip} %{ endfor }}" },
    { action = "block", expression = "http.host eq \"a\"%{ if local.strict } and ssl%{ else } and not ssl%{ endif }" },
    { action = "block", expression = local.lines },
  ]
}
locals {
  ips    = ["192.0.2.1", "192.0.2.2"]
  strict = false
  lines  = <<-EOT
    ip.src in {
    %{ for i, ip in local.ips ~}
    ${ip}
    %{ endfor ~}
    }
  EOT
}
