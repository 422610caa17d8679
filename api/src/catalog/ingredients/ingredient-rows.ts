import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { type IngredientRow, type IngredientValues, listIngredientRows } from "./ingredients.ts";

/**
 * Lists all ingredients and lets nobody else change them until the end of the transaction, so that no two of them get
 * the same name.
 */
export async function lockIngredients(tx: Tx): Promise<IngredientRow[]> {
  await sql`lock table ingredients in share row exclusive mode`.execute(tx);
  return listIngredientRows(tx);
}

/** Inserts an ingredient. @param id the id of one that was deleted before; null for a new one. @returns its id */
export async function insertIngredient(tx: Tx, values: IngredientValues, id: number | null): Promise<number> {
  const row = await tx
    .insertInto("ingredients")
    .values({ ...values, ...(id === null ? {} : { id }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Changes values of an ingredient. */
export async function updateIngredient(tx: Tx, id: number, values: Partial<IngredientValues>): Promise<void> {
  await tx.updateTable("ingredients").set(values).where("id", "=", id).execute();
}

/** Deletes an ingredient. Compositions and lists of excluded ingredients go on naming it. */
export async function deleteIngredient(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("ingredients").where("id", "=", id).execute();
}
