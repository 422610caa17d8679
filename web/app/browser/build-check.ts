import { BUILD_CHECK_MS, BUILD_CHECK_PAUSE_MS, FIRST_BUILD_CHECK_MS } from "./behavior-settings.ts";

type BuildWatchOptions = {
  /** The id of the build that this page belongs to. */
  currentId: string;
  /** Fetches the newest build's id; null if it cannot be determined. */
  fetchLatestId: () => Promise<string | null>;
  now: () => number;
  /** Calls back whenever a hidden tab becomes visible; returns a function that stops it. */
  onVisible: (callback: () => void) => () => void;
  /** Called once when there is a newer build. */
  onNewBuild: () => void;
};

/**
 * Checks for a newer build: after about a second, every hour, and when a hidden tab becomes visible. Returns a function
 * that stops it.
 */
export function watchBuild({ currentId, fetchLatestId, now, onVisible, onNewBuild }: BuildWatchOptions): () => void {
  let checkedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    removeReturnListener();
  };
  const check = async () => {
    clearTimeout(timer);
    checkedAt = now();
    const id = await fetchLatestId();
    if (isStopped) return;
    if (id === null || id === currentId) {
      timer = setTimeout(() => void check(), BUILD_CHECK_MS);
      return;
    }
    stop();
    onNewBuild();
  };
  const removeReturnListener = onVisible(() => {
    if (now() - checkedAt >= BUILD_CHECK_PAUSE_MS) void check();
  });
  timer = setTimeout(() => void check(), FIRST_BUILD_CHECK_MS);
  return stop;
}

/**
 * Fetches the id of the newest build. An id other than this page's own is returned only if its metadata can be read:
 * while several machines are being updated, the next request may still reach one without that build.
 */
export async function fetchLatestBuildId(currentId: string): Promise<string | null> {
  const id = await fetchBuildId("/builds/latest.json", "no-cache");
  if (id === null || id === currentId) return id;
  return fetchBuildId(`/builds/meta/${encodeURIComponent(id)}.json`, "default");
}

async function fetchBuildId(path: string, cache: RequestCache): Promise<string | null> {
  try {
    const response = await fetch(path, { cache });
    const { id } = (await response.json()) as { id?: unknown };
    return response.ok && typeof id === "string" && id !== "" ? id : null;
  } catch {
    // No connection, or a response that is not the store's.
    return null;
  }
}
