a = "tfvars"
b = "tfvars"
