import { type RawBuilder, sql } from "kysely";
import type { SharedKind, SharedName } from "../content/share.ts";
import type { Db } from "../platform/db.ts";

/** What a page is called and shows, as its link's picture needs it. `line` is null where the part of the shop is said. */
export type SharedRow = { title: string; line: string | null; picture: string | null; cloth: string };

type Reader = (name: SharedName, now: Date) => RawBuilder<SharedRow>;

const post: Reader = ({ kind, slug, locale }, now) => sql`
  select p.title, null as line, m.key as picture, p.cloth from posts p left join media m on m.id = p.cover_id
  where p.kind = ${kind} and p.slug = ${slug} and p.locale = ${locale} and p.published_at <= ${now} and not p.draft`;

const readers: Record<Exclude<SharedKind, "gift">, Reader> = {
  product: ({ slug, locale }) => sql`
    select ${sql.ref(locale === "ru-RU" ? "p.name_ru" : "p.name_en")} as title, m.name as line, d.key as picture, 'shiro' as cloth
    from products p join manufacturers m on m.id = p.manufacturer_id
    join product_images i on i.product_id = p.id and i.position = 0 join media d on d.id = i.media_id
    where p.slug = ${slug} and p.status <> 'hidden'`,
  category: ({ slug, locale }) => sql`
    select ${sql.ref(locale === "ru-RU" ? "name_ru" : "name_en")} as title, null as line, null as picture, cloth
    from categories where slug = ${slug}`,
  blog: post,
  news: post,
  info: ({ slug, locale }) => sql`
    select title, null as line, null as picture, 'shiro' as cloth from pages where slug = ${slug} and locale = ${locale}`,
  quiz: ({ slug, locale }) => sql`
    select title, null as line, null as picture, 'sakura' as cloth from quizzes where id::text = ${slug} and locale = ${locale}`,
};

/** Undefined where there is no such page, or nobody sees it. */
export async function findShared(
  db: Db,
  { kind, ...name }: Omit<SharedName, "kind"> & { kind: Exclude<SharedKind, "gift"> },
  now: Date,
): Promise<SharedRow | undefined> {
  return (await readers[kind]({ kind, ...name }, now).execute(db)).rows[0];
}
