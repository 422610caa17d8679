import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { defaultLocale, type Locale } from "../../platform/i18n/locale.ts";

export type Purpose = "personal_data" | "newsletter" | "reminders" | "analytics" | "duty_7_14" | "offer";

export type Consent = {
  /** Null if the person is known only by email, or not at all (analytics). */
  customerId: number | null;
  email: string | null;
  purpose: Purpose;
  /** Language in which the person read the document that they agreed to. */
  locale: Locale;
  givenAt: Date;
  ip: string;
  userAgent: string;
  sourceForm: string;
};

/** The CMS page that holds the document for each purpose. */
const documentSlugs: Record<Purpose, "privacy-policy" | "oferta"> = {
  personal_data: "privacy-policy",
  newsletter: "privacy-policy",
  reminders: "privacy-policy",
  analytics: "privacy-policy",
  duty_7_14: "oferta",
  offer: "oferta",
};

/** SQL expression for the current version of the purpose's document: `oferta/en-US/2026-03`. */
function selectDocumentVersion({ purpose, locale }: Consent) {
  const slug = documentSlugs[purpose];
  return sql<string>`coalesce(
    (select concat_ws('/', slug, locale, version) from pages
      where slug = ${slug} and locale in (${locale}, ${defaultLocale}) order by locale = ${locale} desc limit 1),
    ${`${slug}/${locale}/1`})`;
}

/** @returns the ids of the new rows, in the order of `consents`. */
export async function insertConsents(db: Db, consents: readonly Consent[]): Promise<number[]> {
  const rows = await db
    .insertInto("consents")
    .values(
      consents.map((consent) => ({
        customer_id: consent.customerId,
        email: consent.email,
        purpose: consent.purpose,
        version: selectDocumentVersion(consent),
        given_at: consent.givenAt,
        ip: consent.ip,
        user_agent: consent.userAgent,
        source_form: consent.sourceForm,
      })),
    )
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Withdraws the customer's active consents for a purpose. */
export async function withdrawConsent(db: Tx, customerId: number, purpose: Purpose, withdrawnAt: Date): Promise<void> {
  await db
    .updateTable("consents")
    .set({ withdrawn_at: withdrawnAt })
    .where("customer_id", "=", customerId)
    .where("purpose", "=", purpose)
    .where("withdrawn_at", "is", null)
    .execute();
}

/** Withdraws active consents given with this email, or by the customer who has this email now. */
export async function withdrawConsentByEmail(
  db: Tx,
  email: string,
  purpose: Purpose,
  withdrawnAt: Date,
): Promise<void> {
  await sql`
    update consents set withdrawn_at = ${withdrawnAt}
    where purpose = ${purpose} and withdrawn_at is null and (email = ${email}
      or customer_id = (select id from customers where email = ${email} and deleted_at is null))`.execute(db);
}

/** Withdraws one consent of a person who is not a customer. */
export async function withdrawConsentById(db: Db, id: number, purpose: Purpose, withdrawnAt: Date): Promise<void> {
  await db
    .updateTable("consents")
    .set({ withdrawn_at: withdrawnAt })
    .where("id", "=", id)
    .where("purpose", "=", purpose)
    .where("withdrawn_at", "is", null)
    .execute();
}

/** Returns the customer's newest active consent for each purpose. */
export async function listActiveConsents(db: Db, customerId: number) {
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
 * Whether emails for a purpose may be sent to an address: the customer who owns it has consented and confirmed the
 * address, or a person without an account has consented with a link sent to it.
 */
export async function hasConsent(db: Db, email: string, purpose: Purpose): Promise<boolean> {
  const { rows } = await sql`
    select 1 from consents s left join customers c on c.id = s.customer_id
    where s.purpose = ${purpose} and s.withdrawn_at is null
      and case when s.customer_id is null then s.email = ${email}
        else c.email = ${email} and c.deleted_at is null and c.email_verified_at is not null end
    limit 1`.execute(db);
  return rows.length > 0;
}
