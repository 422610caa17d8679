import fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { adminActions } from "../src/admin-actions.ts";
import { withTransaction } from "../src/platform/db/database.ts";
import { undoAction } from "../src/staff/audit/undo-action.ts";
import { runAction } from "../src/staff/execute-admin-action.ts";
import { createTestStaff } from "../src/staff/fixtures.ts";
import { permissions } from "../src/staff/permissions.ts";
import { collectEffects } from "../src/staff/preview-effects.ts";
import {
  type ActionCase,
  type CaseContext,
  executeCase,
  findAction,
  generatedValues,
} from "./action-cases/action-case.ts";
import { purchasingCases } from "./action-cases/purchasing-cases.ts";
import { inventoryCases } from "./action-cases/inventory-cases.ts";
import { orderCases } from "./action-cases/order-cases.ts";
import { productCases } from "./action-cases/product-cases.ts";
import { ingredientCases } from "./action-cases/ingredient-cases.ts";
import { taxonomyCases } from "./action-cases/taxonomy-cases.ts";
import { returnCases } from "./action-cases/return-cases.ts";
import { reviewCases } from "./action-cases/review-cases.ts";
import { searchCases } from "./action-cases/search-cases.ts";
import { shipmentCases } from "./action-cases/shipment-cases.ts";
import { staffCases } from "./action-cases/staff-cases.ts";
import { openPaymentTestShop } from "./payment-shop.ts";

const RUNS = 5;
/**
 * Tables with what was done and by whom, to which an undo adds; a removed scan and a canceled order at a carrier stay,
 * the movements of stock, earlier prices, and the products whose words in reviews and the names in compositions
 * that are to be counted again.
 */
const historyTables = [
  "content_changes",
  ...["audit_entries", "undo_records", "setting_changes"],
  ...["shipment_scans", "shipment_events", "carrier_orders", "stock_movements", "review_word_updates"],
  ...["composition_name_updates", "price_history"],
];

const cases: Record<string, ActionCase> = {
  ...staffCases,
  ...orderCases,
  ...returnCases,
  ...shipmentCases,
  ...reviewCases,
  ...inventoryCases,
  ...searchCases,
  ...purchasingCases,
  ...productCases,
  ...taxonomyCases,
  ...ingredientCases,
};
const shop = await openPaymentTestShop(undefined, {
  CDEK_CLIENT_ID: "test-account",
  CDEK_CLIENT_SECRET: "test-password",
});
let context: CaseContext;

beforeEach(async () => {
  const { id, email } = await createTestStaff(shop.app);
  context = {
    shop,
    caller: {
      actor: { kind: "staff", id, label: email, sessionId: "1", ipAddress: "192.0.2.1" },
      permissions: new Set(permissions),
      stepUpUntil: new Date(shop.clock.now().getTime() + 300_000),
      ...{ locale: "en-US", requestId: "r1", isPreview: false, idempotencyKey: null },
    },
  };
});

it("has a case for every action that can be undone", () => {
  const names = adminActions.filter(({ inverse }) => inverse !== null).map(({ name }) => name);
  expect(names.filter((name) => !cases[name])).toEqual([]);
});

/** Removes what a sequence gives each transaction anew, and the times. */
function normalize(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) => (key === "subject_id" ? "id" : part))
      .replaceAll(/"(note|edit)_\d+"/g, '"$1"')
      .replaceAll(/("to":)\d+(,"from":null,"field":"replacement_order")/g, '$1"id"$2'),
  );
}

describe("a preview", () => {
  it.each(Object.entries(cases))("of %s shows what the action then does (property)", async (name, createCase) => {
    await fc.assert(
      fc.asyncProperty(generatedValues, async (values) => {
        const call = await createCase(context, values);
        const { preview } = await executeCase(context, name, call, true);
        const action = findAction(name);
        const input = { params: action.params.parse(call.params), input: action.input.parse(call.input) };
        const { value, effects } = await withTransaction(shop.db, (tx) =>
          collectEffects(tx, () => runAction(shop.app, tx, action, { ...context.caller, ...input })),
        );
        expect(value.audit_entry_id).not.toBeNull();
        expect(normalize(preview)).toEqual(normalize({ ...effects, requires_approval: false }));
        shop.clock.advance(60_000);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

/** Returns every row of the database, without generated ids, times, versions and the history. */
async function readDatabase(): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string; ignored: string[] }>`
    select c.table_name as name,
      array_remove(array_agg(case when c.data_type like 'timestamp%' or c.data_type = 'xid8' or c.column_name = 'version'
          or c.is_identity = 'YES'
        then c.column_name::text end), null) as ignored
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'audit_entries_%'
      and c.table_name <> all (${historyTables})
    group by c.table_name order by c.table_name`.execute(shop.db);
  const content: Record<string, unknown[]> = {};
  for (const { name, ignored } of tables) {
    const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) - ${ignored}::text[] as row
      from ${sql.table(name)} t order by 1`.execute(shop.db);
    if (rows.length > 0) content[name] = rows.map(({ row }) => row);
  }
  return content;
}

describe("undo", () => {
  it.each(Object.entries(cases).filter(([name]) => findAction(name).inverse !== null))(
    "of %s restores the database (property)",
    async (name, createCase) => {
      let undone = 0;
      await fc.assert(
        fc.asyncProperty(generatedValues, async (values) => {
          const call = await createCase(context, values);
          const before = await readDatabase();
          const { audit_entry_id, undo_until } = await executeCase(context, name, call);
          if (undo_until === null) return;
          await undoAction(shop.app, adminActions, context.caller, audit_entry_id ?? 0);
          expect(await readDatabase()).toEqual(before);
          undone++;
          shop.clock.advance(60_000);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
      // The undo of a decision cannot be undone itself.
      expect(undone > 0).toBe(!name.endsWith("moderation_undone"));
    },
  );
});
