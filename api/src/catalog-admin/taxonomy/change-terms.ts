import { slugify } from "../../catalog/import/taxonomy-terms.ts";
import {
  countTermUses,
  deleteTerm,
  insertTerm,
  isTermTaken,
  lockCategories,
  lockImage,
  lockReference,
  lockTerm,
  placeCategories,
  type CategoryPlace,
  type CategoryPosition,
  type TermKind,
  type TermValues,
  updateTerm,
} from "../../catalog/taxonomy/terms.ts";
import { compareFields } from "../../platform/changes/compare-fields.ts";
import type { FieldEdit } from "../../platform/changes/schema.ts";
import type { Tx } from "../../platform/db/database.ts";
import { disableStatementTimeout } from "../../platform/db/statement-timeout.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { ActionOutcome } from "../../staff/admin-action.ts";
import { type DeletedTerm, type MovedCategory, refusals } from "./admin-schema.ts";

type ChangedTerm = { id: number };

/**
 * Adds a term. Without a slug it gets the first free one that its English name and a number make.
 * @throws Refusal `term_taken`, `term_not_found`, `image_not_found`
 */
export async function createTerm(tx: Tx, kind: TermKind, input: TermValues): Promise<ActionOutcome<ChangedTerm>> {
  const values = input.slug === "" ? { ...input, slug: await chooseSlug(tx, kind, input) } : input;
  await checkValues(tx, kind, values, null);
  const id = await insertTerm(tx, kind, values, null);
  return { result: { id }, changes: listValues(values).map(([field, to]) => ({ field, from: null, to })) };
}

/**
 * Changes fields of a term, as far as nobody else has changed the same ones.
 * @throws Refusal `not_found`, `edit_conflict`, `term_taken`, `image_not_found`
 */
export async function editTerm(
  tx: Tx,
  kind: TermKind,
  id: number,
  edits: Readonly<Record<string, FieldEdit | undefined>>,
): Promise<ActionOutcome<ChangedTerm>> {
  // A new name changes the search terms of all products of the term.
  await disableStatementTimeout(tx);
  const before = await lockTerm(tx, kind, id);
  if (!before) throw refuse(commonRefusals, "not_found");
  const changes = await compareFields(tx, { kind, id }, before, edits);
  if (changes.length === 0) return { result: { id }, changes: null };
  const values = Object.fromEntries(changes.map(({ field, to }) => [field, to])) as TermValues;
  await checkValues(tx, kind, { ...before, ...values }, id);
  await updateTerm(tx, kind, { id, before, values });
  return { result: { id }, changes };
}

/** Deletes a term. @throws Refusal `not_found`, `term_in_use` */
export async function removeTerm(tx: Tx, kind: TermKind, id: number): Promise<ActionOutcome<DeletedTerm>> {
  const values = await lockTerm(tx, kind, id);
  if (!values) throw refuse(commonRefusals, "not_found");
  const uses = await countTermUses(tx, kind, id);
  if (uses.products + uses.others > 0)
    throw refuse(refusals, "term_in_use", { data: { uses }, params: { products: uses.products, others: uses.others } });
  await deleteTerm(tx, kind, id);
  return { result: { id, values }, changes: listValues(values).map(([field, from]) => ({ field, from, to: null })) };
}

/** Takes back a deletion. @throws Refusal `state_changed` if the id is used again; like `createTerm` */
export async function restoreTerm(
  tx: Tx,
  kind: TermKind,
  id: number,
  values: TermValues,
): Promise<ActionOutcome<ChangedTerm>> {
  if (await lockTerm(tx, kind, id)) throw refuse(refusals, "state_changed");
  await checkValues(tx, kind, values, null);
  await insertTerm(tx, kind, values, id);
  return { result: { id }, changes: listValues(values).map(([field, to]) => ({ field, from: null, to })) };
}

async function checkValues(tx: Tx, kind: TermKind, values: TermValues, id: number | null): Promise<void> {
  const { brand_id: brandId, parent_id: parentId, image } = values;
  const references = [
    ...(typeof brandId === "number" ? [["brands", brandId] as const] : []),
    ...(typeof parentId === "number" ? [["categories", parentId] as const] : []),
  ];
  for (const [table, reference] of references)
    if (!(await lockReference(tx, table, reference))) throw refuse(refusals, "term_not_found");
  if (typeof image === "string" && !(await lockImage(tx, image))) throw refuse(refusals, "image_not_found");
  if (await isTermTaken(tx, kind, values, id)) {
    const field = kind === "series" ? "name" : "slug";
    throw refuse(refusals, "term_taken", { fields: { [field]: ["taken"] } });
  }
}

