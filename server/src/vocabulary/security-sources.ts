/** Where a security event comes from, by the value of `Source` or `SecuritySources` in lowercase. */
interface SecuritySource {
  readonly title: string;
  /** The rules belong to rulesets, which users write themselves. */
  readonly isWritten?: true;
}

const sources: Readonly<Record<string, SecuritySource>> = {
  firewallcustom: { title: "custom rules", isWritten: true },
  ratelimit: { title: "rate limiting rules", isWritten: true },
  firewallrules: { title: "firewall rules", isWritten: true },
  firewallmanaged: { title: "managed rules" },
  waf: { title: "the previous managed rules" },
  asn: { title: "IP Access rules, by network" },
  country: { title: "IP Access rules, by country" },
  ip: { title: "IP Access rules, by address" },
  iprange: { title: "IP Access rules, by range" },
  zonelockdown: { title: "Zone Lockdown" },
  uablock: { title: "User Agent Blocking" },
  securitylevel: { title: "the Security Level" },
  bic: { title: "Browser Integrity Check" },
  hot: { title: "Hotlink Protection" },
  l7ddos: { title: "DDoS protection" },
  botfight: { title: "Bot Fight Mode" },
  botmanagement: { title: "Super Bot Fight Mode" },
  validation: { title: "the validation of requests" },
  apishield: { title: "API Shield" },
  apishieldschemavalidation: { title: "API Shield, schema validation" },
  apishieldtokenvalidation: { title: "API Shield, token validation" },
  apishieldsequencemitigation: { title: "API Shield, sequence mitigation" },
  dlp: { title: "data loss prevention" },
};

export function securitySource(name: string): SecuritySource | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(sources, key) ? sources[key] : undefined;
}
