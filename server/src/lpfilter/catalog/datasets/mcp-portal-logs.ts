import type { DatasetSource } from "../dataset.ts";

export const mcpPortalLogs: DatasetSource = {
  name: "mcp_portal_logs",
  title: "MCP Portal Logs",
  about: "One request that a user's AI client made to an MCP server through an access portal.",
  scopes: ["account"],
  fields: () => [
    { name: "ClientCountry", type: "string", doc: "Country the client's address is located in, as estimated by geolocation.", vocabulary: "country" },
    { name: "ClientIP", type: "string", doc: "Network address from which the client reached the portal.", shape: "address" },
    { name: "ColoCode", type: "string", doc: "Airport-style code of the edge data center that handled the request.", example: "DFW" },
    { name: "Datetime", type: "int or string", doc: "Moment at which the request to the portal was made." },
    { name: "Error", type: "string", doc: "Explanation of what went wrong with the request, where it fails." },
    { name: "Method", type: "string", doc: "MCP operation requested by the client, such as calling a tool or listing resources.", example: "tools/call" },
    { name: "PortalAUD", type: "string", doc: "Audience tag of the access application that protects the portal." },
    { name: "PortalID", type: "string", doc: "Identifier of the portal the request came through." },
    { name: "PromptGetName", type: "string", doc: "Which prompt template the client asked for, on requests that fetch one." },
    { name: "ResourceReadURI", type: "string", doc: "Location of the resource the client asked for, on requests that read one." },
    { name: "ServerAUD", type: "string", doc: "Audience tag of the access application that protects the MCP server." },
    { name: "ServerID", type: "string", doc: "Identifier of the MCP server the request was passed to." },
    { name: "ServerResponseDurationMs", type: "int", doc: "Time in milliseconds that the MCP server takes to answer." },
    { name: "ServerURL", type: "string", doc: "Web address of the MCP server the request was passed to." },
    { name: "SessionID", type: "string", doc: "Identifier shared by all requests of the same MCP conversation." },
    { name: "Success", type: "bool", doc: "Whether the request was completed without an error." },
    { name: "ToolCallName", type: "string", doc: "Which tool the client invoked, on requests that call one." },
    { name: "UserEmail", type: "string", doc: "Mail address of the signed-in person behind the request." },
    { name: "UserID", type: "string", doc: "Identifier of the signed-in person behind the request." },
  ],
};
