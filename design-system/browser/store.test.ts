import { expect, it } from "vitest";
import { createStore } from "./store.ts";

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
