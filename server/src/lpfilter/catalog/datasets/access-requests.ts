import type { DatasetSource } from "../dataset.ts";

export const accessRequests: DatasetSource = {
  name: "access_requests",
  title: "Access requests",
  about: "One sign-in or sign-out attempt by a person at an application protected by identity-based access rules.",
  scopes: ["account"],
  fields: () => [
    { name: "Action", type: "string", doc: "What the person attempted at the protected application, such as starting or ending a session.", values: ["login", "logout"] },
    { name: "Allowed", type: "bool", doc: "Whether the attempt was let through; false means the person was turned away." },
    { name: "AppDomain", type: "string", doc: "Domain, possibly with a path, under which the protected application is reached.", shape: "domain" },
    { name: "AppUUID", type: "string", doc: "Unique identifier of the protected application, stable even if its domain changes." },
    { name: "Connection", type: "string", doc: "Identity provider or sign-in method the person authenticated with." },
    { name: "Country", type: "string", doc: "Country the request came from, derived from the address of the person signing in.", vocabulary: "country" },
    { name: "CreatedAt", type: "int or string", doc: "Moment the sign-in or sign-out event was recorded.", example: "2021-07-27T00:01:07Z" },
    { name: "Email", type: "string", doc: "Email address of the person who tried to reach the application." },
    { name: "IPAddress", type: "string", doc: "Network address the sign-in attempt came from.", shape: "address" },
    { name: "PurposeJustificationPrompt", type: "string", doc: "Text shown to the person when the application asks why they need access." },
    { name: "PurposeJustificationResponse", type: "string", doc: "Reason the person typed in when asked to explain why they need access." },
    { name: "RayID", type: "string", doc: "Identifier the edge gave this request, useful for matching it with other logs." },
    { name: "TemporaryAccessApprovers", type: "array[string]", doc: "Email addresses of the people able to approve a time-limited access request." },
    { name: "TemporaryAccessDuration", type: "int", doc: "Length of the time-limited access approved for the person." },
    { name: "UserUID", type: "string", doc: "Unique identifier of the person within the organization, steadier than the email address." },
  ],
};
