import type { RawBuilder } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { defineTaskKind, type TaskForecast } from "../../tasks/task-kind.ts";
import type { refusals } from "../admin-schema.ts";
import { getMissingParams } from "../editor/requirements.ts";
import { type UpdateProductsInput, updateProductsInput } from "./admin-schema.ts";
import { createProductCall } from "./create-call.ts";
import { productSelection } from "./product-selection.ts";
import { forecastChange } from "./sql.ts";

/** Changes the status of many products, or what they belong to (docs/domain/catalog-admin.md). */
export const updateProductsTask = defineTaskKind({
  name: "products.update",
  list: productSelection,
  permission: "products:write",
  input: updateProductsInput,
  canBePlanned: true,
  createCall: createProductCall,
  forecast: forecastUpdate,
});

async function forecastUpdate(db: Db, records: RawBuilder<unknown>, input: UpdateProductsInput): Promise<TaskForecast> {
  const rows = await forecastChange(db, records, input);
  const sum = (outcome: string) =>
    rows.filter((row) => row.outcome === outcome).reduce((total, { count }) => total + count, 0);
  const unpublished = sum("unpublished");
  return {
    done: sum("done"),
    unchanged: sum("unchanged"),
    refused: [
      ...rows
        .filter(({ outcome }) => outcome === "incomplete")
        .map(({ missing, count }) => ({
          ...{ code: "publishing_blocked" satisfies keyof typeof refusals, params: getMissingParams(missing), count },
        })),
      ...(unpublished > 0
        ? [{ code: "product_not_published" satisfies keyof typeof refusals, count: unpublished }]
        : []),
    ],
  };
}
