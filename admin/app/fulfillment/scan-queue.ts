import { createStore, type ReadableStore } from "@furoshiki/design-system/browser/store.ts";
import { NoAnswer, type StationAnswer } from "./station-api.ts";

export type QueueState<Change> = Readonly<{
  /** The changes that were not answered, in their order. */
  waiting: readonly Change[];
  /** The changes that the server has accepted and that the loaded record does not have. */
  accepted: readonly Change[];
  /** Whether the last attempt to send had no answer. */
  isOffline: boolean;
}>;

export type ScanQueue<Change> = Readonly<{
  state: ReadableStore<QueueState<Change>>;
  /** Reads what was stored before the page was loaded, and sends it. */
  load: () => void;
  /** Stores a change, and sends it after those before it. */
  add: (change: Change) => void;
  /** Sends what is stored. Returns whether the server has accepted everything. */
  flush: () => Promise<boolean>;
  /** Clears the accepted changes when the record was loaded again. */
  clearAccepted: () => void;
}>;

type QueueStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

type QueueOptions<Change> = Readonly<{
  /** Begins the keys under which the changes of a record are stored. */
  prefix: string;
  /** Called in the browser only. */
  getStorage: () => QueueStorage;
  /** @throws NoAnswer */
  send: (change: Change) => Promise<StationAnswer<unknown>>;
  /** Called with a change that the server has refused; it is dropped. */
  onRefused: (change: Change, refusal: Extract<StationAnswer<unknown>, { ok: false }>) => void;
}>;

/**
 * Creates the queue of the changes that scans make to a record. Each one is stored under a key of its own before it is sent, so that
 * neither a reload nor a second tab loses any; the server records a change that two tabs send only once.
 */
export function createScanQueue<Change>({
  prefix,
  getStorage,
  send,
  onRefused,
}: QueueOptions<Change>): ScanQueue<Change> {
  const state = createStore<QueueState<Change>>({ waiting: [], accepted: [], isOffline: false });
  const change = (values: Partial<QueueState<Change>>) => state.update({ ...state.get(), ...values });
  let keys: string[] = [];
  let sending: Promise<boolean> | null = null;

  const sendFirst = async (first: Change) => {
    const answer = await send(first);
    getStorage().removeItem(keys.shift() ?? "");
    const { waiting, accepted } = state.get();
    // One update, so that the piece is counted without a break.
    change({ waiting: waiting.slice(1), accepted: answer.ok ? [...accepted, first] : accepted, isOffline: false });
    if (!answer.ok) onRefused(first, answer);
    return answer.ok;
  };
  const sendAll = async () => {
    let isAccepted = true;
    try {
      for (let [first] = state.get().waiting; first; [first] = state.get().waiting)
        isAccepted = (await sendFirst(first)) && isAccepted;
      return isAccepted;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      change({ isOffline: true });
      return false;
    } finally {
      sending = null;
    }
  };
  const flush = async () => state.get().waiting.length === 0 || (sending ??= sendAll());

  return {
    state,
    load: () => {
      keys = listKeys(getStorage(), prefix);
      change({ waiting: keys.map((key) => JSON.parse(getStorage().getItem(key) ?? "") as Change) });
      void flush();
    },
    add: (added) => {
      const key = createKey(prefix, keys.at(-1));
      getStorage().setItem(key, JSON.stringify(added));
      keys.push(key);
      change({ waiting: [...state.get().waiting, added] });
      void flush();
    },
    flush,
    clearAccepted: () => change({ accepted: [] }),
  };
}

const KEY_DIGITS = 15;

/** Creates a key that is sorted after the last one; the random end keeps the keys of two tabs apart. */
function createKey(prefix: string, lastKey: string | undefined): string {
  const last = Number(lastKey?.slice(prefix.length, prefix.length + KEY_DIGITS) ?? 0);
  const place = Math.max(Date.now(), last + 1);
  return `${prefix}${String(place).padStart(KEY_DIGITS, "0")}:${crypto.randomUUID().slice(0, 8)}`;
}

function listKeys(storage: QueueStorage, prefix: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "")
    .filter((key) => key.startsWith(prefix))
    .toSorted();
}
