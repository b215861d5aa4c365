b = "auto"
