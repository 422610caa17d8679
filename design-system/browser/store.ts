import { useLayoutEffect, useState, useSyncExternalStore } from "react";

/**
 * A value outside of React: of a module, or one that a context provides without ever changing itself. Only components
 * that read it (`useStoreValue`) re-render when the value changes. React would discard the server-rendered HTML of a
 * Suspense boundary if a context above it changed before the boundary is hydrated, because it cannot know whether the
 * boundary reads that context.
 */
export type Store<T> = ReadableStore<T> & {
  /** Sets the value and notifies nobody: call `notify` when components may re-render. */
  set: (value: T) => void;
  /** Notifies the listeners if the value has changed since the last notification. */
  notify: () => void;
  /** Sets the value and notifies the listeners. */
  update: (value: T) => void;
};

/** What components need to read a store. */
export type ReadableStore<T> = {
  get: () => T;
  /** The initial value, which the server rendered. */
  getInitial: () => T;
  /** Adds a listener. Returns a function that removes it. */
  subscribe: (listener: () => void) => () => void;
};

/** Creates a store. */
export function createStore<T>(initialValue: T): Store<T> {
  let current = initialValue;
  let lastNotified = initialValue;
  const listeners = new Set<() => void>();
  const set = (value: T) => {
    current = value;
  };
  const notify = () => {
    if (lastNotified === current) return;
    lastNotified = current;
    for (const listener of listeners) listener();
  };
  return {
    get: () => current,
    getInitial: () => initialValue,
    set,
    notify,
    update: (value) => {
      set(value);
      notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
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
export function useStoreValue<T>({ subscribe, get, getInitial }: ReadableStore<T>): T {
  return useSyncExternalStore(subscribe, get, getInitial);
}
