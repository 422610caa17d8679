import { listPictures, type PictureRow, replacePictures } from "../../catalog/products/product-pictures.ts";
import type { FieldChange } from "../../platform/audit/audit-log.ts";
import type { Tx } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { refusals } from "../admin-schema.ts";
import { lockImages, markUnused, unmarkUnused } from "../pictures/sql.ts";

/** Returns the value of a picture in the field `pictures`: `KEY`, or `KEY:OPTION` for one of an option. */
export function toPictureReference({ key, option_id }: Pick<PictureRow, "key" | "option_id">): string {
  return option_id === null ? key : `${key}:${option_id}`;
}

/** Returns the value of the field `pictures` of a locked product. */
export async function loadPictureReferences(tx: Tx, productId: number): Promise<string[]> {
  return (await listPictures(tx, productId)).map(toPictureReference);
}

/**
 * Applies a change of the field `pictures` to a locked product.
 * @param optionIds the options that the product has
 * @throws Refusal `picture_not_found`; `validation_failed` for a picture of an option that the product does not have
 */
export async function updatePictures(
  tx: Tx,
  productId: number,
  change: FieldChange,
  { optionIds, now }: { optionIds: readonly number[]; now: Date },
): Promise<void> {
  const pictures = (change.to as string[]).map((reference) => {
    const [key = "", optionId] = reference.split(":");
    return { key, option_id: optionId === undefined ? null : Number(optionId) };
  });
  if (pictures.some(({ option_id }) => option_id !== null && !optionIds.includes(option_id)))
    throw refuse(commonRefusals, "validation_failed", { fields: { "changes.pictures.to": ["invalid"] } });
  const ids = await lockImages(
    tx,
    pictures.map(({ key }) => key),
  );
  const after = pictures.map(({ key, option_id }) => {
    const mediaId = ids.get(key);
    if (mediaId === undefined) throw refuse(refusals, "picture_not_found");
    return { media_id: mediaId, option_id };
  });
  const before = await listPictures(tx, productId);
  await replacePictures(tx, productId, after);
  const used = after.map(({ media_id }) => media_id);
  await unmarkUnused(tx, used);
  const removed = before.map(({ media_id }) => media_id).filter((id) => !used.includes(id));
  await markUnused(tx, removed, now);
}
