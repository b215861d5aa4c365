module "outer" {
  source = "./modules/outer"
  prefix = "/admin"
}
