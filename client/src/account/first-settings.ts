/** What a folder starts with: a profile for the emulator, whose zone and account are the ones it has by itself. */
export const firstSettings = `{
  // The dataset of the filters in a folder. A filter's own "// @dataset NAME" line counts more.
  "datasets": { "filters/**/*.lpfilter": "http_requests" },

  // Where a push goes. This one leads to the emulator on your machine: "Weir: Start Emulator".
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
