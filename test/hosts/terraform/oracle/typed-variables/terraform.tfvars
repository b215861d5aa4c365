rules = [
  { expression = "ssl", unused = 1 },
  { expression = "not ssl", action = "block" },
]
ports = [8443, 443, 8443]
