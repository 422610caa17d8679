import { z } from "zod";

export const refusals = { export_expired: 410 } as const;

/** A prepared file: its token is valid for five minutes, and its number of rows is that of the audit log. */
export const preparedExport = z.object({ token: z.string(), rows: z.int() }).meta({ id: "PreparedExport" });
export type PreparedExport = z.infer<typeof preparedExport>;
