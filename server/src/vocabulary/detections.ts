/** Result values of the service's detections. */

export const botCategories: Readonly<Record<string, string>> = {
  "Academic Research": "Collects pages for studies",
  Accessibility: "Tests or improves accessibility",
  "Advertising & Marketing": "Checks advertisements and campaigns",
  Aggregator: "Gathers content from many sites",
  "AI Assistant": "Fetches a page for a user of an AI assistant",
  "AI Crawler": "Collects pages to train models",
  "AI Search": "Indexes pages for answers written by a model",
  Archiver: "Keeps copies of pages",
  "Feed Fetcher": "Reads news feeds",
  "Monitoring & Analytics": "Monitors availability and performance",
  "Page Preview": "Creates previews of shared links",
  "Search Engine Crawler": "Indexes pages for a search engine",
  "Search Engine Optimization": "Rates pages for search rankings",
  Security: "Scans for vulnerabilities",
  "Social Media Marketing": "Works for campaigns on social media",
  Webhooks: "Delivers events from another service",
  Other: "Any other verified bot",
};

export const attackClasses: Readonly<Record<string, string>> = {
  attack: "Attack",
  likely_attack: "Likely an attack",
  likely_clean: "Likely clean",
  clean: "Clean",
};

/** The attack scores of each class. A request that was not scored has no class. */
const attackScores: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
  ["attack", [1, 20]],
  ["likely_attack", [21, 50]],
  ["likely_clean", [51, 80]],
  ["clean", [81, 99]],
]);

export function attackScoresOf(name: string): readonly [least: number, most: number] | undefined {
  return attackScores.get(name);
}

export function attackClassOf(score: number): string | undefined {
  return [...attackScores].find(([, [least, most]]) => least <= score && score <= most)?.[0];
}

export const scanResults: Readonly<Record<string, string>> = {
  clean: "No threat found",
  suspicious: "Suspicious content found",
  infected: "Threat found",
  "not scanned": "The file was not scanned",
};

export const personalData: Readonly<Record<string, string>> = {
  BANK_ACCOUNT: "Bank account number",
  CREDIT_CARD: "Payment card number",
  DATE_TIME: "Date or time",
  DRIVER_LICENSE: "Driver's license",
  EMAIL_ADDRESS: "Email address",
  IP_ADDRESS: "IP address",
  LOCATION: "Location",
  PASSPORT: "Passport number",
  PERSON: "Name of a person",
  PHONE_NUMBER: "Phone number",
  TAX_ID: "Tax ID",
  US_SSN: "US Social Security number",
  URL: "URL",
};

export const unsafeTopics: Readonly<Record<string, string>> = {
  S1: "Violent crime",
  S2: "Nonviolent crime",
  S3: "Sexual crime",
  S4: "Child sexual abuse",
  S5: "Defamation",
  S6: "Specialized advice",
  S7: "Invasion of privacy",
  S8: "Theft of intellectual property",
  S9: "Weapons of mass destruction",
  S10: "Hate",
  S11: "Suicide and self-harm",
  S12: "Sexual content",
  S13: "Election misinformation",
  S14: "Code interpreter abuse",
};

export const errorTypes: Readonly<Record<string, string>> = {
  "": "Not an error page",
  managed_challenge: "Managed challenge",
  iuam: "Challenge of Under Attack mode",
  legacy_challenge: "Interactive challenge",
  ip_ban: "IP address is banned",
  waf: "Blocked by a firewall rule",
  "5xx": "Server error",
  "1xxx": "Error with a code of the service",
  always_online: "Archived copy served in place of the site",
  country_challenge: "Challenged because of the country",
  ratelimit: "Too many requests",
};
