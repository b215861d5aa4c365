module "waf" {
  source     = "./waf"
  for_each   = { eu = "DE", us = "US" }
  expression = "ip.src.country eq \"${each.value}\" and http.host ne \"${each.key}\""
}
