import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { createListeners } from "./listeners.ts";

/**
 * A value outside of React: of a module, or one that a context provides without ever changing itself. Only components
 * that read it (`useStoreValue`) re-render when the value changes. React would discard the server-rendered HTML of a
 * lazily hydrated section if a context above it changed, because it cannot know whether the section reads that context.
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

/** Creates a store. Setting a value notifies nobody: call `notify` when components may re-render. */
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

/** Returns the value of a store; the calling component re-renders when the store notifies of another value. */
export function useStoreValue<T>({ subscribe, get, getInitial }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, getInitial);
}
