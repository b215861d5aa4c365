locals {
  final = "${local.middle} and ssl"
}
