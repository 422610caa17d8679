import { hazardClass } from "./admin-schema.ts";

export const hazardClasses = hazardClass.options;
export type { HazardClass } from "./admin-schema.ts";
