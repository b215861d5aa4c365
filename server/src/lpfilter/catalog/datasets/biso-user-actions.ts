import type { DatasetSource } from "../dataset.ts";

export const bisoUserActions: DatasetSource = {
  name: "biso_user_actions",
  title: "Browser Isolation User Actions",
  about: "One action, such as a copy or download attempt, that a user made inside an isolated browser session.",
  scopes: ["account"],
  fields: () => [
    { name: "AccountID", type: "string", doc: "Identifier of the account whose isolated browser the user was working in." },
    { name: "Decision", type: "string", doc: "Tells whether isolation policy let the user's action go ahead or stopped it.", values: ["allow", "block"] },
    { name: "DomainName", type: "string", doc: "Domain of the site the user had open when the action happened.", shape: "domain" },
    { name: "Metadata", type: "string", doc: "Extra details about the action, whose content depends on the kind of action." },
    { name: "Timestamp", type: "int or string", doc: "Moment at which the user performed the action in the isolated browser." },
    { name: "Type", type: "string", doc: "Kind of interaction the user attempted in the isolated page.", example: "copy" },
    { name: "URL", type: "string", doc: "Full address of the page on which the user attempted the action.", shape: "page" },
    { name: "UserEmail", type: "string", doc: "Email address of the signed-in person who attempted the action." },
    { name: "UserID", type: "string", doc: "Identifier of the person who attempted the action, stable for matching across other logs." },
  ],
};
