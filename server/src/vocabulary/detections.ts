/** Values by which the service's detections tell what they found. */

export const botCategories: Readonly<Record<string, string>> = {
  "Academic Research": "Collects pages for studies",
  Accessibility: "Tests or helps access for people with disabilities",
  "Advertising & Marketing": "Checks advertisements and campaigns",
  Aggregator: "Gathers content from many sites",
  "AI Assistant": "Fetches a page because somebody asked an assistant",
  "AI Crawler": "Collects pages to train models",
  "AI Search": "Indexes pages for answers written by a model",
  Archiver: "Keeps copies of pages",
  "Feed Fetcher": "Reads news feeds",
  "Monitoring & Analytics": "Watches whether a site works, and how fast",
  "Page Preview": "Makes the preview of a shared link",
  "Search Engine Crawler": "Indexes pages for a search engine",
  "Search Engine Optimization": "Rates pages for search rankings",
  Security: "Looks for weaknesses",
  "Social Media Marketing": "Works for campaigns on social media",
  Webhooks: "Delivers events from another service",
  Other: "Anything else that is verified",
};

export const attackClasses: Readonly<Record<string, string>> = {
  attack: "Surely an attack",
  likely_attack: "Probably an attack",
  likely_clean: "Probably harmless",
  clean: "Surely harmless",
};

export const scanResults: Readonly<Record<string, string>> = {
  clean: "Nothing harmful was found",
  suspicious: "Something looks wrong",
  infected: "Something harmful was found",
  "not scanned": "The file was not looked at",
};

export const personalData: Readonly<Record<string, string>> = {
  BANK_ACCOUNT: "A bank account",
  CREDIT_CARD: "The number of a payment card",
  DATE_TIME: "A date or a time",
  DRIVER_LICENSE: "A driving licence",
  EMAIL_ADDRESS: "An e-mail address",
  IP_ADDRESS: "A network address",
  LOCATION: "A place",
  PASSPORT: "A passport",
  PERSON: "The name of a person",
  PHONE_NUMBER: "A telephone number",
  TAX_ID: "A tax number",
  US_SSN: "A social security number of the United States",
  URL: "The address of a page",
};

export const unsafeTopics: Readonly<Record<string, string>> = {
  S1: "Violent crime",
  S2: "Crime without violence",
  S3: "Sexual crime",
  S4: "Sexual abuse of children",
  S5: "Defamation",
  S6: "Advice that belongs to a professional",
  S7: "Invasion of privacy",
  S8: "Theft of intellectual property",
  S9: "Weapons of mass destruction",
  S10: "Hate",
  S11: "Suicide and self-harm",
  S12: "Sexual content",
  S13: "False statements about elections",
  S14: "Abuse of a code interpreter",
};

export const errorTypes: Readonly<Record<string, string>> = {
  "": "No error page of the service",
  managed_challenge: "A challenge that the service chose",
  iuam: "The challenge of the under-attack mode",
  legacy_challenge: "A challenge to be solved by hand",
  ip_ban: "The address is banned",
  waf: "Blocked by a firewall rule",
  "5xx": "A server error",
  "1xxx": "An error with a number of the service's own",
  always_online: "A saved copy stands in for the site",
  country_challenge: "Challenged because of the country",
  ratelimit: "Too many requests",
};
