import { BUILD_CHECK_MS, BUILD_CHECK_PAUSE_MS, FIRST_BUILD_CHECK_MS } from "./behaviour-settings.ts";

type Watch = {
  /** Id of the build that this page is of. */
  own: string;
  /** The newest build's id; null where it cannot be learnt. */
  latest: () => Promise<string | null>;
  now: () => number;
  /** Calls back whenever a hidden tab comes into view; gives the way to end it. */
  onReturn: (callback: () => void) => () => void;
  /** Told once, when there is a newer build. */
  onNew: () => void;
};

/** Looks for a newer build: after about a second, every hour, and when a hidden tab comes back. Gives the way to end it. */
export function watchBuild({ own, latest, now, onReturn, onNew }: Watch): () => void {
  let lookedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const end = () => {
    isOver = true;
    clearTimeout(timer);
    forget();
  };
  const look = async () => {
    clearTimeout(timer);
    lookedAt = now();
    const id = await latest();
    if (isOver) return;
    if (id === null || id === own) {
      timer = setTimeout(() => void look(), BUILD_CHECK_MS);
      return;
    }
    end();
    onNew();
  };
  const forget = onReturn(() => {
    if (now() - lookedAt >= BUILD_CHECK_PAUSE_MS) void look();
  });
  timer = setTimeout(() => void look(), FIRST_BUILD_CHECK_MS);
  return end;
}

/**
 * The id of the newest build. One that is not this page's own is named only if its metadata can be read: while several
 * machines are being updated, the next request may still reach one without it.
 */
export async function latestBuild(own: string): Promise<string | null> {
  const id = await buildIdAt("/builds/latest.json", "no-cache");
  if (id === null || id === own) return id;
  return buildIdAt(`/builds/meta/${encodeURIComponent(id)}.json`, "default");
}

async function buildIdAt(path: string, cache: RequestCache): Promise<string | null> {
  try {
    const response = await fetch(path, { cache });
    const { id } = (await response.json()) as { id?: unknown };
    return response.ok && typeof id === "string" && id !== "" ? id : null;
  } catch {
    // No connection, or an answer that is not the shop's.
    return null;
  }
}
