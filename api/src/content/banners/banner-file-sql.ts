import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";

/** A banner as a row of the data file. */
export type BannerFileRow = {
  name: string;
  locale: Locale;
  place: "hero" | "side" | "wide";
  position: number;
  eyebrow: string;
  title: string;
  text: string;
  action: string;
  href: string;
  theme_color: string;
  /** Media keys of the images for wide and narrow screens. */
  wide_image: string;
  narrow_image: string;
  starts_at: Date | null;
  ends_at: Date | null;
};

export async function listBannerFileRows(db: Db): Promise<BannerFileRow[]> {
  const { rows } = await sql<BannerFileRow>`
    select b.name, b.locale, b.place, b.position, b.eyebrow, b.title, b.text, b.action, b.href,
      b.theme_color, w.key as wide_image, n.key as narrow_image, b.starts_at, b.ends_at
    from banners b join media w on w.id = b.wide_id join media n on n.id = b.narrow_id
    order by b.locale desc, b.place, b.position, b.name`.execute(db);
  return rows;
}

const selectMediaId = (key: string) => sql<number>`(select id from media where key = ${key})`;

function toBannerColumns({ wide_image, narrow_image, ...row }: BannerFileRow) {
  return {
    ...row,
    wide_id: selectMediaId(wide_image),
    narrow_id: selectMediaId(narrow_image),
  };
}

export async function insertBanner(db: Tx, row: BannerFileRow): Promise<void> {
  await db.insertInto("banners").values(toBannerColumns(row)).execute();
}

type BannerKey = Pick<BannerFileRow, "name" | "locale">;

export async function updateBanner(db: Tx, { name, locale }: BannerKey, row: BannerFileRow): Promise<void> {
  await db
    .updateTable("banners")
    .set(toBannerColumns(row))
    .where("name", "=", name)
    .where("locale", "=", locale)
    .execute();
}

export async function deleteBanner(db: Tx, { name, locale }: BannerKey): Promise<void> {
  await db.deleteFrom("banners").where("name", "=", name).where("locale", "=", locale).execute();
}