async function chooseSlug(tx: Tx, kind: TermKind, { name_en: english, name }: TermValues): Promise<string> {
  const base = slugify(String(english ?? name)) || kind;
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!(await isTermTaken(tx, kind, { slug }, null))) return slug;
  }
}

function listValues(values: TermValues): [string, string | number | null][] {
  return Object.entries(values).filter(([, value]) => value !== null && value !== "");
}

type Place = Readonly<{ parent_id: number | null; place: number }>;

/**
 * Moves a category below another parent or among its siblings, with everything below it.
 * @param from the place that the person saw
 * @throws Refusal `not_found`; `state_changed` if it is elsewhere; `term_not_found` for a parent that does not exist;
 * `category_cycle` for one below it
 */
export async function moveCategory(
  tx: Tx,
  id: number,
  { from, to }: { from: Place; to: Place },
): Promise<ActionOutcome<MovedCategory>> {
  await disableStatementTimeout(tx);
  const categories = await lockCategories(tx);
  const moved = requireAt(categories, id, from);
  const parent = categories.find((one) => one.id === to.parent_id);
  if (to.parent_id !== null && !parent) throw refuse(refusals, "term_not_found");
  if (parent?.path.includes(id)) throw refuse(refusals, "category_cycle");
  const siblings = categories.filter((one) => one.parent_id === to.parent_id && one.id !== id);
  const ordered = siblings.toSpliced(to.place, 0, moved);
  const place = ordered.indexOf(moved);
  const result = { id, parent_id: to.parent_id, place, previous_parent_id: from.parent_id };
  if (from.parent_id === to.parent_id && from.place === place)
    return { result: { ...result, previous_positions: [] }, changes: null };
  const positions = ordered.map((one, position) => ({ id: one.id, position }));
  const changed = positions.filter(({ position }, index) => ordered[index]?.position !== position);
  await placeCategories(tx, { id, parentId: to.parent_id, positions: changed });
  const previous = changed.map(({ id: changedId }) => pickPosition(categories, changedId));
  return { result: { ...result, previous_positions: previous }, changes: describeMove(from, { ...to, place }) };
}

/** Takes back a move. @throws Refusal `not_found`, `state_changed`, `term_not_found` */
export async function undoCategoryMove(
  tx: Tx,
  id: number,
  { from, parent_id, positions }: { from: Place; parent_id: number | null; positions: readonly CategoryPosition[] },
): Promise<ActionOutcome<MovedCategory>> {
  await disableStatementTimeout(tx);
  const categories = await lockCategories(tx);
  requireAt(categories, id, from);
  const parent = categories.find((one) => one.id === parent_id);
  if (parent_id !== null && (!parent || parent.path.includes(id))) throw refuse(refusals, "state_changed");
  const previous = positions.flatMap((one) => (categories.some((row) => row.id === one.id) ? [one] : []));
  await placeCategories(tx, { id, parentId: parent_id, positions: previous });
  const to = { parent_id, place: previous.find((one) => one.id === id)?.position ?? 0 };
  const result = { id, ...to, previous_parent_id: from.parent_id, previous_positions: [] };
  return { result, changes: describeMove(from, to) };
}

function requireAt(categories: readonly CategoryPlace[], id: number, { parent_id, place }: Place): CategoryPlace {
  const category = categories.find((one) => one.id === id);
  if (!category) throw refuse(commonRefusals, "not_found");
  const siblings = categories.filter((one) => one.parent_id === category.parent_id);
  if (category.parent_id !== parent_id || siblings[place] !== category) throw refuse(refusals, "state_changed");
  return category;
}

function pickPosition(categories: readonly CategoryPlace[], id: number): CategoryPosition {
  return { id, position: categories.find((one) => one.id === id)?.position ?? 0 };
}

function describeMove(from: Place, to: Place) {
  return [
    ...(from.parent_id === to.parent_id ? [] : [{ field: "parent_id", from: from.parent_id, to: to.parent_id }]),
    { field: "place", from: from.place, to: to.place },
  ];
}
