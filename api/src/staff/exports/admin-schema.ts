import { z } from "zod";

export const refusals = { export_expired: 410, export_too_large: 422 } as const;

/** The rows that a spreadsheet shows, without its head. A file has no more: the ids of some lists are in memory. */
export const MAX_EXPORT_ROWS = 1_048_575;

/** A prepared file: its token is valid for five minutes, and its number of rows is that of the audit log. */
export const preparedExport = z.object({ token: z.string(), rows: z.int() }).meta({ id: "PreparedExport" });
export type PreparedExport = z.infer<typeof preparedExport>;
