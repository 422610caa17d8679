import type { DraftOutcome } from "./draft-api.ts";
import type { FormValues } from "./form-values.ts";

/** How long after a change it is saved at most, and the longest pause before a lost request is sent again. */
const SAVE_DELAY_MS = 3000;
const MAX_RETRY_DELAY_MS = 60_000;

type DraftSaverOptions = {
  /** Returns the values that are not saved yet. */
  readChanges: () => FormValues;
  save: (changes: FormValues | null) => Promise<DraftOutcome>;
  onOutcome: (outcome: DraftOutcome) => void;
};

/**
 * Saves what a person types, every three seconds. A request that is lost is sent again after a pause that doubles each
 * time, until the form is closed.
 */
export function createDraftSaver({ readChanges, save, onOutcome }: DraftSaverOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();
  // There may be one from before.
  let isStored = true;
  let isClosed = false;
  let lostRequests = 0;
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
    lostRequests = outcome === "lost" ? lostRequests + 1 : 0;
    if (outcome === "lost") schedule();
  };
  const start = () => {
    cancel();
    // One request after the other, so that an older one cannot replace what a newer one has saved.
    running = running.then(saveNow);
  };
  const schedule = () => {
    if (!isClosed) timer ??= setTimeout(start, Math.min(SAVE_DELAY_MS * 2 ** lostRequests, MAX_RETRY_DELAY_MS));
  };
  const flush = () => {
    if (timer !== undefined) start();
  };
  return {
    /** Saves soon. */
    schedule,
    /** Saves now what waits to be saved. */
    flush,
    /** Saves now what waits to be saved; if that is lost, it is not sent again. */
    close: () => {
      flush();
      isClosed = true;
    },
    /** Forgets what waits to be saved. */
    cancel,
  };
}
