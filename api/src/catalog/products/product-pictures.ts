import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

/** The pictures of a product in their order. */
export type PictureRow = { media_id: number; key: string; option_id: number | null };

/** Lists the pictures of a product. */
export async function listPictures(tx: Tx, productId: number): Promise<PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select i.media_id, d.key, i.option_id from product_images i join media d on d.id = i.media_id
    where i.product_id = ${productId} order by i.position`.execute(tx);
  return rows;
}

/** Replaces the pictures of a locked product, in their order. */
export async function replacePictures(
  tx: Tx,
  productId: number,
  pictures: readonly Pick<PictureRow, "media_id" | "option_id">[],
): Promise<void> {
  await tx.deleteFrom("product_images").where("product_id", "=", productId).execute();
  if (pictures.length === 0) return;
  const rows = pictures.map((picture, position) => ({ product_id: productId, position, ...picture }));
  await tx.insertInto("product_images").values(rows).execute();
}
