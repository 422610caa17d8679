import { type RawBuilder, sql } from "kysely";
import type { MediaRow } from "../content/images.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { MAX_EXACT_COUNT } from "./admin-schema.ts";
import type { ContentStatus } from "./schema.ts";
import { selectPhotos } from "./sql.ts";

/** What is listed: one status, oldest first if it is pending, otherwise newest first. */
export type ModerationListFilter = Readonly<{
  status: ContentStatus;
  locale: Locale | undefined;
  /** The last item of the previous page; `micros` is its time in microseconds. */
  after: Readonly<{ micros: number; id: number }> | undefined;
  limit: number;
}>;

type PurchaseStatus = "paid" | "packing" | "shipped" | "delivered" | "returned";

/** A review or question with what helps to decide about it. */
export type ModerationListRow = {
  id: number;
  status: ContentStatus;
  locale: Locale;
  text: string;
  author_name: string;
  created_at: Date;
  /** `created_at` in microseconds, for the cursor. */
  created_micros: number;
  published_at: Date | null;
  answered_at: Date | null;
  reject_reason: string;
  product_id: number;
  product_name: string;
  product_reference: string;
  product_image: MediaRow | null;
  purchase: { order_id: number; status: PurchaseStatus; delivered_at: string | null } | null;
  other_accounts: number;
  earlier: { pending: number; published: number; rejected: number };
};
export type ReviewListRow = ModerationListRow & {
  rating: number;
  is_verified_purchase: boolean;
  shop_answer: string;
  photos: MediaRow[];
};
export type QuestionListRow = ModerationListRow & { is_public: boolean; answer: string };

/** The number of items of each status, up to one more than is counted exactly. */
export type ModerationCounts = {
  statuses: Record<ContentStatus, number>;
  locales: Record<Locale, number>;
  oldest_pending_at: Date | null;
};

/** Lists reviews. @param staffLocale the language of the names of products */
export async function listReviewsToModerate(
  db: Db,
  filter: ModerationListFilter,
  staffLocale: Locale,
): Promise<ReviewListRow[]> {
  const columns = sql`r.rating, r.is_verified_purchase, r.shop_answer, ${selectPhotos} as photos`;
  return listContent<ReviewListRow>(db, { table: "reviews", alias: "r", columns }, filter, staffLocale);
}

/** Lists questions. @param staffLocale the language of the names of products */
export async function listQuestionsToModerate(
  db: Db,
  filter: ModerationListFilter,
  staffLocale: Locale,
): Promise<QuestionListRow[]> {
  const columns = sql`q.is_public, q.answer`;
  return listContent<QuestionListRow>(db, { table: "questions", alias: "q", columns }, filter, staffLocale);
}

type ContentTable = { table: "reviews" | "questions"; alias: "r" | "q"; columns: RawBuilder<unknown> };

async function listContent<Row>(
  db: Db,
  { table, alias, columns }: ContentTable,
  { status, locale, after, limit }: ModerationListFilter,
  staffLocale: Locale,
): Promise<Row[]> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const place = sql`(${column("created_at")}, ${column("id")})`;
  const [direction, comparison] = status === "pending" ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const conditions = [
    sql`${column("status")} = ${status}`,
    ...(locale === undefined ? [] : [sql`${column("locale")} = ${locale}`]),
    ...(after === undefined
      ? []
      : [sql`${place} ${comparison} ('epoch'::timestamptz + ${after.micros} * interval '1 microsecond', ${after.id})`]),
  ];
  const { rows } = await sql<Row>`
    select ${sql.join(["id", "status", "locale", "text", "author_name", "created_at", "published_at"].map(column))},
      ${column("answered_at")}, ${column("reject_reason")}, ${columns},
      (extract(epoch from ${column("created_at")}) * 1000000)::bigint as created_micros,
      p.id as product_id, p.reference as product_reference,
      ${sql.ref(staffLocale === "ru-RU" ? "p.name_ru" : "p.name_en")} as product_name,
      (select jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height)
        from product_images i join media m on m.id = i.media_id where i.product_id = p.id and i.position = 0) as product_image,
      (select jsonb_build_object('order_id', o.id, 'status', o.status, 'delivered_at', o.delivered_at)
        from orders o join order_lines l on l.order_id = o.id
        where o.customer_id = ${column("customer_id")} and l.product_id = ${column("product_id")} and l.removed_by_edit is null
          and o.status in ('paid', 'packing', 'shipped', 'delivered', 'returned')
        order by o.placed_at desc limit 1) as purchase,
      (select count(distinct b.customer_id)
        from addresses a join addresses b on b.country = a.country and b.postcode = a.postcode
          and lower(b.address) = lower(a.address) and b.customer_id <> a.customer_id and b.deleted_at is null
        where a.customer_id = ${column("customer_id")} and a.deleted_at is null) as other_accounts,
      (select jsonb_build_object('pending', count(*) filter (where e.status = 'pending'),
          'published', count(*) filter (where e.status = 'published'), 'rejected', count(*) filter (where e.status = 'rejected'))
        from ${sql.table(table)} e
        where e.customer_id = ${column("customer_id")} and (e.created_at, e.id) < ${place}) as earlier
    from ${sql.table(table)} ${sql.raw(alias)} join products p on p.id = ${column("product_id")}
    where ${sql.join(conditions, sql` and `)}
    order by ${column("created_at")} ${direction}, ${column("id")} ${direction} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Selects reviews of a view, or by their ids, for a task, with the values that a decision compares. */
export function selectReviews(
  selection: Readonly<{ status: ContentStatus; locale: Locale | undefined }> | Readonly<{ ids: readonly string[] }>,
): RawBuilder<unknown> {
  const condition =
    "ids" in selection
      ? sql`id::text = any(${[...selection.ids]})`
      : sql`status = ${selection.status} and (${selection.locale ?? null}::text is null or locale = ${selection.locale ?? null})`;
  return sql`select id::text as id, jsonb_build_object('status', status, 'created_at', created_at) as base
    from reviews where ${condition}`;
}

/** Counts the reviews or questions with a status, optionally in one language. */
export async function countContentOf(
  db: Db,
  table: "reviews" | "questions",
  { status, locale }: Pick<ModerationListFilter, "status" | "locale">,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where status = ${status} and (${locale ?? null}::text is null or locale = ${locale ?? null})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts reviews or questions by status, and those with one status by language. */
export async function countContent(
  db: Db,
  table: "reviews" | "questions",
  status: ContentStatus,
): Promise<ModerationCounts> {
  const count = (counted: ContentStatus, condition = sql`true`) => sql`(select count(*) from (
    select from ${sql.table(table)} where status = ${counted} and ${condition} limit ${sql.lit(MAX_EXACT_COUNT + 1)}) counted)`;
  const { rows } = await sql<ModerationCounts>`
    select jsonb_build_object('pending', ${count("pending")}, 'published', ${count("published")},
        'rejected', ${count("rejected")}) as statuses,
      jsonb_build_object('ru-RU', ${count(status, sql`locale = 'ru-RU'`)}, 'en-US', ${count(status, sql`locale = 'en-US'`)}) as locales,
      (select min(created_at) from ${sql.table(table)} where status = 'pending') as oldest_pending_at`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("a query without a table returned no row");
  return counts;
}

/** Returns the product, language and text of a question. */
export async function findQuestionText(
  db: Db,
  id: number,
): Promise<{ product_id: number; locale: Locale; text: string } | undefined> {
  const { rows } = await sql<{ product_id: number; locale: Locale; text: string }>`
    select product_id, locale, text from questions where id = ${id}`.execute(db);
  return rows[0];
}
