import { sql } from "kysely";
import type { ProductStatus } from "../catalog/admin-schema.ts";
import type { MediaRow } from "../content/images.ts";
import type { Db } from "../platform/db/database.ts";
import { selectStaffMatches, type StaffSearch } from "./staff-search.ts";

export type StaffProductRow = {
  id: number;
  name_ru: string;
  name_en: string;
  brand: string;
  reference: string;
  barcode: string | null;
  stock: number;
  status: ProductStatus;
  image: MediaRow | null;
  /** Whether it was found by the words in the other keyboard layout. */
  is_switched: boolean;
};

/** The number of products by name of which the most popular are returned. */
const MAX_NAME_MATCHES = 500;

/** Returns the products that staff search for, those in the store and the most popular ones first. */
export async function selectProductsForStaff(db: Db, search: StaffSearch, limit: number): Promise<StaffProductRow[]> {
  const { rows } = await sql<StaffProductRow>`
    select p.id, p.name_ru, p.name_en, b.name as brand, p.reference, p.barcode, p.stock, p.status,
      (select jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height)
        from product_images i join media m on m.id = i.media_id
        where i.product_id = p.id order by i.position limit 1) as image,
      found.is_switched
    from ${selectStaffMatches(search, MAX_NAME_MATCHES)} found
      join products p on p.id = found.id
      join brands b on b.id = p.brand_id
    order by p.status = 'active' desc, p.units_sold desc, p.id limit ${limit}`.execute(db);
  return rows;
}
