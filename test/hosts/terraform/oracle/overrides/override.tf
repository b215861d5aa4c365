locals {
  host = "b.example"
}
variable "path" {
  default = "/b"
}
resource "cloudflare_ruleset" "waf" {
  rules = [
    { action = "block", expression = "ssl" },
    { action = "block", expression = "http.host eq \"${local.host}\"" },
  ]
}
