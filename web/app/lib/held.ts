import { useLayoutEffect, useState, useSyncExternalStore } from "react";

/**
 * A value that a context hands down without ever changing itself: who reads it (`useHeldValue`) is drawn anew when the
 * value changes, and nobody else. A part of the page that still waits for its script (later.tsx) would have to be
 * thrown away if a context above it changed, since nobody knows yet whether it reads that context.
 */
export type Held<T> = {
  get: () => T;
  /** What the page began with, and the server wrote. */
  first: () => T;
  put: (value: T) => void;
  /** Tells who listens, where the value is another than when they were told last. */
  tell: () => void;
  subscribe: (listener: () => void) => () => void;
};

export function heldOf<T>(first: T): Held<T> {
  let current = first;
  let told = first;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    first: () => first,
    put: (value) => {
      current = value;
    },
    tell: () => {
      if (told === current) return;
      told = current;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Holds a value that the caller makes anew when it changes. It is put while the caller is drawn, as a context would be:
 * whoever is drawn together with him sees the same moment.
 */
export function useHeld<T>(value: T): Held<T> {
  const [held] = useState(() => heldOf(value));
  held.put(value);
  useLayoutEffect(() => held.tell(), [held, value]);
  return held;
}

export function useHeldValue<T>({ subscribe, get, first }: Held<T>): T {
  return useSyncExternalStore(subscribe, get, first);
}
