import { z } from "zod";
import { isValidInn, isValidOgrn } from "../../platform/store-profile/settings.ts";
import type { StoreProfileFile } from "./store-profile-file.ts";

type Question = {
  /** Path of the answer in the store profile file: `name.ru-RU`. */
  path: string;
  text: string;
  /** Returns an error message for an invalid answer, otherwise null. */
  check?: (answer: string) => string | null;
};
/** Related questions: an empty answer to the first one skips the rest. Only the name is required. */
type Group = { required?: true; questions: readonly Question[] };

const validateEmail = (answer: string) =>
  z.email().safeParse(answer).success ? null : "This is not an email address.";
const validatePhone = (answer: string) =>
  /^\d{7,15}$/.test(answer) ? null : "Give the number with its country code, digits only.";
const bilingualQuestions = (path: string, text: string): Question[] => [
  { path: `${path}.ru-RU`, text: `${text} in Russian` },
  { path: `${path}.en-US`, text: `${text} in English` },
];

const groups: readonly Group[] = [
  { required: true, questions: bilingualQuestions("name", "Name of the shop") },
  { questions: bilingualQuestions("title", "Title of the home page") },
  { questions: bilingualQuestions("description", "What the shop is, for search engines,") },
  { questions: bilingualQuestions("tagline", "A sentence for the footer") },
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
  { questions: [{ path: "whatsapp", text: "WhatsApp number for customers", check: validatePhone }] },
  { questions: [{ path: "email", text: "Email address for customers", check: validateEmail }] },
  { questions: [{ path: "email_sender", text: "Address that emails are sent from", check: validateEmail }] },
  {
    questions: [
      ...bilingualQuestions("legal.name", "Legal entity"),
      ...bilingualQuestions("legal.address", "Its address"),
      {
        path: "legal.inn",
        text: "INN",
        check: (inn) => (isValidInn(inn) ? null : "This INN is wrong: check its digits."),
      },
      {
        path: "legal.ogrn",
        text: "OGRN",
        check: (ogrn) => (isValidOgrn(ogrn) ? null : "This OGRN is wrong: check its digits."),
      },
    ],
  },
  { questions: [{ path: "files.logo", text: "File of the logo, a square SVG or PNG" }] },
  { questions: [{ path: "files.favicon", text: "File of the icon in browser tabs, SVG or PNG" }] },
  { questions: [{ path: "files.icon", text: "File of the icon of the installed app, a square SVG or PNG" }] },
];

/**
 * Asks for every field of the store profile.
 * @param ask shows a question and returns the answer
 * @param showError shows why an answer is rejected
 * @returns a store profile file
 */
export async function promptForStoreProfile(
  ask: (question: string) => Promise<string>,
  showError: (line: string) => void,
): Promise<StoreProfileFile> {
  const answers = new Map<string, string>();
  for (const { required, questions } of groups) {
    for (const [index, question] of questions.entries()) {
      const canBeEmpty = index === 0 && !required;
      const answer = await promptForAnswer(question, canBeEmpty, ask, showError);
      if (answer === "") break;
      answers.set(question.path, answer);
    }
  }
  return buildStoreProfileFile(answers);
}

async function promptForAnswer(
  { text, check }: Question,
  canBeEmpty: boolean,
  ask: (question: string) => Promise<string>,
  showError: (line: string) => void,
): Promise<string> {
  for (;;) {
    const answer = (await ask(`${text}${canBeEmpty ? " (empty: none)" : ""}: `)).trim();
    if (answer === "" && canBeEmpty) return "";
    const error = answer === "" ? "This is required." : (check?.(answer) ?? null);
    if (error === null) return answer;
    showError(error);
  }
}

/** Builds the store profile file. In English, "from" and "in" go before any name; contacts are a list for each language. */
function buildStoreProfileFile(answers: ReadonlyMap<string, string>): StoreProfileFile {
  const file: StoreProfileFile = {};
  const setField = (path: string, value: unknown) => {
    const steps = path.split(".");
    const last = steps.pop() ?? path;
    let target = file;
    for (const step of steps) target = (target[step] ??= {}) as StoreProfileFile;
    target[last] = value;
  };
  for (const [path, answer] of answers) if (path !== "whatsapp" && path !== "email") setField(path, answer);
  for (const placeKind of ["city", "country"]) {
    const name = answers.get(`dispatch.en-US.${placeKind}`);
    if (name === undefined) continue;
    setField(`dispatch.en-US.from_${placeKind}`, `from ${name}`);
    setField(`dispatch.en-US.in_${placeKind}`, `in ${name}`);
    if (placeKind === "country") setField("dispatch.en-US.of_country", name);
  }
  const [phone, email] = [answers.get("whatsapp"), answers.get("email")];
  const contacts = (label: string) => [
    ...(phone ? [{ kind: "whatsapp", value: phone, label: "WhatsApp" }] : []),
    ...(email ? [{ kind: "email", value: email, label }] : []),
  ];
  return { ...file, contacts_ru: contacts("Почта"), contacts_en: contacts("Email") };
}
