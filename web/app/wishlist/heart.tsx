import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { openDoor } from "../lib/door.ts";
import { heldOf, useHeld, useHeldValue } from "../lib/held.ts";
import { usePath, useShop } from "../lib/shop.tsx";
import { tellTabs } from "../lib/tabs.ts";
import { say } from "../ui/toast.tsx";

type WishlistState = {
  /** How many are put by, with what was changed on this page. */
  count: number;
  has(id: number): boolean;
  /** Taken out on this page. */
  isGone(id: number): boolean;
  toggle(id: number): void;
  /** Puts a product by. @returns false where that did not succeed, or the shopper is asked to sign in. */
  keep(id: number): Promise<boolean>;
};

const WishlistContext = createContext(
  heldOf<WishlistState>({
    count: 0,
    has: () => false,
    isGone: () => false,
    toggle: () => {},
    keep: async () => false,
  }),
);

export function useWishes(): WishlistState {
  return useHeldValue(use(WishlistContext));
}

/** The shopper's favourites; `ids` is null for a guest, who is asked to sign in (spec §6). */
export function WishlistProvider({
  ids,
  signIn,
  children,
}: {
  ids: readonly number[] | null;
  signIn: (path: string) => string;
  children: ReactNode;
}) {
  const { t, to } = useShop();
  const path = usePath();
  const navigate = useNavigate();
  const [changed, setChanged] = useState<Record<number, boolean>>({});
  const [seen, setSeen] = useState(ids);
  // A fresh list from the server is the truth again.
  if (seen !== ids) {
    setSeen(ids);
    setChanged({});
  }
  const underWay = useRef(new Set<number>());
  /** Only what the shop has taken is shown (spec §4, Wishlist toggle); a second press meanwhile is the same press. */
  const toggle = useCallback(
    async (id: number) => {
      if (!ids) {
        openDoor();
        await navigate(to(signIn(path)), { preventScrollReset: true, defaultShouldRevalidate: false });
        return false;
      }
      if (underWay.current.has(id)) return false;
      underWay.current.add(id);
      const wanted = !(changed[id] ?? ids.includes(id));
      const kept = await keep(to(`/wishlist/${id}`), wanted);
      underWay.current.delete(id);
      if (kept) {
        setChanged((now) => ({ ...now, [id]: wanted }));
        tellTabs("counters");
      } else say(t("error.unknown_error"), "error");
      return kept;
    },
    [ids, changed, navigate, path, signIn, t, to],
  );
  const state = useMemo<WishlistState>(() => {
    const held = new Set(ids);
    const has = (id: number) => changed[id] ?? held.has(id);
    const known = new Set([...held, ...Object.keys(changed).map(Number)]);
    return {
      count: [...known].filter(has).length,
      has,
      isGone: (id: number) => changed[id] === false,
      toggle: (id: number) => void toggle(id),
      keep: async (id: number) => has(id) || toggle(id),
    };
  }, [ids, changed, toggle]);
  const held = useHeld(state);
  return <WishlistContext value={held}>{children}</WishlistContext>;
}

async function keep(address: string, wanted: boolean): Promise<boolean> {
  try {
    // The storefront's pages answer GET and POST alone.
    return (await fetch(address, { method: "POST", body: new URLSearchParams({ wished: wanted ? "1" : "0" }) })).ok;
  } catch {
    // No connection: the heart stays as it is.
    return false;
  }
}

export function Heart({ id, name, className }: { id: number; name: string; className: string }) {
  const { has, toggle } = useWishes();
  const { t } = useShop();
  return (
    <button
      type="button"
      aria-pressed={has(id)}
      aria-label={t("wishlist.heart", { name })}
      onClick={() => toggle(id)}
      className={`heart ${className}`}
    />
  );
}
