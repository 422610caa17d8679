import { findSharedName, isIngredientName } from "../../catalog/ingredients/ingredient-names.ts";
import {
  deleteIngredient,
  insertIngredient,
  lockIngredients,
  updateIngredient,
} from "../../catalog/ingredients/ingredient-rows.ts";
import { type IngredientRow, type IngredientValues, toIngredientSlug } from "../../catalog/ingredients/ingredients.ts";
import type { FieldChange } from "../../platform/audit/audit-log.ts";
import { compareFields } from "../../platform/changes/compare-fields.ts";
import type { FieldEdit } from "../../platform/changes/schema.ts";
import type { Tx } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { ActionOutcome } from "../../staff/admin-action.ts";
import { type ChangedIngredient, type DeletedIngredient, type NewIngredient, refusals } from "./admin-schema.ts";

/**
 * Adds an ingredient. Its page has the slug of its name.
 * @throws Refusal `ingredient_name_taken`, `ingredient_name_invalid`
 */
export async function createIngredient(tx: Tx, input: NewIngredient): Promise<ActionOutcome<ChangedIngredient>> {
  const slug = toIngredientSlug(input.inci);
  const values = { ...input, slug, aliases: normalizeAliases(input.aliases, [slug]) };
  checkNames(values, await lockIngredients(tx), null);
  const id = await insertIngredient(tx, values, null);
  return { result: { id }, changes: listValues(values).map(([field, to]) => ({ field, from: null, to })) };
}

/**
 * Changes fields of an ingredient, as far as nobody else has changed the same ones. The path of its page stays.
 * @throws Refusal `not_found`, `edit_conflict`, `ingredient_name_taken`, `ingredient_name_invalid`
 */
export async function editIngredient(
  tx: Tx,
  id: number,
  edits: Readonly<Record<string, FieldEdit | undefined>>,
): Promise<ActionOutcome<ChangedIngredient>> {
  const rows = await lockIngredients(tx);
  const before = rows.find((row) => row.id === id);
  if (!before) throw refuse(commonRefusals, "not_found");
  const { aliases } = edits;
  const normalized = aliases
    ? { ...edits, aliases: { ...aliases, to: normalizeAliases(aliases.to as string[], [before.slug]) } }
    : edits;
  const changes = await compareFields(tx, { kind: "ingredient", id }, before, normalized);
  if (changes.length === 0) return { result: { id }, changes: null };
  const values = Object.fromEntries(changes.map(({ field, to }) => [field, to])) as Partial<IngredientValues>;
  checkNames({ ...before, ...values }, rows, id);
  await updateIngredient(tx, id, values);
  return { result: { id }, changes };
}

/** Deletes an ingredient. Compositions go on naming it, without a description. @throws Refusal `not_found` */
export async function removeIngredient(tx: Tx, id: number): Promise<ActionOutcome<DeletedIngredient>> {
  const row = (await lockIngredients(tx)).find((one) => one.id === id);
  if (!row) throw refuse(commonRefusals, "not_found");
  await deleteIngredient(tx, id);
  const { id: _id, ...values } = row;
  const changes = listValues(values).map(([field, from]): FieldChange => ({ field, from, to: null }));
  return { result: { id, values }, changes };
}

/**
 * Takes back a deletion.
 * @throws Refusal `state_changed` if it was added again meanwhile; `ingredient_name_taken`
 */
export async function restoreIngredient(
  tx: Tx,
  id: number,
  values: IngredientValues,
): Promise<ActionOutcome<ChangedIngredient>> {
  const rows = await lockIngredients(tx);
  if (rows.some((row) => row.id === id)) throw refuse(refusals, "state_changed");
  checkNames(values, rows, null);
  await insertIngredient(tx, values, id);
  return { result: { id }, changes: listValues(values).map(([field, to]) => ({ field, from: null, to })) };
}

/** Returns the slugs of other names, each once. @param names slugs that it has anyway */
function normalizeAliases(aliases: readonly string[], names: readonly string[]): string[] {
  const invalid = aliases.find((alias) => !isIngredientName(alias));
  if (invalid !== undefined) throw refuseName("ingredient_name_invalid", "aliases", { name: invalid });
  return [...new Set(aliases.map(toIngredientSlug))].filter((slug) => !names.includes(slug));
}

/** Refuses a name that no composition can have, and one that another ingredient has already. */
function checkNames(values: IngredientValues, rows: readonly IngredientRow[], id: number | null): void {
  if (!isIngredientName(values.inci)) throw refuseName("ingredient_name_invalid", "inci", { name: values.inci });
  const others = rows.filter((row) => row.id !== id);
  const shared = findSharedName(values, others);
  if (!shared) return;
  const field = values.aliases.includes(shared.slug) ? "aliases" : "inci";
  throw refuseName("ingredient_name_taken", field, { name: shared.slug, other: shared.other.inci });
}

function refuseName(
  code: "ingredient_name_taken" | "ingredient_name_invalid",
  field: "inci" | "aliases",
  params: Readonly<Record<string, string>>,
) {
  const error = code === "ingredient_name_taken" ? "taken" : "invalid";
  return refuse(refusals, code, { fields: { [field]: [error] }, params });
}

function listValues(values: IngredientValues): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
}
