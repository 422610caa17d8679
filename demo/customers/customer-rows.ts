import type { Tx } from "../../api/src/platform/db/database.ts";
import {
  buildAddressFields,
  type Person,
  TEST_PASSWORD_HASH,
  testCredentials,
  UNUSABLE_PASSWORD_HASH,
} from "./people.ts";
import { insertRows, getNextId, type Row } from "../insert-rows.ts";
import { DAY_MS } from "../products/product.ts";

/** Version of the privacy policy in the demo pages. */
export const PRIVACY_VERSION = "2026-03";

/** Writes customers with addresses and consents. Only the test customer can sign in. */
export async function seedCustomers(db: Tx, people: Person[], now: Date): Promise<void> {
  await insertRows(db, "customers", people.map(buildCustomerRow));
  const firstAddress = await getNextId(db, "addresses");
  await insertRows(
    db,
    "addresses",
    people.map((person, index) => ({ id: firstAddress + index, ...buildAddressRow(person) })),
  );
  await insertRows(db, "addresses", buildOfficeAddress(people, firstAddress + people.length));
  const firstConsent = await getNextId(db, "consents");
  await insertRows(
    db,
    "consents",
    people
      .flatMap((person) => buildConsentRows(person, now))
      .map((row, index) => ({ id: firstConsent + index, ...row })),
  );
}

function buildCustomerRow(person: Person): Row {
  return {
    id: person.id,
    email: person.email,
    password_hash: person.email === testCredentials.email ? TEST_PASSWORD_HASH : UNUSABLE_PASSWORD_HASH,
    name: person.name,
    surname: person.surname,
    phone: person.phone,
    gender: person.gender,
    birthday: person.birthday,
    locale: person.locale,
    email_verified_at: person.createdAt,
    created_at: person.createdAt,
  };
}

function buildAddressRow(person: Person): Row {
  return {
    customer_id: person.id,
    alias: person.locale === "ru-RU" ? "Домашний адрес" : "Home address",
    ...buildAddressFields(person),
    created_at: person.createdAt,
  };
}

/** Builds the test customer's second address, in a country with other customs rules. */
function buildOfficeAddress([firstPerson]: Person[], id: number): Row[] {
  if (!firstPerson) return [];
  const office = { country: "KZ", city: "Almaty", state: "Almaty", postcode: "050000" };
  return [
    { ...buildAddressRow({ ...firstPerson, home: office, street: "ul. Abaia 150, of. 12" }), id, alias: "Работа" },
  ];
}

function buildConsentRows(person: Person, now: Date): Row[] {
  const buildRow = (purpose: string, version: string, sourceForm: string, givenAt: Date) => ({
    customer_id: person.id,
    email: person.email,
    purpose,
    version,
    given_at: givenAt,
    ip: `203.0.113.${(person.id % 250) + 1}`,
    user_agent: "",
    source_form: sourceForm,
    withdrawn_at: null,
  });
  const personalDataConsent = buildRow(
    "personal_data",
    `privacy-policy/${person.locale}/${PRIVACY_VERSION}`,
    "register",
    person.createdAt,
  );
  if (!person.newsletter) return [personalDataConsent];
  const newsletterConsentAt = new Date(Math.min(now.getTime(), person.createdAt.getTime() + DAY_MS));
  return [
    personalDataConsent,
    buildRow("newsletter", `privacy-policy/${person.locale}/${PRIVACY_VERSION}`, "profile", newsletterConsentAt),
  ];
}
