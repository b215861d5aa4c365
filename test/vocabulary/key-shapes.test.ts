import { expect, test } from "vitest";
import { looksLikeKey } from "../../server/src/vocabulary/key-shapes.ts";

test.each([
  "logs cloudflare-logs-production cloudflare_http_requests http-intake firewall_events v1 v2.1 api",
  "services collector raw receiver ingest webhook T01 B02 shop2 us-east-1 eu-west-1 prod-eu-01",
  "20260115 2026-01-15 2026-01-15T10 1234567890 zone-23 ipv4 oauth2 base64 x86_64 k8s utf8 s3logs",
  "elasticsearch victorialogs httpRequests parseJSON myApiGateway LogPushReceiver mycompany kubectl",
  "ndjson logpush datadoghq newrelic splunkcloud sumologic promtail grafana loki betterstack axiom",
  "input-1 http-inputs-acme aws-lambda-handler log-ingest-prod-2024 team-observability_eu-central-1",
  "deadbeef accesslogs edge-logs-v2 gateway_dns zero_trust_network_sessions page_shield_events",
  "aaaaaaaaaaaaaaaa Webhooks.Receiver index.php logs.ndjson.gz my_bucket_name PRODUCTION_LOGS",
])("words: %s", (words) => {
  for (const it of words.split(" ")) expect(looksLikeKey(it), it).toBe(false);
});

test.each([
  "0a1b2c3d4e5f abcdefKEY0123 abcdefKEYghijk s3cr3tK3y9 xK9fQ2mZ7p kQzWvXjPbN qzxwvkjpfh",
  "T024BE7LD7x ghp_abcdefgh12 xoxb-1234567890 AKIAIOSFODNN7EXAMPLE sk-live-a1b2c3d4 eyJhbGciOiJI",
  "123e4567-e89b-12d3-a456-426614174000 aB-3x_Yz9-Qw7 9f86d081884c7d65 Zm9vYmFyYmF6 a1b2c3d4e5",
  "hunter2hunter2hunter2 glpat-abc123def456 dGhpc2lzYXNlY3JldA 7Fh3kLm9Qw 0123456789abcdef",
])("keys: %s", (keys) => {
  for (const it of keys.split(" ")) expect(looksLikeKey(it), it).toBe(true);
});
