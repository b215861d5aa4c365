variable "prefix" {}

module "inner" {
  source     = "../inner"
  expression = "starts_with(http.request.uri.path, \"${var.prefix}\")"
  hosts      = ["a.example"]
}
