import type { DatasetSource } from "../dataset.ts";

export const sinkholeHttpLogs: DatasetSource = {
  name: "sinkhole_http_logs",
  title: "Sinkhole HTTP Logs",
  about: "One HTTP request that a sinkhole captured from a host contacting a redirected or seized destination.",
  scopes: ["account"],
  fields: () => [
    { name: "AccountID", type: "string", doc: "Identifier of the account that owns the sinkhole." },
    { name: "Body", type: "string", doc: "Content of the request body that the host sent to the sinkhole." },
    { name: "BodyLength", type: "int", doc: "Size of the request body the host sent; zero means there was none." },
    { name: "DestAddr", type: "string", doc: "Sinkhole address to which the host sent its request." },
    { name: "Headers", type: "string", doc: "HTTP headers the host sent with its request, in a single text." },
    { name: "Host", type: "string", doc: "Hostname the request was meant for, often the domain a malware sample calls.", shape: "host" },
    { name: "Method", type: "string", doc: "HTTP verb the host used in its request, such as GET or POST.", vocabulary: "http-method" },
    { name: "Password", type: "string", doc: "Secret part of the login credentials the request carried, if any; treat as sensitive." },
    { name: "R2Path", type: "string", doc: "Object storage location where captured request data is kept, when storage is set up." },
    { name: "Referrer", type: "string", doc: "Page address the host reported coming from; empty when it sent none.", shape: "page" },
    { name: "SinkholeID", type: "string", doc: "Identifier of the sinkhole that captured the request." },
    { name: "SrcAddr", type: "string", doc: "Address of the possibly infected host, or its gateway, that sent the request." },
    { name: "Timestamp", type: "int or string", doc: "Moment at which the sinkhole captured the request." },
    { name: "URI", type: "string", doc: "Requested resource identifier, as captured from the request sent to the sinkhole." },
    { name: "URL", type: "string", doc: "Address the host requested, as captured by the sinkhole." },
    { name: "UserAgent", type: "string", doc: "Browser or tool identification the host sent; malware often leaves telltale values here." },
    { name: "Username", type: "string", doc: "Login name in the credentials the request carried; empty when it carried none." },
  ],
};
