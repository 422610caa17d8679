/** Domains of the mailboxes that most customers have. */
const commonDomains = [
  ...["gmail.com", "mail.ru", "yandex.ru", "yandex.com", "inbox.ru", "list.ru", "rambler.ru", "icloud.com"],
  ...["outlook.com", "hotmail.com", "yahoo.com", "proton.me", "googlemail.com"],
];

/**
 * Returns the email that was probably meant if its domain is one slip of the keyboard away from a common one, such as
 * gmial.com; null otherwise. It is a question, since the typed domain may exist.
 */
export function suggestEmail(email: string): string | null {
  const [, name, typedDomain] = /^([^\s@]+)@([^\s@]+)$/.exec(email.trim()) ?? [];
  const domain = typedDomain?.toLowerCase();
  if (name === undefined || domain === undefined || commonDomains.includes(domain)) return null;
  const meant = commonDomains.find((candidate) => isOneSlipAway(domain, candidate));
  return meant ? `${name}@${meant}` : null;
}

/** Whether one letter is missing, added or another one, or two neighbors are exchanged. */
function isOneSlipAway(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start++;
  const [typedRest, meantRest] = [typed.slice(start), meant.slice(start)];
  const isExchanged = typedRest[0] === meantRest[1] && typedRest[1] === meantRest[0];
  return (
    typedRest.slice(1) === meantRest.slice(1) ||
    typedRest.slice(1) === meantRest ||
    typedRest === meantRest.slice(1) ||
    (isExchanged && typedRest.slice(2) === meantRest.slice(2))
  );
}
