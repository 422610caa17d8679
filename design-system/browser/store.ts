import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { createListeners } from "./listeners.ts";

/**
 * A value outside of React: of a module, or one that a context provides without ever changing itself. Only components
 * that read it (`useStoreValue`) re-render when the value changes. A lazily hydrated part of the page would have to be
 * discarded if a context above it changed, because it is unknown whether the part reads that context.
 */
export type Store<T> = {
  get: () => T;
  /** The initial value, which the server rendered. */
  getInitial: () => T;
  set: (value: T) => void;
  /** Notifies the listeners if the value has changed since the last notification. */
  notify: () => void;
  subscribe: (listener: () => void) => () => void;
};

export function createStore<T>(initialValue: T): Store<T> {
  let current = initialValue;
  let lastNotified = initialValue;
  const listeners = createListeners();
  return {
    get: () => current,
    getInitial: () => initialValue,
    set: (value) => {
      current = value;
    },
    notify: () => {
      if (lastNotified === current) return;
      lastNotified = current;
      listeners.notify();
    },
    subscribe: listeners.subscribe,
  };
}

/**
 * Puts a value of the calling component into a store. It is set during rendering, as a context value would be, so that
 * components rendered together see the same value.
 */
export function useStore<T>(value: T): Store<T> {
  const [store] = useState(() => createStore(value));
  store.set(value);
  useLayoutEffect(() => store.notify(), [store, value]);
  return store;
}

export function useStoreValue<T>({ subscribe, get, getInitial }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, getInitial);
}
