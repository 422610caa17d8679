import type { Config } from "../../platform/config.ts";

/** Common passwords of Russian leaks that the list of @zxcvbn-ts lacks. */
const russianPasswords = [
  ...["йцукенгш", "йцукен123", "йцукенгшщз", "йцукенгшщзх", "1йцукенг", "привет123", "пароль123", "парольпароль"],
  ...["пароль12", "любимая1", "любовь123", "солнышко", "зайка123", "максим123", "марина123", "наташа123", "екатерина"],
  ...[
    "анастасия",
    "александр",
    "александра",
    "владимир",
    "россия1",
    "спартак1",
    "yfnfif123",
    "zenit2008",
    "0987654321",
  ],
];
const PASSWORD_MIN_LENGTH = 8;
/** Shorter words occur in too many good passwords. */
const WORD_MIN_LENGTH = 3;
/** A password needs at least this many characters besides words of the store or the person. */
const REST_MIN_LENGTH = 6;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loads the 17,000 most used passwords of published leaks with at least eight characters, on first use. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => {
    const longPasswords = dictionary["passwords-common"].filter((password) => password.length >= PASSWORD_MIN_LENGTH);
    return new Set([...longPasswords, ...russianPasswords]);
  });
  return commonPasswords;
}

/**
 * Whether a password is easy to guess: one of the most used, a short piece repeated, a sequence such as 87654321, or
 * little more than one of the context words.
 */
export async function isWeakPassword(password: string, context: readonly string[]): Promise<boolean> {
  const normalized = password.normalize("NFKC").toLowerCase();
  const isRepetition = /^(.{1,4}?)\1+$/u.test(normalized);
  return (
    isRepetition ||
    isSequence(normalized) ||
    isMostlyContext(normalized, context) ||
    (await loadCommonPasswords()).has(normalized)
  );
}

/**
 * Returns the words that a password must not consist of: the person's name and email, the shop's host and names. In
 * lower case.
 */
export function getContextWords(
  { publicUrl }: Pick<Config, "publicUrl">,
  { email, name }: { email: string; name: string },
  shopNames: readonly string[],
): string[] {
  const [local = "", domain = ""] = email.split("@");
  const hosts = [domain, new URL(publicUrl).hostname].flatMap((host) => host.split(".").slice(0, -1));
  const parts = [local, name, ...shopNames].flatMap((text) => text.split(/[^\p{L}]+/u));
  const words = [email, local, ...hosts, ...shopNames, ...parts];
  const normalizedWords = words.map((word) => word.normalize("NFKC").toLowerCase());
  return [...new Set(normalizedWords)]
    .filter((word) => word.length >= WORD_MIN_LENGTH)
    .toSorted((a, b) => b.length - a.length);
}

function isMostlyContext(normalized: string, context: readonly string[]): boolean {
  const rest = context.reduce((text, word) => text.replaceAll(word, ""), normalized);
  return rest !== normalized && rest.length < REST_MIN_LENGTH;
}

/** Whether each character is the successor of the one before it, or each is the predecessor. */
function isSequence(normalized: string): boolean {
  const codes = [...normalized].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}
