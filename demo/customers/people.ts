import type { AddressInput } from "../../api/src/account/addresses/schema.ts";
import type { Locale } from "../../api/src/platform/i18n/locale.ts";
import people from "../data/people.json" with { type: "json" };
import { DAY_MS } from "../products/product.ts";
import { type Random, createRandom } from "../random.ts";

/** A city with its names in Latin letters and in Russian, where known. */
type Home = { country: string; ru?: string; city: string; state: string; postcode: string };

/** A planned customer, before its rows are written. */
export type Person = {
  id: number;
  email: string;
  name: string;
  surname: string;
  latinName: string;
  latinSurname: string;
  gender: "male" | "female";
  locale: Locale;
  phone: string;
  /** `YYYY-MM-DD` */
  birthday: string;
  home: Home;
  street: string;
  createdAt: Date;
  /** Whether the customer has subscribed to the newsletter. */
  newsletter: boolean;
};

/** Email and password of the test customer, printed at the start of a demo shop. */
export const testCredentials = { email: "anna@example.com", password: "furoshiki-demo" } as const;

/** Hash of the test customer's password, as the account module stores it (argon2id, 19 MiB, three passes). */
export const TEST_PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=3,p=1$ZnVyb3NoaWtpLWFubmEtMQ$5W+AygWRAr92ywsx60mTCKtoPPHvjLt5Lr5YeUxSf2s";

/**
 * A valid argon2 hash that no known password matches: nobody can sign in as a demo customer, and a failed attempt takes
 * as long as with any other account.
 */
export const UNUSABLE_PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=3,p=1$ZnVyb3NoaWtpLWRlbW8tMDE$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

const ENGLISH_SHARE = 0.15;
const MALE_SHARE = 0.17;

/** Plans fictional customers: names from a fixed list, example.com emails and unassigned phone numbers. */
export function planPeople(seed: number, firstId: number, count: number, now: Date): Person[] {
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? createTestCustomer(firstId, now) : createPerson(seed, firstId + index, index, now),
  );
}

/** Builds the fields that a person's address and the copies of it in their orders have in common. */
export function buildAddressFields({
  latinName,
  latinSurname,
  home,
  street,
  phone,
}: Person): Omit<AddressInput, "alias"> {
  return {
    first_name: latinName,
    last_name: latinSurname,
    country: home.country,
    state: home.state,
    postcode: home.postcode,
    city: home.city,
    address: street,
    phone_mobile: phone,
  };
}

function createTestCustomer(id: number, now: Date): Person {
  return {
    id,
    email: testCredentials.email,
    name: "Анна",
    surname: "Кузнецова",
    latinName: "Anna",
    latinSurname: "Kuznetsova",
    gender: "female",
    locale: "ru-RU",
    phone: "+7 900 000-00-01",
    birthday: "1990-04-18",
    home: people.homes[1] as Home,
    street: "ul. Lenina 10, kv. 25",
    createdAt: new Date(now.getTime() - 600 * DAY_MS),
    newsletter: true,
  };
}

function createPerson(seed: number, id: number, index: number, now: Date): Person {
  const random = createRandom(seed, "person", index);
  const gender = random.chance(MALE_SHARE) ? "male" : "female";
  const names = random.chance(ENGLISH_SHARE) ? drawEnglishName(gender, random) : drawRussianName(gender, random);
  const street =
    names.locale === "en-US"
      ? `${random.int(2, 480)} Maple Street`
      : `ul. ${random.pick(streets)} ${random.int(1, 90)}, kv. ${random.int(1, 160)}`;
  const twoDigits = String(random.int(2, 99)).padStart(2, "0");
  return {
    ...names,
    id,
    email: `${names.latinName}.${names.latinSurname}.${index}@example.com`.toLowerCase(),
    gender,
    phone: names.locale === "en-US" ? `+1 555 01${twoDigits}` : `+7 900 000-00-${twoDigits}`,
    birthday: `${random.int(1955, 2004)}-${String(random.int(1, 12)).padStart(2, "0")}-${String(random.int(1, 28)).padStart(2, "0")}`,
    home: random.pick<Home>(names.locale === "en-US" ? people.englishHomes : people.homes),
    street,
    createdAt: new Date(now.getTime() - random.int(20, 1095) * DAY_MS),
    newsletter: random.chance(0.4),
  };
}

const streets = ["Lenina", "Sadovaia", "Shkolnaia", "Lesnaia", "Gagarina", "Mira", "Pushkina", "Zelenaia"];

type PersonName = Pick<Person, "name" | "surname" | "latinName" | "latinSurname" | "locale">;

function drawRussianName(gender: "male" | "female", random: Random): PersonName {
  const first = random.pick(people[gender]);
  const last = random.pick(people.surnames);
  return {
    name: first.ru,
    surname: last[gender],
    latinName: first.latin,
    latinSurname: gender === "female" ? last.latinFemale : last.latinMale,
    locale: "ru-RU",
  };
}

function drawEnglishName(gender: "male" | "female", random: Random): PersonName {
  const name = random.pick(people.english[gender]);
  const surname = random.pick(people.english.surnames);
  return { name, surname, latinName: name, latinSurname: surname, locale: "en-US" };
}

/** Draws how a customer signs a review: «Анна К.», «Ольга» or «Мария, Казань». */
export function drawSignature(person: Person, random: Random): string {
  const style = random.int(1, 3);
  if (style === 1) return `${person.name} ${person.surname.charAt(0)}.`;
  return style === 2
    ? person.name
    : `${person.name}, ${person.locale === "ru-RU" ? (person.home.ru ?? person.home.city) : person.home.city}`;
}
