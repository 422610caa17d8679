import { createContext, use } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { createStore, useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { hydrateWhenVisible } from "./lazy-hydration.tsx";

const Sum = createContext(createStore(0));
const Words = ({ text }: { text: string }) => <p>{`${text} ${useStoreValue(use(Sum))}`}</p>;

it("is rendered by the server with the initial value of the store", () => {
  const store = createStore(2);
  store.set(3);
  const LazyWords = hydrateWhenVisible(async () => Words, Words);
  const html = renderToString(
    <Sum value={store}>
      <LazyWords text="Reviews" />
    </Sum>,
  );
  expect(html).toContain("<p>Reviews 2</p>");
});

it("notifies listeners of each new value once", () => {
  const store = createStore("a");
  const received: string[] = [];
  const unsubscribe = store.subscribe(() => received.push(store.get()));
  for (const value of ["a", "b", "b"]) {
    store.set(value);
    store.notify();
  }
  unsubscribe();
  store.set("c");
  store.notify();
  expect([received, store.get(), store.getInitial()]).toEqual([["b"], "c", "a"]);
});
