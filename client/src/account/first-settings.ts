/** The initial weir.json: a profile for the emulator, with its default zone and account. */
export const firstSettings = `{
  // Datasets of filters, by glob. "// @dataset NAME" in a filter takes precedence.
  "datasets": { "filters/**/*.lpfilter": "http_requests" },

  // Where to push. This profile uses the local emulator: run "Weir: Start Emulator".
  "defaultProfile": "local",
  "profiles": {
    "local": {
      "baseUrl": "http://127.0.0.1:8787/client/v4",
      "zone": "7a6f6e65000000000000000000000001",
      "account": "6163636f756e74000000000000000001",
      "rulesTarget": "firewall-rules"
    }
    // "production": { "zone": "…", "account": "…" }
  }
}
`;
