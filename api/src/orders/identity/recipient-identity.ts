import type { Config } from "../../platform/config.ts";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { commonRefusals, type FieldErrors, refuse } from "../../platform/http/errors.ts";
import { consumeRateLimit } from "../../platform/http/rate-limits.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { isValidInn } from "../../platform/store-profile/settings.ts";
import { publishStaffEvent } from "../../staff/events/staff-event.ts";
import { refusals as orderRefusals, type OrderStatus } from "../schema.ts";
import { identityDays, identityLimit } from "../settings.ts";
import { decryptIdentity, encryptIdentity } from "./identity-encryption.ts";
import { type IdentityStatus, type RecipientIdentity, refusals } from "./schema.ts";
import {
  deleteUnneededIdentities,
  findEncryptedIdentity,
  findIdentityState,
  type IdentityStateRow,
  lockOrderRow,
  upsertIdentity,
} from "./sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The first day on which passports of this form were issued (decree of the government of Russia No. 828 of 1997-07-08). */
const FIRST_ISSUE_DATE = "1997-10-01";

/** Before the payment nothing is asked for that an unpaid order does not need; afterwards the parcel has left. */
const changeableStatuses: ReadonlySet<OrderStatus> = new Set(["paid", "packing"]);

/** Who gives the identity: the customer of the order, or anyone with the secret link to its payment. */
export type IdentityGiver = Readonly<{ orderId: number; customerId: number | null }>;

/**
 * Returns whether customs asks for the identity of an order's recipient, and whether it was given.
 * @throws refusal `order_not_found`, also for another customer's order
 */
export async function getIdentityStatus(db: Db, giver: IdentityGiver): Promise<IdentityStatus> {
  const state = await requireState(db, giver);
  return {
    is_needed: state.is_needed,
    given_at: state.given_at?.toISOString() ?? null,
    is_changeable: isChangeable(state) && (giver.customerId !== null || state.given_at === null),
    kept_days: await getSetting(db, identityDays),
  };
}

/**
 * Stores the identity of the recipient of an order, encrypted, or replaces it. With the link to the payment it can be
 * given once, so that the link does not allow to replace what the customer gave.
 * @throws refusal `order_not_found`, `identity_not_needed` (also after the parcel was sent), `identity_already_given`,
 * `too_many_requests`, or a validation error `invalidInn`, `invalidDate` or `pastDate`
 */
export async function saveIdentity(
  { db, config, clock }: AppContext,
  giver: IdentityGiver,
  identity: RecipientIdentity,
): Promise<void> {
  const now = clock.now();
  const bucket = { name: "orders:identity_per_order", subject: giver.orderId };
  await consumeRateLimit(db, bucket, { ...(await getSetting(db, identityLimit)), now });
  const fields = validateIdentity(identity, now);
  if (fields) throw refuse(commonRefusals, "validation_failed", { fields });
  await withTransaction(db, async (tx) => {
    await lockOrderRow(tx, giver.orderId);
    const state = await requireState(tx, giver);
    if (!isChangeable(state)) throw refuse(refusals, "identity_not_needed");
    if (giver.customerId === null && state.given_at) throw refuse(refusals, "identity_already_given");
    const encrypted = encryptIdentity(config, giver.orderId, identity);
    await upsertIdentity(tx, { order_id: giver.orderId, encrypted, given_at: now });
    await publishStaffEvent(tx, { kind: "order", id: String(giver.orderId), actor_id: null });
  });
}

/** Returns the identity of the recipient of an order; null if there is none, or if it was encrypted with another secret. */
export async function readIdentity(
  config: Pick<Config, "secret" | "dataDir">,
  db: Db,
  orderId: number,
): Promise<RecipientIdentity | null> {
  const encrypted = await findEncryptedIdentity(db, orderId);
  return encrypted && decryptIdentity(config, orderId, encrypted);
}

/** Deletes the identities that customs cannot ask for any more. */
export async function eraseUnneededIdentities({ db, clock, log }: AppContext): Promise<void> {
  const days = await getSetting(db, identityDays);
  const count = await deleteUnneededIdentities(db, new Date(clock.now().getTime() - days * DAY_MS));
  log.info("erased identities of recipients", { orders: count });
}

/** @throws refusal `order_not_found` */
async function requireState(db: Db, { orderId, customerId }: IdentityGiver): Promise<IdentityStateRow> {
  const state = await findIdentityState(db, orderId);
  if (!state || (customerId !== null && state.customer_id !== customerId))
    throw refuse(orderRefusals, "order_not_found");
  return state;
}

function isChangeable({ is_needed, status }: IdentityStateRow): boolean {
  return is_needed && changeableStatuses.has(status);
}

/** Checks what the schema cannot: check digits and the date. @returns the errors by field; null if there are none */
function validateIdentity({ inn, issued_on }: RecipientIdentity, now: Date): FieldErrors | null {
  const fields: FieldErrors = {
    // A number of zeros has the right check digits.
    ...(isValidInn(inn) && !/^0+$/.test(inn) ? {} : { inn: ["invalidInn"] }),
    ...(issued_on < FIRST_ISSUE_DATE ? { issued_on: ["invalidDate"] } : {}),
    ...(issued_on > now.toISOString().slice(0, 10) ? { issued_on: ["pastDate"] } : {}),
  };
  return Object.keys(fields).length > 0 ? fields : null;
}
