import { z } from "zod";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { adminAction, requirePermission } from "../admin-action.ts";
import { MAX_EXPORT_ROWS, type PreparedExport, refusals } from "./admin-schema.ts";
import { createExportToken } from "./export-token.ts";
import type { ListExport } from "./list-export.ts";

type ExportInput<Query extends z.ZodObject, Column> = Readonly<{
  list: z.output<Query>;
  columns: readonly Column[];
  with_personal_data: boolean;
}>;

const PERSONAL_DATA_PERMISSION = "exports:personal";

/**
 * Creates the action that allows the download of a list as a CSV file (docs/security.md#exports). Personal data needs a
 * permission of its own and a recent code; without it, the file is masked as the list is.
 */
export function createExportAction<Query extends z.ZodObject, Column extends string, Row>(
  list: ListExport<Query, Column, Row>,
) {
  const columns = Object.keys(list.columns) as [Column, ...Column[]];
  return adminAction({
    name: `${list.record}.list_exported`,
    permission: list.permission,
    params: z.object({}),
    input: z.strictObject({
      /** The parameters of the list, as its query has them. */
      list: list.query,
      /** In the order of the file. */
      columns: z.array(z.enum(columns)).min(1).max(columns.length),
      with_personal_data: z.boolean().default(false),
    }),
    subject: (_params, _result: PreparedExport) => ({ kind: `${list.record}_list`, id: list.name }),
    // Without the permission, `run` refuses it: a code would not help.
    stepUp: (_params, input, { permissions }) => input.with_personal_data && permissions.has(PERSONAL_DATA_PERMISSION),
    run: async (tx, _params, input, context) => {
      const { actor, now, locale } = context;
      if (actor.kind !== "staff") throw refuse(commonRefusals, "unauthenticated");
      const { list: query, columns: chosen, ...options } = input as ExportInput<Query, Column>;
      const withPersonalData = options.with_personal_data;
      if (withPersonalData) requirePermission(context, PERSONAL_DATA_PERMISSION);
      const staffId = Number(actor.id);
      const rows = await list.count(tx, query, { staffId, now, locale });
      if (rows > MAX_EXPORT_ROWS) throw refuse(refusals, "export_too_large");
      const request = { staffId, list: query, columns: chosen, withPersonalData };
      const { q = null, ...filter } = query as Record<string, unknown>;
      return {
        result: { token: await createExportToken(tx, list, request, now), rows },
        changes: [
          { field: "list", from: null, to: filter },
          { field: "columns", from: null, to: chosen },
          { field: "rows", from: null, to: rows },
          ...(withPersonalData ? [{ field: "with_personal_data", from: null, to: true }] : []),
          ...(q === null ? [] : [{ field: "q", from: null, to: q, personal: "text" as const }]),
        ],
      };
    },
    inverse: null,
    // The link works without a row in the database: that of a preview would download personal data without a code, and
    // without an audit entry.
    hiddenResult: { token: "", rows: 0 },
  });
}
