import type { Tx } from "../api/src/platform/db.ts";
import { type Person, TEST_HASH, testCustomer, UNUSABLE_HASH } from "./people.ts";
import { insertRows, nextId, type Row } from "./rows.ts";

/** The edition of the privacy policy that the demo's pages carry. */
export const PRIVACY_VERSION = "2026-03";

/** Customers with an address and the consents they gave; only the test customer can sign in. */
export async function fillCustomers(db: Tx, people: Person[], now: Date): Promise<void> {
  await insertRows(db, "customers", people.map(customerRow));
  const firstAddress = await nextId(db, "addresses");
  await insertRows(
    db,
    "addresses",
    people.map((person, at) => ({ id: firstAddress + at, ...addressRow(person) })),
  );
  await insertRows(db, "addresses", secondAddress(people, firstAddress + people.length));
  const firstConsent = await nextId(db, "consents");
  await insertRows(
    db,
    "consents",
    people.flatMap((person) => consentRows(person, now)).map((row, at) => ({ id: firstConsent + at, ...row })),
  );
}

function customerRow(person: Person): Row {
  return {
    id: person.id,
    email: person.email,
    password_hash: person.email === testCustomer.email ? TEST_HASH : UNUSABLE_HASH,
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

function addressRow(person: Person): Row {
  const { home } = person;
  return {
    customer_id: person.id,
    alias: person.locale === "ru-RU" ? "Домашний адрес" : "Home address",
    first_name: person.latinName,
    last_name: person.latinSurname,
    country: home.country,
    state: home.state,
    postcode: home.postcode,
    city: home.city,
    address: person.street,
    phone_mobile: person.phone,
    created_at: person.createdAt,
    middle_name: "",
    company: "",
    phone_home: "",
    other: "",
  };
}

/** The test customer also sends parcels to her office in another country, where other rules hold. */
function secondAddress([anna]: Person[], id: number): Row[] {
  if (!anna) return [];
  const office = { country: "KZ", city: "Almaty", state: "Almaty", postcode: "050000" };
  return [{ ...addressRow({ ...anna, home: office, street: "ul. Abaia 150, of. 12" }), id, alias: "Работа" }];
}

function consentRows(person: Person, now: Date): Row[] {
  const row = (purpose: string, version: string, form: string, at: Date) => ({
    customer_id: person.id,
    email: person.email,
    purpose,
    version,
    given_at: at,
    ip: `203.0.113.${(person.id % 250) + 1}`,
    user_agent: "",
    source_form: form,
    withdrawn_at: null,
  });
  const given = row(
    "personal_data",
    `privacy-policy/${person.locale}/${PRIVACY_VERSION}`,
    "register",
    person.createdAt,
  );
  if (!person.newsletter) return [given];
  const later = new Date(Math.min(now.getTime(), person.createdAt.getTime() + 86_400_000));
  return [given, row("newsletter", `privacy-policy/${person.locale}/${PRIVACY_VERSION}`, "profile", later)];
}
