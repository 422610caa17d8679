import type { DraftOutcome } from "./draft-api.ts";
import type { FormValues } from "./form-values.ts";

/** How long after a change it is saved at most, in milliseconds. */
export const SAVE_DELAY_MS = 3000;

type DraftSaverOptions = {
  /** Returns the values that are not saved yet. */
  readChanges: () => FormValues;
  save: (changes: FormValues | null) => Promise<DraftOutcome>;
  onOutcome: (outcome: DraftOutcome) => void;
};

/** Saves what a person types, every three seconds; without a connection it tries again. */
export function createDraftSaver({ readChanges, save, onOutcome }: DraftSaverOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();
  // There may be one from before.
  let isStored = true;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const saveNow = async () => {
    const changes = readChanges();
    const isEmpty = Object.keys(changes).length === 0;
    if (isEmpty && !isStored) return;
    const outcome = await save(isEmpty ? null : changes);
    if (outcome === "done") isStored = !isEmpty;
    onOutcome(outcome);
    if (outcome === "lost") schedule();
  };
  const start = () => {
    cancel();
    // One request after the other, so that an older one cannot replace what a newer one has saved.
    running = running.then(saveNow);
  };
  const schedule = () => {
    timer ??= setTimeout(start, SAVE_DELAY_MS);
  };
  return {
    /** Saves soon. */
    schedule,
    /** Saves now what waits to be saved. */
    flush: () => {
      if (timer !== undefined) start();
    },
    /** Forgets what waits to be saved. */
    cancel,
  };
}
