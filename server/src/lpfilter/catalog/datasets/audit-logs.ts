import type { DatasetSource } from "../dataset.ts";

export const auditLogs: DatasetSource = {
  name: "audit_logs",
  title: "Audit Logs",
  about: "One change or action that a user or system made in an account.",
  scopes: ["account"],
  fields: () => [
    { name: "ActionResult", type: "bool", doc: "True when the attempted change succeeded, false when it failed." },
    { name: "ActionType", type: "string", doc: "Kind of operation carried out, such as adding, changing or deleting something." },
    { name: "ActorEmail", type: "string", doc: "Email address of the person who made the change." },
    { name: "ActorID", type: "string", doc: "Unique identifier of the user or system that made the change." },
    { name: "ActorIP", type: "string", doc: "IP address from which the change was made.", shape: "address" },
    { name: "ActorType", type: "string", doc: "Tells whether a user, an administrator or an automated system made the change." },
    { name: "ID", type: "string", doc: "Unique identifier of this audit record, useful for removing duplicates." },
    { name: "Interface", type: "string", doc: "Entry point the change came through, for example the dashboard or the API." },
    { name: "Metadata", type: "object", doc: "Extra details about the change; the keys vary with the kind of action." },
    { name: "NewValue", type: "object", doc: "State of the changed resource after the action." },
    { name: "OldValue", type: "object", doc: "State of the changed resource before the action." },
    { name: "OwnerID", type: "string", doc: "Identifier of the user or account that owns the affected resource." },
    { name: "ResourceID", type: "string", doc: "Unique identifier of the changed resource." },
    { name: "ResourceType", type: "string", doc: "Kind of resource that was changed, such as a zone or an account." },
    { name: "When", type: "int or string", doc: "Time at which the change took place." },
  ],
};
