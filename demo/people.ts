import people from "./data/people.json" with { type: "json" };
import { DAY_MS } from "./product.ts";
import { type Dice, dice } from "./random.ts";

type Locale = "ru-RU" | "en-US";
type Home = { country: string; ru?: string; city: string; state: string; postcode: string };

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
  birthday: string;
  home: Home;
  street: string;
  createdAt: Date;
  newsletter: boolean;
};

/** The customer whose name and password the start of a demo shop prints. */
export const testCustomer = { email: "anna@example.com", password: "furoshiki-demo" } as const;

/** The test customer's password as the account room keeps passwords (argon2id, 19 MiB, three passes). */
export const TEST_HASH =
  "$argon2id$v=19$m=19456,t=3,p=1$ZnVyb3NoaWtpLWFubmEtMQ$5W+AygWRAr92ywsx60mTCKtoPPHvjLt5Lr5YeUxSf2s";

/**
 * A hash in argon2's own form that no password is known to give: a demo customer exists, but nobody signs in as him,
 * and trying costs the same time as with any other.
 */
export const UNUSABLE_HASH =
  "$argon2id$v=19$m=19456,t=3,p=1$ZnVyb3NoaWtpLWRlbW8tMDE$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

const ENGLISH_SHARE = 0.15;
const MALE_SHARE = 0.17;

/** Invented customers: names from a fixed list, mail on example.com, telephone numbers that belong to nobody. */
export function planPeople(seed: number, firstId: number, count: number, now: Date): Person[] {
  return Array.from({ length: count }, (_, at) =>
    at === 0 ? anna(firstId, now) : person(seed, firstId + at, at, now),
  );
}

function anna(id: number, now: Date): Person {
  return {
    id,
    email: testCustomer.email,
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

function person(seed: number, id: number, at: number, now: Date): Person {
  const by = dice(seed, "person", at);
  const gender = by.chance(MALE_SHARE) ? "male" : "female";
  const names = by.chance(ENGLISH_SHARE) ? englishName(gender, by) : russianName(gender, by);
  const street =
    names.locale === "en-US"
      ? `${by.int(2, 480)} Maple Street`
      : `ul. ${by.pick(streets)} ${by.int(1, 90)}, kv. ${by.int(1, 160)}`;
  const twoDigits = String(by.int(2, 99)).padStart(2, "0");
  return {
    ...names,
    id,
    email: `${names.latinName}.${names.latinSurname}.${at}@example.com`.toLowerCase(),
    gender,
    phone: names.locale === "en-US" ? `+1 555 01${twoDigits}` : `+7 900 000-00-${twoDigits}`,
    birthday: `${by.int(1955, 2004)}-${String(by.int(1, 12)).padStart(2, "0")}-${String(by.int(1, 28)).padStart(2, "0")}`,
    home: by.pick<Home>(names.locale === "en-US" ? people.englishHomes : people.homes),
    street,
    createdAt: new Date(now.getTime() - by.int(20, 1095) * DAY_MS),
    newsletter: by.chance(0.4),
  };
}

const streets = ["Lenina", "Sadovaia", "Shkolnaia", "Lesnaia", "Gagarina", "Mira", "Pushkina", "Zelenaia"];

type Named = Pick<Person, "name" | "surname" | "latinName" | "latinSurname" | "locale">;

function russianName(gender: "male" | "female", by: Dice): Named {
  const first = by.pick(people[gender]);
  const last = by.pick(people.surnames);
  return {
    name: first.ru,
    surname: last[gender],
    latinName: first.latin,
    latinSurname: gender === "female" ? last.latinFemale : last.latinMale,
    locale: "ru-RU",
  };
}

function englishName(gender: "male" | "female", by: Dice): Named {
  const name = by.pick(people.english[gender]);
  const surname = by.pick(people.english.surnames);
  return { name, surname, latinName: name, latinSurname: surname, locale: "en-US" };
}

/** How a customer signs a review: «Анна К.», «Ольга» or «Мария, Казань». */
export function signatureOf(person: Person, by: Dice): string {
  const style = by.int(1, 3);
  if (style === 1) return `${person.name} ${person.surname.charAt(0)}.`;
  return style === 2
    ? person.name
    : `${person.name}, ${person.locale === "ru-RU" ? (person.home.ru ?? person.home.city) : person.home.city}`;
}
