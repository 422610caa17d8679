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

const cdekError = z.object({ code: z.string().default(""), message: z.string().default("") });
export type CdekError = z.infer<typeof cdekError>;
const errorList = z
  .array(cdekError)
  .nullish()
  .transform((errors) => errors ?? []);

/** The reasons of a refusal, which are in the response itself or in the requests that it reports. */
export const cdekErrors = z
  .object({ errors: errorList, requests: z.array(z.object({ errors: errorList })).default([]) })
  .transform(({ errors, requests }) => [...errors, ...requests.flatMap((request) => request.errors)])
  .catch([]);

/** What was requested about an entity, and the result: CDEK accepts a request first and checks it afterwards. */
const request = z.object({
  type: z.string(),
  state: z.enum(["ACCEPTED", "WAITING", "SUCCESSFUL", "INVALID"]),
  errors: errorList,
});

/** Times have an offset without a colon, such as `2026-11-23T10:00:00+0700`. */
const time = z
  .string()
  .transform((text) => new Date(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2")))
  .refine((date) => !Number.isNaN(date.getTime()));

export const cdekOrder = z.object({
  entity: z
    .object({
      uuid: z.string().min(1),
      /** The number by which parcels are tracked; missing until the order is checked. */
      cdek_number: z.coerce.string().min(1).optional(),
      statuses: z
        .array(z.object({ code: z.string().min(1).max(100), date_time: time, city: z.string().default("") }))
        .default([]),
      /** The end of the free storage, such as `2026-06-14T18:59:59Z`: its day; missing if there is none. */
      keep_free_until: z
        .string()
        .transform((text) => text.slice(0, 10))
        .pipe(z.iso.date())
        .optional()
        .catch(undefined),
    })
    .optional(),
  requests: z.array(request).default([]),
  /** A parcel that was not handed out comes back with an order of its own, of the type `return_order`. */
  related_entities: z
    .array(z.object({ type: z.string(), uuid: z.string() }))
    .default([])
    .catch([]),
});
export type CdekOrder = z.infer<typeof cdekOrder>;

export const cdekPrint = z.object({
  entity: z
    .object({
      uuid: z.string().min(1),
      /** ACCEPTED, PROCESSING, and then READY or INVALID. */
      statuses: z.array(z.object({ code: z.string(), date_time: time })).default([]),
    })
    .optional(),
  requests: z.array(request).default([]),
});
