import type { Dataset, DatasetSource, Field } from "./dataset.ts";
import { accessRequests } from "./datasets/access-requests.ts";
import { accountAbuseProtectionEvents } from "./datasets/account-abuse-protection-events.ts";
import { auditLogs } from "./datasets/audit-logs.ts";
import { auditLogsV2 } from "./datasets/audit-logs-v2.ts";
import { bisoUserActions } from "./datasets/biso-user-actions.ts";
import { casbFindings } from "./datasets/casb-findings.ts";
import { devicePostureResults } from "./datasets/device-posture-results.ts";
import { dexApplicationTests } from "./datasets/dex-application-tests.ts";
import { dexDeviceStateEvents } from "./datasets/dex-device-state-events.ts";
import { dlpForensicCopies } from "./datasets/dlp-forensic-copies.ts";
import { dnsFirewallLogs } from "./datasets/dns-firewall-logs.ts";
import { dnsLogs } from "./datasets/dns-logs.ts";
import { emailSecurityAlerts } from "./datasets/email-security-alerts.ts";
import { emailSecurityPostDeliveryEvents } from "./datasets/email-security-post-delivery-events.ts";
import { firewallEvents } from "./datasets/firewall-events.ts";
import { gatewayDns } from "./datasets/gateway-dns.ts";
import { gatewayHttp } from "./datasets/gateway-http.ts";
import { gatewayNetwork } from "./datasets/gateway-network.ts";
import { httpRequests } from "./datasets/http-requests.ts";
import { ipsecLogs } from "./datasets/ipsec-logs.ts";
import { magicBgpLogs } from "./datasets/magic-bgp-logs.ts";
import { magicIdsDetections } from "./datasets/magic-ids-detections.ts";
import { mcpPortalLogs } from "./datasets/mcp-portal-logs.ts";
import { mnmFlowLogs } from "./datasets/mnm-flow-logs.ts";
import { nelReports } from "./datasets/nel-reports.ts";
import { networkAnalyticsLogs } from "./datasets/network-analytics-logs.ts";
import { pageShieldEvents } from "./datasets/page-shield-events.ts";
import { sinkholeHttpLogs } from "./datasets/sinkhole-http-logs.ts";
import { spectrumEvents } from "./datasets/spectrum-events.ts";
import { sshLogs } from "./datasets/ssh-logs.ts";
import { turnstileEvents } from "./datasets/turnstile-events.ts";
import { warpConfigChanges } from "./datasets/warp-config-changes.ts";
import { warpToggleChanges } from "./datasets/warp-toggle-changes.ts";
import { websocketAnalytics } from "./datasets/websocket-analytics.ts";
import { workersTraceEvents } from "./datasets/workers-trace-events.ts";
import { zarazEvents } from "./datasets/zaraz-events.ts";
import { zeroTrustNetworkSessions } from "./datasets/zero-trust-network-sessions.ts";

/** All datasets that jobs can send, sorted by name. */
const sources: readonly DatasetSource[] = [
  accessRequests,
  accountAbuseProtectionEvents,
  auditLogs,
  auditLogsV2,
  bisoUserActions,
  casbFindings,
  devicePostureResults,
  dexApplicationTests,
  dexDeviceStateEvents,
  dlpForensicCopies,
  dnsFirewallLogs,
  dnsLogs,
  emailSecurityAlerts,
  emailSecurityPostDeliveryEvents,
  firewallEvents,
  gatewayDns,
  gatewayHttp,
  gatewayNetwork,
  httpRequests,
  ipsecLogs,
  magicBgpLogs,
  magicIdsDetections,
  mcpPortalLogs,
  mnmFlowLogs,
  nelReports,
  networkAnalyticsLogs,
  pageShieldEvents,
  sinkholeHttpLogs,
  spectrumEvents,
  sshLogs,
  turnstileEvents,
  warpConfigChanges,
  warpToggleChanges,
  websocketAnalytics,
  workersTraceEvents,
  zarazEvents,
  zeroTrustNetworkSessions,
];

export const datasets: readonly Dataset[] = sources.map(withFieldsWhenAsked);

function withFieldsWhenAsked({ fields, ...rest }: DatasetSource): Dataset {
  let made: readonly Field[] | undefined;
  return {
    ...rest,
    get fields() {
      made ??= fields();
      return made;
    },
  };
}

const byName = new Map(datasets.map((it) => [it.name, it]));

export function datasetNamed(name: string): Dataset | undefined {
  return byName.get(name);
}
