a = "prod"
