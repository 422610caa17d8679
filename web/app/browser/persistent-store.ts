import { createStore, type ReadableStore } from "@furoshiki/design-system/browser/store.ts";
import { readStored, removeStored, writeStored } from "./local-storage.ts";

/** A store whose value is kept in local storage, where all tabs of the store share it. */
export type PersistentStore<T> = ReadableStore<T> & {
  /** Reads the value again, since another tab may have changed it before this one was told. */
  read: () => T;
  /** Stores a value; null removes it. Without storage it is kept in this page. Returns whether it was stored. */
  write: (value: T) => boolean;
  /** Returns false if the last value could not be stored; it is then lost with the page. */
  isStored: () => boolean;
};

/**
 * Creates a store for a key of local storage.
 * @param initialValue the value on the server and during hydration
 * @param parse validates what was stored; it gets null if there is nothing, or no valid JSON
 */
export function createPersistentStore<T>(
  key: string,
  initialValue: T,
  parse: (stored: unknown) => T,
): PersistentStore<T> {
  const store = createStore(initialValue);
  let isRead = false;
  let isStored = true;
  let isListening = false;
  const read = () => {
    // A value that could not be stored exists in this page only.
    if (isStored) store.update(parse(readStored(key)));
    isRead = true;
    return store.get();
  };
  const listenToOtherTabs = () => {
    if (isListening) return;
    isListening = true;
    addEventListener("storage", (event) => {
      // The key is null if the whole storage was cleared.
      if (event.key !== key && event.key !== null) return;
      isStored = true;
      read();
    });
  };
  return {
    get: () => (isRead ? store.get() : read()),
    getInitial: store.getInitial,
    subscribe: (listener) => {
      listenToOtherTabs();
      return store.subscribe(listener);
    },
    read,
    write: (value) => {
      isRead = true;
      isStored = value === null ? removeStored(key) : writeStored(key, value);
      store.update(value);
      return isStored;
    },
    isStored: () => isStored,
  };
}
