export type Listeners = {
  notify: () => void;
  /** Adds a listener. Returns a function that removes it. */
  subscribe: (listener: () => void) => () => void;
};

/** Creates an empty set of functions that `notify` calls. */
export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    notify: () => {
      for (const listener of listeners) listener();
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
 * Creates the listeners of a value in local storage: `notify` calls them after a change by this page, the browser after
 * a change by another tab.
 * @param onOtherTabChange called before a listener after a change by another tab, for example to drop a cached value
 */
export function createStorageListeners(key: string, onOtherTabChange?: () => void): Listeners {
  const { notify, subscribe } = createListeners();
  return {
    notify,
    subscribe: (listener) => {
      const onStorage = (event: StorageEvent) => {
        // The key is null if the whole storage was cleared.
        if (event.key !== key && event.key !== null) return;
        onOtherTabChange?.();
        listener();
      };
      const unsubscribe = subscribe(listener);
      addEventListener("storage", onStorage);
      return () => {
        unsubscribe();
        removeEventListener("storage", onStorage);
      };
    },
  };
}
