locals {
  middle = join(" or ", local.parts)
}
