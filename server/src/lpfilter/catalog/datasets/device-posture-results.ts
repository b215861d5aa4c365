import type { DatasetSource } from "../dataset.ts";

export const devicePostureResults: DatasetSource = {
  name: "device_posture_results",
  title: "Device posture results",
  about: "The outcome of one security check run against one managed device.",
  scopes: ["account"],
  fields: () => [
    { name: "ClientVersion", type: "string", doc: "Release of the device client that was running when the check took place." },
    { name: "DeviceID", type: "string", doc: "Unique identifier of the device that was checked." },
    { name: "DeviceManufacturer", type: "string", doc: "Company that made the device, as reported by the device client." },
    { name: "DeviceModel", type: "string", doc: "Hardware model of the device, as reported by the device client." },
    { name: "DeviceName", type: "string", doc: "Human-readable name the device goes by, usually chosen by its owner or administrator." },
    { name: "DeviceSerialNumber", type: "string", doc: "Serial number the manufacturer gave the hardware, useful for matching an asset inventory." },
    { name: "DeviceType", type: "string", doc: "Kind of platform the device runs, such as a desktop or mobile operating system." },
    { name: "Email", type: "string", doc: "Email address of the person the device is enrolled under." },
    { name: "OSVersion", type: "string", doc: "Release of the operating system installed on the device when it was checked." },
    { name: "PolicyID", type: "string", doc: "Identifier of the posture rule the result belongs to." },
    { name: "PostureCheckName", type: "string", doc: "Label administrators gave to the posture check that was run." },
    { name: "PostureCheckType", type: "string", doc: "Kind of inspection performed, for instance on files, disk encryption or an outside provider." },
    { name: "PostureEvaluatedResult", type: "bool", doc: "Whether the device met the requirement; false means the check failed." },
    { name: "PostureExpectedJSON", type: "object", doc: "Conditions the check demands of the device, as structured data." },
    { name: "PostureReceivedJSON", type: "object", doc: "What the device actually reported for the check, as structured data." },
    { name: "RegistrationID", type: "string", doc: "Identifier of the enrollment that ties the device to its user." },
    { name: "Timestamp", type: "int or string", doc: "Moment the posture check was performed.", example: "2021-07-27T00:01:07Z" },
    { name: "UserUID", type: "string", doc: "Unique identifier of the person the device is enrolled under." },
  ],
};
