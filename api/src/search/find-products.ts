import { serializeThumbnail } from "../content/images.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { FoundProducts } from "./admin-schema.ts";
import { normalizeQuery } from "./query/tokenize.ts";
import { selectProductsForStaff } from "./find-products-sql.ts";
import { parseStaffSearch } from "./staff-search.ts";

const MAX_PRODUCTS = 6;
/** Shorter texts match too many products while they are typed. */
const MIN_TEXT_LENGTH = 2;

/**
 * Finds products of any status for staff: by the beginning of a reference or barcode, and by words of the name. If no
 * name has the words, they are read in the other keyboard layout.
 */
export async function findProducts(
  { db }: Pick<AppContext, "db">,
  text: string,
  locale: Locale,
): Promise<FoundProducts> {
  if (normalizeQuery(text).length < MIN_TEXT_LENGTH) return { items: [], corrected: null };
  const search = parseStaffSearch(text);
  const rows = await selectProductsForStaff(db, search, MAX_PRODUCTS);
  return {
    items: rows.map(({ id, name_ru, name_en, brand, reference, barcode, stock, status, image }) => {
      const name = locale === "ru-RU" ? name_ru : name_en;
      const thumbnail = image ? serializeThumbnail(image, name) : null;
      return { id, name, brand, reference, barcode, stock, status, image: thumbnail };
    }),
    corrected: rows.some(({ is_switched }) => is_switched) ? search.switched : null,
  };
}
