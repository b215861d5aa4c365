const hosts = ["shop.example.com", "www.example.com", "shop.example.com", "api.example.com"];
const paths = ["/cart", "/login", "/", "/admin/users", "/login", "/v1/orders"];
const statuses = [200, 502, 200, 404, 503, 200, 301];
const addresses = ["203.0.113.7", "198.51.100.9", "192.0.2.55", "203.0.113.80", "198.51.100.200"];

/** Sample log lines: a request each hour of a day. */
export const sampleLines = Array.from({ length: 24 }, (_, hour) => {
  const path = paths[hour % paths.length];
  return `${JSON.stringify({
    EdgeStartTimestamp: `2026-10-01T${String(hour).padStart(2, "0")}:12:00Z`,
    ClientRequestHost: hosts[hour % hosts.length],
    ClientRequestMethod: hour % 3 === 0 ? "POST" : "GET",
    ClientRequestPath: path,
    ClientRequestURI: path,
    ClientIP: addresses[hour % addresses.length],
    ClientCountry: hour % 4 === 0 ? "us" : "de",
    EdgeResponseStatus: statuses[hour % statuses.length],
  })}\n`;
}).join("");
