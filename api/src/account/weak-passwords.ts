import type { Config } from "../platform/config.ts";

/** Words of Russian leaks that the list of @zxcvbn-ts lacks, long enough to be tried here. */
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
/** Shorter words are in too many good passwords. */
const WORD_MIN_LENGTH = 3;
/** Beside a word of the shop or the person, so many characters make a password. */
const REST_MIN_LENGTH = 6;

let mostUsed: Promise<ReadonlySet<string>> | undefined;

/** The most used passwords of published leaks, 17,000 of eight characters and more; read when the first one is needed. */
function mostUsedPasswords(): Promise<ReadonlySet<string>> {
  mostUsed ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => {
    const long = dictionary["passwords-common"].filter((password) => password.length >= PASSWORD_MIN_LENGTH);
    return new Set([...long, ...russianPasswords]);
  });
  return mostUsed;
}

/**
 * Whether a password is among those that are tried first: one of the most used, a short piece repeated, a run such as
 * 87654321, or little more than one of the context words.
 */
export async function isWeakPassword(password: string, context: readonly string[]): Promise<boolean> {
  const typed = password.normalize("NFKC").toLowerCase();
  const isRepeated = /^(.{1,4}?)\1+$/u.test(typed);
  return isRepeated || isRun(typed) || isMostlyContext(typed, context) || (await mostUsedPasswords()).has(typed);
}

/** Words that a password must be more than: the person's name and email, the shop's host and names. In lower case. */
export function contextWords(
  { publicUrl }: Pick<Config, "publicUrl">,
  { email, name }: { email: string; name: string },
  shopNames: readonly string[],
): string[] {
  const [local = "", domain = ""] = email.split("@");
  const hosts = [domain, new URL(publicUrl).hostname].flatMap((host) => host.split(".").slice(0, -1));
  const parts = [local, name, ...shopNames].flatMap((text) => text.split(/[^\p{L}]+/u));
  const words = [email, local, ...hosts, ...shopNames, ...parts];
  const lower = words.map((word) => word.normalize("NFKC").toLowerCase());
  return [...new Set(lower)].filter((word) => word.length >= WORD_MIN_LENGTH).toSorted((a, b) => b.length - a.length);
}

function isMostlyContext(typed: string, context: readonly string[]): boolean {
  const rest = context.reduce((left, word) => left.replaceAll(word, ""), typed);
  return rest !== typed && rest.length < REST_MIN_LENGTH;
}

/** Each character is the one after the one before it, or each is the one before. */
function isRun(typed: string): boolean {
  const codes = [...typed].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}
