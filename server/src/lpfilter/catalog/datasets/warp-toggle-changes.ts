import type { DatasetSource } from "../dataset.ts";

export const warpToggleChanges: DatasetSource = {
  name: "warp_toggle_changes",
  title: "WARP Toggle Changes",
  about: "One switch of the WARP client on or off on an enrolled device.",
  scopes: ["account"],
  fields: () => [
    { name: "AccountID", type: "string", doc: "Identifier of the account in which the device is enrolled." },
    { name: "AccountName", type: "string", doc: "Readable name of the account in which the device is enrolled." },
    { name: "DeviceID", type: "string", doc: "Identifier of the physical device on which the client was switched." },
    { name: "DeviceRegistrationID", type: "string", doc: "Identifier of the device's enrollment, which can change when the device enrolls again." },
    { name: "Hostname", type: "string", doc: "Network name of the computer or phone on which the client was switched." },
    { name: "SerialNumber", type: "string", doc: "Manufacturer's hardware serial of the device, useful for matching an asset inventory." },
    { name: "Timestamp", type: "int or string", doc: "Time at which the client was turned on or off." },
    { name: "Toggled", type: "bool", doc: "Tells whether this change switched the client on or off." },
    { name: "UserEmail", type: "string", doc: "Email address of the user enrolled on the device." },
  ],
};
