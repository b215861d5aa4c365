import type { DatasetSource } from "../dataset.ts";

export const pageShieldEvents: DatasetSource = {
  name: "page_shield_events",
  title: "Page Shield events",
  about: "One resource on a page that broke a content security policy in a visitor's browser.",
  scopes: ["zone"],
  fields: () => [
    { name: "Action", type: "string", doc: "What the violated policy is set to do about the resource.", values: ["log", "allow"] },
    { name: "CSPDirective", type: "string", doc: "Content security policy directive that the resource violated." },
    { name: "Host", type: "string", doc: "Hostname of the site on which the resource was seen.", shape: "host" },
    { name: "PageURL", type: "string", doc: "Address of the page on which the violation happened.", shape: "page" },
    { name: "PolicyID", type: "string", doc: "Identifier of the policy that the resource violated." },
    { name: "ResourceType", type: "string", doc: "Kind of page resource that violated the policy.", values: ["script", "connection", "other"] },
    { name: "Timestamp", type: "int or string", doc: "Time at which the violation was reported." },
    { name: "URL", type: "string", doc: "Address of the resource that violated the policy." },
    { name: "URLContainsCDNCGIPath", type: "bool", doc: "True when the resource address lies under the edge's own cdn-cgi path.", deprecated: true },
    { name: "URLHost", type: "string", doc: "Hostname that the violating resource is loaded from.", shape: "host" },
  ],
};
