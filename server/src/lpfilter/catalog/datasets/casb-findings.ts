import type { DatasetSource } from "../dataset.ts";

export const casbFindings: DatasetSource = {
  name: "casb_findings",
  title: "CASB Findings",
  about: "One security issue that a scan of a connected SaaS integration detected on an asset.",
  scopes: ["account"],
  fields: () => [
    { name: "AssetDisplayName", type: "string", doc: "Readable name of the file, user or other item that has the issue.", example: "My File Name.docx" },
    { name: "AssetExternalID", type: "string", doc: "Identifier the SaaS vendor uses for the affected item; its format differs between vendors." },
    { name: "AssetLink", type: "string", doc: "Web address for opening the affected item at the vendor; not every item has one." },
    { name: "AssetMetadata", type: "object", doc: "Vendor-specific properties of the affected item, with a structure that varies by item kind." },
    { name: "DetectedTimestamp", type: "int or string", doc: "Moment at which the scan detected the issue on this item.", example: "2021-07-27T00:01:07Z" },
    { name: "FindingTypeDisplayName", type: "string", doc: "Readable name of the kind of security issue that was found.", example: "File Publicly Accessible Read Only" },
    { name: "FindingTypeID", type: "string", doc: "Identifier of the kind of issue, suited to matching regardless of its display name." },
    { name: "FindingTypeSeverity", type: "string", doc: "How serious this kind of issue is rated.", example: "High" },
    { name: "InstanceID", type: "string", doc: "Identifier of this individual problem, distinct from the kind of issue it belongs to." },
    { name: "IntegrationDisplayName", type: "string", doc: "Readable name given to the SaaS connection in which the issue was found.", example: "My Google Workspace Integration" },
    { name: "IntegrationID", type: "string", doc: "Identifier of the SaaS connection in which the issue was found." },
    { name: "IntegrationPolicyVendor", type: "string", doc: "Readable name of the vendor policy under which the SaaS connection is scanned.", example: "Google Workspace Standard Policy" },
  ],
};
