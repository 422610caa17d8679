import { z } from "zod";
import { setting } from "../platform/settings/settings.ts";

/** The country (ISO 3166-1) of most parcels; its duty-free limit is shown before an address is known. */
export const mainCountry = setting("customs.main_country", z.string().regex(/^[A-Z]{2}$/), "RU");
