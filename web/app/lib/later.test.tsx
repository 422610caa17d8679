import { createContext, use } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { heldOf, useHeldValue } from "./held.ts";
import { later } from "./later.tsx";

const Sum = createContext(heldOf(0));
const Words = ({ text }: { text: string }) => <p>{`${text} ${useHeldValue(use(Sum))}`}</p>;

it("is written out by the server, with what the page began with", () => {
  const held = heldOf(2);
  held.put(3);
  const Later = later(async () => Words, Words);
  const html = renderToString(
    <Sum value={held}>
      <Later text="Reviews" />
    </Sum>,
  );
  expect(html).toContain("<p>Reviews 2</p>");
});

it("tells who listens of each new value, once", () => {
  const held = heldOf("a");
  const heard: string[] = [];
  const stop = held.subscribe(() => heard.push(held.get()));
  for (const value of ["a", "b", "b"]) {
    held.put(value);
    held.tell();
  }
  stop();
  held.put("c");
  held.tell();
  expect([heard, held.get(), held.first()]).toEqual([["b"], "c", "a"]);
});
