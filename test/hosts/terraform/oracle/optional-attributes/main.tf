module "waf" {
  source = "./waf"
  rules = [
    { text = "ssl" },
    { text = "http.host eq \"a\"", paths = ["/x", "/y"], mode = { negate = true } },
    { text = "not ssl", paths = null, mode = {} },
  ]
}
