type Person = Readonly<{ id: number; name: string }>;

/** A part of a text: plain, or the mention of a person with the `@`. */
type TextPart = Readonly<{ text: string; person: Person | null }>;

/** Splits a text at the mentions of persons by their names. A longer name goes before its beginning. */
export function splitMentions(text: string, people: readonly Person[]): TextPart[] {
  const longestFirst = people.toSorted((one, other) => other.name.length - one.name.length);
  const parts: TextPart[] = [];
  let rest = text;
  let plain = "";
  while (rest !== "") {
    const person = longestFirst.find(({ name }) => rest.startsWith(`@${name}`));
    const length = person ? person.name.length + 1 : 1;
    if (person) {
      if (plain !== "") parts.push({ text: plain, person: null });
      plain = "";
      parts.push({ text: rest.slice(0, length), person });
    } else plain += rest.slice(0, length);
    rest = rest.slice(length);
  }
  return plain === "" ? parts : [...parts, { text: plain, person: null }];
}

/** Returns the ids of the persons whom a text mentions by their names. */
export function findMentions(text: string, people: readonly Person[]): number[] {
  const ids = splitMentions(text, people).flatMap(({ person }) => person?.id ?? []);
  return [...new Set(ids)];
}

/** Returns what was typed after the last `@` before the cursor; null if no mention is being typed. */
export function findMentionQuery(textBeforeCursor: string): string | null {
  return /(?:^|\s)@([^\s@]{0,40})$/u.exec(textBeforeCursor)?.[1] ?? null;
}

/** Returns the persons with a name that has a word with this beginning. */
export function suggestPeople<T extends Person>(people: readonly T[], query: string): T[] {
  const beginning = query.toLocaleLowerCase();
  return people.filter(({ name }) =>
    name
      .toLocaleLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(beginning)),
  );
}
