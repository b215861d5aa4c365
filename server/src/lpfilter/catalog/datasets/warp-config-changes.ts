import type { DatasetSource } from "../dataset.ts";

export const warpConfigChanges: DatasetSource = {
  name: "warp_config_changes",
  title: "WARP Config Changes",
  about: "One switch of a device client from one configuration to another.",
  scopes: ["account"],
  fields: () => [
    { name: "AccountIDFrom", type: "string", doc: "Identifier of the account the device used before the switch." },
    { name: "AccountIDTo", type: "string", doc: "Identifier of the account the device uses after the switch." },
    { name: "AccountNameFrom", type: "string", doc: "Name of the account the device used before the switch." },
    { name: "AccountNameTo", type: "string", doc: "Name of the account the device uses after the switch." },
    { name: "ConfigNameFrom", type: "string", doc: "Name of the client configuration that was active before the switch." },
    { name: "ConfigNameTo", type: "string", doc: "Name of the client configuration that is active after the switch." },
    { name: "DeviceID", type: "string", doc: "Unique identifier of the device that switched configuration." },
    { name: "DeviceRegistrationID", type: "string", doc: "Identifier of the enrollment that ties the device to its user." },
    { name: "Hostname", type: "string", doc: "Name the device uses for itself on the network." },
    { name: "SerialNumber", type: "string", doc: "Number the manufacturer gave the hardware, useful for matching an asset inventory." },
    { name: "Timestamp", type: "int or string", doc: "Moment the device switched configuration." },
    { name: "UserEmail", type: "string", doc: "Email address of the person using the device." },
  ],
};
