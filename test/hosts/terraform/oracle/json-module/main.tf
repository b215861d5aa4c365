module "waf" {
  source = "./waf"
  hosts  = { b = "/b", a = "/a" }
}
