import { describe, expect, it } from "vitest";
import { findMentionQuery, findMentions, splitMentions, suggestPeople } from "./find-mentions.ts";

const people = [
  { id: 1, name: "Анна" },
  { id: 2, name: "Анна К." },
  { id: 3, name: "Ivan" },
];

describe("mentions", () => {
  it("are found by the names of colleagues, the longest name first", () => {
    expect(findMentions("@Анна К. и @Ivan, посмотрите. @Ivan!", people)).toEqual([2, 3]);
    expect(findMentions("@Анна, посмотрите", people)).toEqual([1]);
    expect(findMentions("Anna @nobody ivan@example.com", people)).toEqual([]);
  });

  it("divide a text into parts", () => {
    expect(splitMentions("Да, @Ivan, да", people)).toEqual([
      { text: "Да, ", person: null },
      { text: "@Ivan", person: people[2] },
      { text: ", да", person: null },
    ]);
    expect(splitMentions("", people)).toEqual([]);
  });

  it("are suggested for a word that begins with @", () => {
    expect(findMentionQuery("Позовите @ан")).toBe("ан");
    expect(findMentionQuery("@")).toBe("");
    expect(findMentionQuery("ivan@ex")).toBeNull();
    expect(findMentionQuery("@Ivan ")).toBeNull();
    expect(suggestPeople(people, "ан").map(({ id }) => id)).toEqual([1, 2]);
    expect(suggestPeople(people, "к").map(({ id }) => id)).toEqual([2]);
    expect(suggestPeople(people, "")).toHaveLength(3);
  });
});
