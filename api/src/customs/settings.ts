import { z } from "zod";
import { setting } from "../platform/settings.ts";

/** The country (ISO 3166-1) most parcels go to: its duty-free limit is named before an address is known. */
export const mainCountry = setting("customs.main_country", z.string().regex(/^[A-Z]{2}$/), "RU");
