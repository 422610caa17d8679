import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import type { Config } from "../config.ts";
import { switchLayout } from "../i18n/keyboard-layout.ts";

/** Of zxcvbn's scores 0 to 4: a password with a lower score is found within a million guesses. */
const MIN_SCORE = 2;
/** Without these limits, an estimate of 200 characters that resemble letters (`4@$0`) blocks the process. */
const estimateLimits = { maxLength: 48, l33tMaxSubstitutions: 10 };
/** Shorter words occur in too many good passwords. */
const WORD_MIN_LENGTH = 3;
/** A password needs at least this many characters besides words of the store or the person. */
const REST_MIN_LENGTH = 6;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loads zxcvbn with the 49,000 most used passwords of published leaks, on first use. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }]) => {
      const { qwerty, keypad } = adjacencyGraphs;
      const passwords = dictionary["passwords-common"];
      return new ZxcvbnFactory({ ...estimateLimits, dictionary: { passwords }, graphs: { qwerty, keypad } });
    },
  );
  return estimator;
}

/**
 * Whether a password is easy to guess: made of common passwords, repetitions, sequences, dates or neighboring keys, or
 * little more than one of the context words. Russian words are also checked as the keys that type them, because the
 * lists of leaked passwords have them so: "пароль" as "gfhjkm".
 */
export async function isWeakPassword(password: string, context: readonly string[]): Promise<boolean> {
  const normalized = password.normalize("NFKC").toLowerCase();
  if (isMostlyContext(normalized, context)) return true;
  const candidates = /\p{Script=Cyrillic}/u.test(normalized) ? [normalized, switchLayout(normalized)] : [normalized];
  const zxcvbn = await loadEstimator();
  return candidates.some((candidate) => zxcvbn.check(candidate, [...context]).score < MIN_SCORE);
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

/** Whether little is left without the context words. To zxcvbn, the rest of "maria-2026" is five random characters. */
function isMostlyContext(normalized: string, context: readonly string[]): boolean {
  const rest = context.reduce((text, word) => text.replaceAll(word, ""), normalized);
  return rest !== normalized && rest.length < REST_MIN_LENGTH;
}
