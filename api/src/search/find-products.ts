import { localizePath } from "../../../design-system/i18n/locale-path.ts";
import { serializeThumbnail } from "../content/images.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { switchLayout } from "../platform/i18n/keyboard-layout.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { FoundProducts } from "./admin-schema.ts";
import { extractCode, normalizeQuery, tokenize } from "./query/tokenize.ts";
import { selectProductsForStaff } from "./sql.ts";

const MAX_PRODUCTS = 6;
/** Shorter texts match too many products while they are typed. */
const MIN_TEXT_LENGTH = 2;

/**
 * Finds products of any status for staff: by the beginning of a reference or barcode, and by words of the name. If no
 * name has the words, they are read in the other keyboard layout.
 */
export async function findProducts(
  { db, config }: Pick<AppContext, "db" | "config">,
  text: string,
  locale: Locale,
): Promise<FoundProducts> {
  const query = normalizeQuery(text);
  if (query.length < MIN_TEXT_LENGTH) return { items: [], corrected: null };
  const switched = switchLayout(query);
  const rows = await selectProductsForStaff(db, {
    code: extractCode(query) ?? null,
    words: tokenize(query),
    switchedWords: tokenize(switched),
    limit: MAX_PRODUCTS,
  });
  return {
    items: rows.map(({ id, name_ru, name_en, slug, brand, reference, barcode, stock, status, image }) => {
      const name = locale === "ru-RU" ? name_ru : name_en;
      const path = localizePath(`/${slug}`, locale, config.localeStrategy);
      return {
        ...{ id, name, brand, reference, barcode, stock, status },
        image: image ? serializeThumbnail(image, name) : null,
        store_url: status === "active" ? config.publicUrl + path : null,
      };
    }),
    corrected: rows.some(({ is_switched }) => is_switched) ? switched : null,
  };
}
