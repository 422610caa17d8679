import type { ContentChanges, ContentState } from "../../../api/src/platform/cache/content-changes.ts";

/** Reads what has changed since a state, with every change that was committed before. */
export type ReadContentChanges = (since: ContentState | null) => Promise<ContentChanges>;

export type ContentWatcherOptions = {
  /** For this long after changes were read, content counts as current. Changes are visible after this time at the latest. */
  maxAgeMs: number;
  /** States older than this are not continued, because the database deletes old changes. */
  maxIdleMs: number;
};

const defaultOptions: ContentWatcherOptions = { maxAgeMs: 500, maxIdleMs: 1_800_000 };

/**
 * Follows the changes of the store's content. It reads them when somebody asks, not in the background: without requests it
 * costs nothing, and if they cannot be read, nobody takes content for current.
 */
export class ContentWatcher {
  readonly #read: ReadContentChanges;
  readonly #onChange: (tags: readonly string[] | null) => void;
  readonly #options: ContentWatcherOptions;
  #state: ContentState | null = null;
  #readAt = -Infinity;
  #writtenAt = -Infinity;
  /** When the first and the last attempt began and ended since one has succeeded; null if the last one has. */
  #failure: { since: number; until: number } | null = null;
  #pending: Promise<void> | null = null;

  /** @param onChange receives the tags of changed content; null if everything may have changed, as at the first read */
  constructor(
    read: ReadContentChanges,
    onChange: (tags: readonly string[] | null) => void,
    options: Partial<ContentWatcherOptions> = {},
  ) {
    this.#read = read;
    this.#onChange = onChange;
    this.#options = { ...defaultOptions, ...options };
  }

  /** Whether changes were read a moment ago. */
  get isCurrent(): boolean {
    return this.#readAt > this.#writtenAt && performance.now() - this.#readAt < this.#options.maxAgeMs;
  }

  /** The state up to which changes were read; null before the first time. */
  get state(): ContentState | null {
    return this.#state;
  }

  /**
   * For how many milliseconds it was tried in vain to read changes; 0 if the last attempt has succeeded. Without requests
   * nothing is tried, and it is unknown whether they could be read.
   */
  get failingForMs(): number {
    return this.#failure === null ? 0 : this.#failure.until - this.#failure.since;
  }

  /** Tells that this process may have changed content, so that nothing is current until changes are read again. */
  expire(): void {
    this.#writtenAt = performance.now();
  }

  /** Reads changes, unless they were read a moment ago. @throws what reading throws; then nothing is current. */
  async update(): Promise<void> {
    if (this.isCurrent) return;
    const oldestReadAt = performance.now() - this.#options.maxAgeMs;
    await this.#readOnce();
    // What was being read already may not have what was committed, here or elsewhere, since that began.
    if (this.#readAt <= this.#writtenAt || this.#readAt < oldestReadAt) await this.#readOnce();
  }

  async #readOnce(): Promise<void> {
    await (this.#pending ??= this.#readChanges().finally(() => (this.#pending = null)));
  }

  async #readChanges(): Promise<void> {
    const startedAt = performance.now();
    const since = startedAt - this.#readAt < this.#options.maxIdleMs ? this.#state : null;
    const { state, tags } = await this.#read(since).catch((error: unknown) => {
      this.#failure = { since: this.#failure?.since ?? startedAt, until: performance.now() };
      throw error;
    });
    this.#failure = null;
    if (tags === null || tags.length > 0) this.#onChange(tags);
    this.#state = state;
    this.#readAt = startedAt;
  }
}
