import { type RawBuilder, sql } from "kysely";
import type { ProductStatus, TranslatedField } from "../../catalog/admin-schema.ts";
import type { MediaRow } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { TranslationListQuery } from "./admin-schema.ts";

export type TranslationRow = {
  product_id: number;
  name: string;
  reference: string;
  status: ProductStatus;
  image: MediaRow | null;
  units_sold: number;
  field: TranslatedField;
  ru: string;
  en: string;
  /** The texts as they last corresponded; null if one language is missing. */
  former_ru: string | null;
  former_en: string | null;
  since: Date | null;
};

/** Products whose description has one language only; a discontinued product is not translated. */
const lacksDescription = sql`(p.description_ru = '') <> (p.description_en = '') and p.status <> 'discontinued'`;

/** What needs a translator, as columns of the product p and of t. */
const selections = {
  outdated: sql`
    select p.id, p.units_sold, t.field, t.since, t.ru as former_ru, t.en as former_en,
      case t.field when 'name' then p.name_ru else p.description_ru end as ru,
      case t.field when 'name' then p.name_en else p.description_en end as en
    from outdated_translations t join products p on p.id = t.product_id`,
  missing: sql`
    select p.id, p.units_sold, 'description' as field, null::timestamptz as since, null::text as former_ru,
      null::text as former_en, p.description_ru as ru, p.description_en as en
    from products p where ${lacksDescription}`,
};

/** Lists texts that need a translator: those of the products that sell best first. */
export async function listTranslations(
  db: Db,
  { show, page, limit }: TranslationListQuery,
  locale: Locale,
): Promise<TranslationRow[]> {
  const part = sql`order by p.units_sold desc, p.id, field desc limit ${limit} offset ${(page - 1) * limit}`;
  return (
    await sql<TranslationRow>`
      ${selectRows(sql`${selections[show]} ${part}`, locale)} order by t.units_sold desc, t.id, t.field desc`.execute(
      db,
    )
  ).rows;
}

/**
 * Lists texts that need a translator in an order that does not change: by product.
 * @param after the last text of the batch before
 * @returns at most `limit` + 1 rows; the additional one shows that there are more
 */
export async function listTranslationBatch(
  db: Db,
  show: TranslationListQuery["show"],
  { after, limit, locale }: { after: TranslationRow | undefined; limit: number; locale: Locale },
): Promise<TranslationRow[]> {
  const position = after === undefined ? sql`true` : sql`(x.id, x.field) > (${after.product_id}, ${after.field})`;
  const part = sql`select * from (${selections[show]}) x where ${position} order by x.id, x.field limit ${limit + 1}`;
  return (await sql<TranslationRow>`${selectRows(part, locale)} order by t.id, t.field`.execute(db)).rows;
}

function selectRows(part: RawBuilder<unknown>, locale: Locale): RawBuilder<unknown> {
  const name = sql.ref(locale === "ru-RU" ? "name_ru" : "name_en");
  return sql`
    select t.id as product_id, t.units_sold, t.field, t.since, t.former_ru, t.former_en, t.ru, t.en, p.${name} as name,
      p.reference, p.status,
      (select jsonb_build_object('key', d.key, 'width', d.width, 'height', d.height)
        from product_images i join media d on d.id = i.media_id where i.product_id = t.id and i.position = 0) as image
    from (${part}) t join products p on p.id = t.id`;
}

/** Counts the texts that need a translator. */
export async function countTranslations(db: Db): Promise<{ outdated: number; missing: number }> {
  const { rows } = await sql<{ outdated: number; missing: number }>`
    select (select count(*)::integer from outdated_translations) as outdated,
      (select count(*)::integer from products p where ${lacksDescription}) as missing`.execute(db);
  return rows[0] ?? { outdated: 0, missing: 0 };
}
