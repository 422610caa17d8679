import { z } from "zod";

/** The parts of CDEK's responses (API v2) that are used. */
export const cdekToken = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

export const cdekCities = z.array(
  z.object({ code: z.int(), city: z.string(), country_code: z.string(), region: z.string().optional() }),
);
export type CdekCity = z.infer<typeof cdekCities>[number];

const point = z.object({
  code: z.string().min(1).max(40),
  name: z.string(),
  type: z.enum(["PVZ", "POSTAMAT"]),
  work_time: z.string().default(""),
  is_handout: z.boolean().default(true),
  /** Kilograms. */
  weight_max: z.number().positive().optional(),
  /** The cells of a locker, in centimeters; unreadable values count as missing. */
  dimensions: z
    .array(z.object({ width: z.number().positive(), height: z.number().positive(), depth: z.number().positive() }))
    .optional()
    .catch(undefined),
  location: z.object({
    country_code: z.string(),
    city_code: z.int(),
    city: z.string().min(1),
    postal_code: z.string().default(""),
    address: z.string(),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
});
export type CdekPoint = z.infer<typeof point>;
/** An incomplete point is skipped, not the whole page. */
export const cdekPoints = z.array(point.nullable().catch(null));

export const cdekTariffs = z.object({
  tariff_codes: z
    .array(
      z.object({
        tariff_code: z.int(),
        tariff_name: z.string(),
        delivery_mode: z.int(),
        delivery_sum: z.number(),
        period_min: z.int(),
        period_max: z.int(),
      }),
    )
    .default([]),
});
export type CdekTariff = z.infer<typeof cdekTariffs>["tariff_codes"][number];
