import { sql } from "kysely";
import { generateToken, hashToken } from "../../api/src/platform/crypto/tokens.ts";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { UNUSABLE_PASSWORD_HASH } from "../customers/people.ts";
import { DAY_MS } from "../products/product.ts";

type Colleague = {
  email: string;
  name: string;
  role: string;
  locale: "ru-RU" | "en-US";
  /** How many days ago they joined and left. */
  joined: number;
  left?: number;
  /** Hours since they were last seen, and the device. */
  seen: number;
  device: string;
};

const domain = "demo.example";

/** Emails of the colleagues by what they do. The second packer took over from the first one who left. */
export const staffEmails = {
  manager: `irina@${domain}`,
  support: `olga@${domain}`,
  packer: `kenta@${domain}`,
  secondPacker: `yuko@${domain}`,
  formerPacker: `dmitry@${domain}`,
} as const;

/** How many days ago the second packer joined, and the former one left. */
export const SECOND_PACKER_DAYS = 126;

const colleagues: readonly Colleague[] = [
  {
    ...{ email: staffEmails.manager, name: "Ирина Мельникова", role: "manager", locale: "ru-RU" },
    ...{ joined: 400, seen: 5, device: "Chrome, Windows" },
  },
  {
    ...{ email: staffEmails.support, name: "Ольга Панина", role: "support", locale: "ru-RU" },
    ...{ joined: 400, seen: 7, device: "Firefox, Windows" },
  },
  {
    ...{ email: staffEmails.packer, name: "Кента Сато", role: "packer", locale: "en-US" },
    ...{ joined: 400, seen: 15, device: "Safari, iPad" },
  },
  {
    ...{ email: staffEmails.formerPacker, name: "Дмитрий Волков", role: "packer", locale: "ru-RU" },
    ...{ joined: 400, left: SECOND_PACKER_DAYS, seen: SECOND_PACKER_DAYS * 24 + 6, device: "Chrome, Android" },
  },
  {
    ...{ email: staffEmails.secondPacker, name: "Юко Мори", role: "packer", locale: "en-US" },
    ...{ joined: SECOND_PACKER_DAYS, seen: 14, device: "Safari, iPad" },
  },
  {
    ...{ email: `maria@${domain}`, name: "Мария Ким", role: "accountant", locale: "ru-RU" },
    ...{ joined: 210, seen: 80, device: "Chrome, macOS" },
  },
  {
    ...{ email: `pavel@${domain}`, name: "Павел Рощин", role: "catalog_editor", locale: "ru-RU" },
    ...{ joined: 90, seen: 30, device: "Edge, Windows" },
  },
];

const invited = { email: `haruka@${domain}`, role: "packer", daysAgo: 1 };
const INVITATION_DAYS = 3;

/**
 * Adds the colleagues of the demo owner, and an open invitation. Nobody can sign in as one of them: no password matches
 * their hash, and their authenticator key cannot be decrypted. Accounts stay when demo data is generated again.
 */
export async function seedColleagues(db: Tx, now: Date): Promise<void> {
  const getDaysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const rows = colleagues.map(({ joined, left, seen, ...person }) => ({
    ...person,
    created_at: getDaysAgo(joined),
    disabled_at: left === undefined ? null : getDaysAgo(left),
    last_seen_at: getDaysAgo(seen / 24),
  }));
  await sql`
    with people as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as person(email text, name text, role text,
        locale text, device text, created_at timestamptz, disabled_at timestamptz, last_seen_at timestamptz)
    ), added as (
      insert into staff (email, name, locale, password_hash, role_id, status, totp_key_encrypted, created_at, disabled_at)
      select p.email, p.name, p.locale, ${UNUSABLE_PASSWORD_HASH}, r.id,
        case when p.disabled_at is null then 'active' else 'disabled' end, '\\x00', p.created_at, p.disabled_at
      from people p join roles r on r.key = p.role
      where not exists (select from staff where staff.email = p.email)
      returning id, email
    )
    insert into staff_known_devices (staff_id, device, network, first_seen_at, last_seen_at)
    select a.id, p.device, '203.0.113.0/24', p.created_at, p.last_seen_at from added a join people p using (email)`.execute(
    db,
  );
  await sql`
    insert into staff_invitations (token_hash, email, role_id, created_at, expires_at)
    select ${hashToken(generateToken())}, ${invited.email}, id,
      ${getDaysAgo(invited.daysAgo)}, ${getDaysAgo(invited.daysAgo - INVITATION_DAYS)}
    from roles where key = ${invited.role}
    on conflict do nothing`.execute(db);
}
