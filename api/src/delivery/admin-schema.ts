import { z } from "zod";

/** Hazard classes of goods: the values of the database type hazard_class. */
export const hazardClass = z.enum([
  ...(["none", "alcohol_le24", "alcohol_24_60", "alcohol_gt60", "perfume", "flammable_liquid", "aerosol"] as const),
  ...(["oxidizer", "lithium_in_device", "insecticide", "liquid_large", "oversize"] as const),
]);
export type HazardClass = z.infer<typeof hazardClass>;
