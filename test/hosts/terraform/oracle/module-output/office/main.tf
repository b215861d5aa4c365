variable "extra" {
  type = list(string)
}

output "networks" {
  value = concat(["192.0.2.0/24"], var.extra)
}
