import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import { defaultLocale, type Locale } from "../platform/locale.ts";

export type Purpose = "personal_data" | "newsletter" | "reminders" | "analytics" | "duty_7_14" | "offer";

export type Consent = {
  /** Null: of somebody who is known by his address alone, or not at all (analytics). */
  customerId: number | null;
  email: string | null;
  purpose: Purpose;
  /** In which the document that was agreed to was read. */
  locale: Locale;
  at: Date;
  ip: string;
  userAgent: string;
  sourceForm: string;
};

/** The page that a consent of each purpose is given to. */
const documents: Record<Purpose, "privacy-policy" | "oferta"> = {
  personal_data: "privacy-policy",
  newsletter: "privacy-policy",
  reminders: "privacy-policy",
  analytics: "privacy-policy",
  duty_7_14: "oferta",
  offer: "oferta",
};

/** The document of a purpose as it stands now: `oferta/en-US/2026-03`. */
function documentVersion({ purpose, locale }: Consent) {
  const slug = documents[purpose];
  return sql<string>`coalesce(
    (select concat_ws('/', slug, locale, version) from pages
      where slug = ${slug} and locale in (${locale}, ${defaultLocale}) order by locale = ${locale} desc limit 1),
    ${`${slug}/${locale}/1`})`;
}

/** @returns the ids of the rows, in the order of the consents. */
export async function insertConsents(db: Db, consents: readonly Consent[]): Promise<number[]> {
  const rows = await db
    .insertInto("consents")
    .values(
      consents.map((consent) => ({
        customer_id: consent.customerId,
        email: consent.email,
        purpose: consent.purpose,
        version: documentVersion(consent),
        given_at: consent.at,
        ip: consent.ip,
        user_agent: consent.userAgent,
        source_form: consent.sourceForm,
      })),
    )
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

export async function withdrawConsent(db: Tx, customerId: number, purpose: Purpose, at: Date): Promise<void> {
  await db
    .updateTable("consents")
    .set({ withdrawn_at: at })
    .where("customer_id", "=", customerId)
    .where("purpose", "=", purpose)
    .where("withdrawn_at", "is", null)
    .execute();
}

/** Withdraws what was given by this address, or by the customer whose it is now. */
export async function withdrawByEmail(db: Tx, email: string, purpose: Purpose, at: Date): Promise<void> {
  await sql`
    update consents set withdrawn_at = ${at}
    where purpose = ${purpose} and withdrawn_at is null and (email = ${email}
      or customer_id = (select id from customers where email = ${email} and deleted_at is null))`.execute(db);
}

/** Withdraws one consent that somebody unknown gave. */
export async function withdrawById(db: Db, id: number, purpose: Purpose, at: Date): Promise<void> {
  await db
    .updateTable("consents")
    .set({ withdrawn_at: at })
    .where("id", "=", id)
    .where("purpose", "=", purpose)
    .where("withdrawn_at", "is", null)
    .execute();
}

/** The newest consent of each purpose that a customer has given and not withdrawn. */
export async function liveConsents(db: Db, customerId: number) {
  return db
    .selectFrom("consents")
    .distinctOn("purpose")
    .select(["purpose", "version", "given_at as givenAt", "source_form as sourceForm"])
    .where("customer_id", "=", customerId)
    .where("withdrawn_at", "is", null)
    .orderBy("purpose")
    .orderBy("given_at", "desc")
    .execute();
}

/**
 * Whether letters of a purpose may go to an address: its customer agreed and has confirmed it, or somebody without an
 * account agreed by a letter that went there.
 */
export async function isAgreed(db: Db, email: string, purpose: Purpose): Promise<boolean> {
  const { rows } = await sql`
    select 1 from consents s left join customers c on c.id = s.customer_id
    where s.purpose = ${purpose} and s.withdrawn_at is null
      and case when s.customer_id is null then s.email = ${email}
        else c.email = ${email} and c.deleted_at is null and c.email_verified_at is not null end
    limit 1`.execute(db);
  return rows.length > 0;
}
