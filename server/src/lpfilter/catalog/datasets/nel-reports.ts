import type { DatasetSource } from "../dataset.ts";

export const nelReports: DatasetSource = {
  name: "nel_reports",
  title: "NEL reports",
  about: "One report from a visitor's browser about a problem it had reaching a site over the network.",
  scopes: ["zone"],
  fields: () => [
    { name: "ClientIPASN", type: "int", doc: "Autonomous system number of the network the reporting browser is on.", range: [0, 4_294_967_295] },
    { name: "ClientIPASNDescription", type: "string", doc: "Name of the operator of the network the reporting browser is on." },
    { name: "ClientIPCountry", type: "string", doc: "Country the reporting browser's address belongs to.", vocabulary: "country" },
    { name: "LastKnownGoodColoCode", type: "string", doc: "Short code of the data center the browser last reached without trouble." },
    { name: "Phase", type: "string", doc: "Stage of loading at which the browser ran into the problem.", values: ["dns", "connection", "application", "unknown"] },
    { name: "Timestamp", type: "int or string", doc: "Moment the browser's report was recorded." },
    { name: "Type", type: "string", doc: "Specific kind of failure the browser reported within the stage." },
  ],
};
