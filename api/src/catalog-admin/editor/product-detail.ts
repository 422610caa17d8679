import { localizePath } from "../../../../design-system/i18n/locale-path.ts";
import { getIngredientDictionary } from "../../catalog/ingredients/ingredients.ts";
import { serializeImage } from "../../content/images.ts";
import { listCarriage } from "../../delivery/carriage.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { ShippableGoods } from "../../platform/shipping-terms.ts";
import type { ProductDetail } from "./admin-schema.ts";
import { toPictureReference } from "./product-pictures.ts";
import { toProductValues, toVariantValues } from "./product-values.ts";
import { hashTexts } from "./hash-texts.ts";
import { checkRequirements } from "./requirements.ts";
import { findProductDetail, type ProductDetailRow } from "./sql.ts";
import { countKnownIngredients, findTextWarnings } from "./text-warnings.ts";

/** Returns a product with all that its editor shows. @throws Refusal `not_found` */
export async function getProductDetail(
  { db, config }: Pick<AppContext, "db" | "config">,
  id: number,
  { locale, now }: { locale: Locale; now: Date },
): Promise<ProductDetail> {
  const row = await findProductDetail(db, id);
  if (!row) throw refuse(commonRefusals, "not_found");
  const fields = { ...toProductValues(row), pictures: row.pictures.map(toPictureReference) };
  const name = locale === "ru-RU" ? row.name_ru : row.name_en;
  const dictionary = await getIngredientDictionary(db);
  const goods = { ...row, size_mm: row.size_mm as ShippableGoods["size_mm"] };
  return {
    id,
    reference: row.reference,
    status: row.status,
    brand: row.brand,
    name,
    store_url:
      row.status === "active" ? config.publicUrl + localizePath(`/${row.slug}`, locale, config.localeStrategy) : null,
    updated_at: row.updated_at.toISOString(),
    fields,
    variants: row.variants.map((variant) => serializeVariant(variant)),
    pictures: row.pictures.map((picture) => ({ ...serializeImage(picture, name), option_id: picture.option_id })),
    outdated_translations: row.outdated_translations.map((translation) => ({
      ...translation,
      since: new Date(translation.since).toISOString(),
      changed: row[`${translation.field}_ru`] === translation.ru ? "en" : "ru",
      hash: hashTexts(row[`${translation.field}_ru`], row[`${translation.field}_en`]),
    })),
    requirements: checkRequirements({
      values: fields,
      pictures: row.pictures.length,
      variants: row.variants.length,
    }),
    carriage: await listCarriage(db, goods, { locale, priceRubMinor: row.price_minor, now }),
    known_ingredients: countKnownIngredients(row.composition, dictionary),
    warnings: findTextWarnings(fields, dictionary),
  };
}

function serializeVariant(variant: ProductDetailRow["variants"][number]): ProductDetail["variants"][number] {
  const { stock, lowest_minor, reference_price_minor, sale_ends_at, is_withdrawn, is_unused, ...row } = variant;
  return {
    option_id: variant.option_id,
    stock,
    lowest_price: lowest_minor / 100,
    is_old_price_shown: reference_price_minor !== null,
    sale_ends_at: sale_ends_at === null ? null : new Date(sale_ends_at).toISOString(),
    ...{ is_withdrawn, is_unused },
    fields: toVariantValues(row),
  };
}
