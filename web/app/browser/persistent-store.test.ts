// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPersistentStore } from "./persistent-store.ts";

const parseNumbers = (stored: unknown) =>
  Array.isArray(stored) ? stored.filter((item) => typeof item === "number") : [];
const createNumbers = () => createPersistentStore<number[]>("numbers", [], parseNumbers);

/** Stores a value as another tab would, which dispatches an event in this one. */
function storeInOtherTab(value: string | null): void {
  if (value === null) localStorage.removeItem("numbers");
  else localStorage.setItem("numbers", value);
  dispatchEvent(new StorageEvent("storage", { key: value === null ? null : "numbers" }));
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
});

it("reads the stored value once, validated", () => {
  localStorage.setItem("numbers", '[1,"two",3]');
  const numbers = createNumbers();
  expect(numbers.getInitial()).toEqual([]);
  expect(numbers.get()).toEqual([1, 3]);
  expect(numbers.get()).toBe(numbers.get());
});

it.each(["{", "null", '"text"', null])("is empty if %j is stored", (text) => {
  if (text !== null) localStorage.setItem("numbers", text);
  expect(createNumbers().get()).toEqual([]);
});

it("stores a value and notifies its listeners", () => {
  const numbers = createNumbers();
  const listener = vi.fn<() => void>();
  const unsubscribe = numbers.subscribe(listener);
  expect(numbers.write([4])).toBe(true);
  expect(numbers.get()).toEqual([4]);
  expect(localStorage.getItem("numbers")).toBe("[4]");
  expect(listener).toHaveBeenCalledOnce();
  unsubscribe();
  numbers.write([5]);
  expect(listener).toHaveBeenCalledOnce();
});

it("removes a value of null", () => {
  const store = createPersistentStore<string | null>("text", null, (stored) =>
    typeof stored === "string" ? stored : null,
  );
  store.write("a");
  store.write(null);
  expect(localStorage.getItem("text")).toBeNull();
  expect(store.get()).toBeNull();
});

it("follows another tab, also after the first value was empty", () => {
  const numbers = createNumbers();
  const listener = vi.fn<() => void>();
  numbers.subscribe(listener);
  storeInOtherTab("[1]");
  expect(numbers.get()).toEqual([1]);
  storeInOtherTab(null);
  expect(numbers.get()).toEqual([]);
  expect(listener).toHaveBeenCalledTimes(2);
});

it("reads what another tab has stored without telling", () => {
  const numbers = createNumbers();
  numbers.write([1]);
  localStorage.setItem("numbers", "[1,2]");
  expect(numbers.get()).toEqual([1]);
  expect(numbers.read()).toEqual([1, 2]);
});

it("keeps a value that cannot be stored in this page", () => {
  const numbers = createNumbers();
  numbers.write([1]);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(numbers.write([2])).toBe(false);
  expect(numbers.isStored()).toBe(false);
  expect(numbers.read()).toEqual([2]);
});
