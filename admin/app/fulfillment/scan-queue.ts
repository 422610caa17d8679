import { createStore, type ReadableStore } from "@furoshiki/design-system/browser/store.ts";
import { NoAnswer, type StationAnswer } from "./station-api.ts";

/** A change of a shipment that the server has not confirmed: a piece that was put into the box, or taken out again. */
export type QueuedChange = Readonly<{
  kind: "scan" | "undo";
  scan_id: string;
  line: number;
  /** Undefined if the piece was confirmed without scanning. */
  code?: string | undefined;
}>;

export type QueueState = Readonly<{
  /** The changes that were not answered, in their order. */
  waiting: readonly QueuedChange[];
  /** The changes that the server has accepted and that the loaded shipment does not have. */
  accepted: readonly QueuedChange[];
  /** Whether the last attempt to send had no answer. */
  isOffline: boolean;
}>;

export type ScanQueue = Readonly<{
  state: ReadableStore<QueueState>;
  /** Reads what was stored before the page was loaded, and sends it. */
  load: () => void;
  /** Stores a change, and sends it after those before it. */
  add: (change: QueuedChange) => void;
  /** Sends what is stored. */
  flush: () => void;
  /** Clears the accepted changes when the shipment was loaded again. */
  clearAccepted: () => void;
}>;

type QueueStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

type QueueOptions = Readonly<{
  shipmentId: number;
  /** Called in the browser only. */
  getStorage: () => QueueStorage;
  /** @throws NoAnswer */
  send: (change: QueuedChange) => Promise<StationAnswer<unknown>>;
  /** Called with a change that the server has refused; it is dropped. */
  onRefused: (change: QueuedChange, refusal: Extract<StationAnswer<unknown>, { ok: false }>) => void;
}>;

/**
 * Creates the queue of the changes of a shipment. Each one is stored under a key of its own before it is sent, so that
 * neither a reload nor a second tab loses any; the server records a change that two tabs send only once.
 */
export function createScanQueue({ shipmentId, getStorage, send, onRefused }: QueueOptions): ScanQueue {
  const prefix = `packing:${shipmentId}:`;
  const state = createStore<QueueState>({ waiting: [], accepted: [], isOffline: false });
  const change = (values: Partial<QueueState>) => state.update({ ...state.get(), ...values });
  let keys: string[] = [];
  let isSending = false;

  const sendFirst = async (first: QueuedChange) => {
    const answer = await send(first);
    getStorage().removeItem(keys.shift() ?? "");
    const { waiting, accepted } = state.get();
    // One update, so that the piece is counted without a break.
    change({ waiting: waiting.slice(1), accepted: answer.ok ? [...accepted, first] : accepted, isOffline: false });
    if (!answer.ok) onRefused(first, answer);
  };
  const flush = async () => {
    if (isSending) return;
    isSending = true;
    try {
      for (let [first] = state.get().waiting; first; [first] = state.get().waiting) await sendFirst(first);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      change({ isOffline: true });
    } finally {
      isSending = false;
    }
  };

  return {
    state,
    load: () => {
      keys = listKeys(getStorage(), prefix);
      change({ waiting: keys.map((key) => JSON.parse(getStorage().getItem(key) ?? "") as QueuedChange) });
      void flush();
    },
    add: (added) => {
      const key = createKey(prefix, keys.at(-1));
      getStorage().setItem(key, JSON.stringify(added));
      keys.push(key);
      change({ waiting: [...state.get().waiting, added] });
      void flush();
    },
    flush: () => void flush(),
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
