import { homepage, version } from "../../../package.json";

export { homepage, version };
