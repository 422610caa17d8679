import { z } from "zod";
import { isInn, isOgrn } from "../platform/identity-settings.ts";
import type { ShopFile } from "./shop-file.ts";

type Question = {
  /** Where the answer goes in the shop file: `name.ru-RU`. */
  path: string;
  text: string;
  /** What an answer must be, in words, if it is not that. */
  check?: (answer: string) => string | null;
};
/** Questions that belong together: an empty answer to the first one skips the rest. Only the name must be given. */
type Group = { required?: true; questions: readonly Question[] };

const isEmail = (answer: string) => (z.email().safeParse(answer).success ? null : "This is not an email address.");
const isPhone = (answer: string) =>
  /^\d{7,15}$/.test(answer) ? null : "Give the number with its country code, digits only.";
const both = (path: string, text: string): Question[] => [
  { path: `${path}.ru-RU`, text: `${text} in Russian` },
  { path: `${path}.en-US`, text: `${text} in English` },
];

const groups: readonly Group[] = [
  { required: true, questions: both("name", "Name of the shop") },
  { questions: both("title", "Title of the home page") },
  { questions: both("description", "What the shop is, for search engines,") },
  { questions: both("tagline", "A sentence for the footer") },
  {
    questions: [
      { path: "dispatch.ru-RU.city", text: "City that parcels are sent from, in Russian (Москва)" },
      { path: "dispatch.ru-RU.from_city", text: "From the city, in Russian (из Москвы)" },
      { path: "dispatch.ru-RU.in_city", text: "In the city, in Russian (в Москве)" },
      { path: "dispatch.ru-RU.country", text: "Its country, in Russian (Россия)" },
      { path: "dispatch.ru-RU.from_country", text: "From the country, in Russian (из России)" },
      { path: "dispatch.ru-RU.in_country", text: "In the country, in Russian (в России)" },
      { path: "dispatch.ru-RU.of_country", text: "Of the country, in Russian (России)" },
      { path: "dispatch.en-US.city", text: "The city in English (Moscow)" },
      { path: "dispatch.en-US.country", text: "The country in English (Russia)" },
    ],
  },
  {
    questions: [
      { path: "support_hours.ru-RU.text", text: "When customers are answered, in Russian (отвечаем с 9:00 до 18:00)" },
      { path: "support_hours.ru-RU.short", text: "The same in a few words (с 9 до 18)" },
      { path: "support_hours.en-US.text", text: "When customers are answered, in English" },
      { path: "support_hours.en-US.short", text: "The same in a few words (9 to 18)" },
    ],
  },
  { questions: [{ path: "whatsapp", text: "WhatsApp number for customers", check: isPhone }] },
  { questions: [{ path: "email", text: "Email address for customers", check: isEmail }] },
  { questions: [{ path: "email_sender", text: "Address that emails are sent from", check: isEmail }] },
  {
    questions: [
      ...both("legal.name", "Legal entity"),
      ...both("legal.address", "Its address"),
      { path: "legal.inn", text: "INN", check: (inn) => (isInn(inn) ? null : "This INN is wrong: check its digits.") },
      {
        path: "legal.ogrn",
        text: "OGRN",
        check: (ogrn) => (isOgrn(ogrn) ? null : "This OGRN is wrong: check its digits."),
      },
    ],
  },
  { questions: [{ path: "files.logo", text: "File of the logo, a square SVG or PNG" }] },
  { questions: [{ path: "files.favicon", text: "File of the icon in browser tabs, SVG or PNG" }] },
  { questions: [{ path: "files.icon", text: "File of the icon of the installed app, a square SVG or PNG" }] },
];

/**
 * Asks for everything that a shop says of itself. @returns a shop file.
 * @param ask shows a question and returns the answer
 * @param tell shows why an answer is not accepted
 */
export async function askForShop(
  ask: (question: string) => Promise<string>,
  tell: (line: string) => void,
): Promise<ShopFile> {
  const answers = new Map<string, string>();
  for (const { required, questions } of groups) {
    for (const [at, question] of questions.entries()) {
      const mayBeEmpty = at === 0 && !required;
      const answer = await answerTo(question, mayBeEmpty, ask, tell);
      if (answer === "") break;
      answers.set(question.path, answer);
    }
  }
  return asFile(answers);
}

async function answerTo(
  { text, check }: Question,
  mayBeEmpty: boolean,
  ask: (question: string) => Promise<string>,
  tell: (line: string) => void,
): Promise<string> {
  for (;;) {
    const answer = (await ask(`${text}${mayBeEmpty ? " (empty: none)" : ""}: `)).trim();
    if (answer === "" && mayBeEmpty) return "";
    const complaint = answer === "" ? "This is needed." : (check?.(answer) ?? null);
    if (complaint === null) return answer;
    tell(complaint);
  }
}

/** English says "from" and "in" before any name; contacts are in a list for each language. */
function asFile(answers: ReadonlyMap<string, string>): ShopFile {
  const file: ShopFile = {};
  const put = (path: string, value: unknown) => {
    const steps = path.split(".");
    const last = steps.pop() ?? path;
    let place = file;
    for (const step of steps) place = (place[step] ??= {}) as ShopFile;
    place[last] = value;
  };
  for (const [path, answer] of answers) if (path !== "whatsapp" && path !== "email") put(path, answer);
  for (const what of ["city", "country"]) {
    const name = answers.get(`dispatch.en-US.${what}`);
    if (name === undefined) continue;
    put(`dispatch.en-US.from_${what}`, `from ${name}`);
    put(`dispatch.en-US.in_${what}`, `in ${name}`);
    if (what === "country") put("dispatch.en-US.of_country", name);
  }
  const [phone, email] = [answers.get("whatsapp"), answers.get("email")];
  const contacts = (label: string) => [
    ...(phone ? [{ kind: "whatsapp", value: phone, label: "WhatsApp" }] : []),
    ...(email ? [{ kind: "email", value: email, label }] : []),
  ];
  return { ...file, contacts_ru: contacts("Почта"), contacts_en: contacts("Email") };
}
