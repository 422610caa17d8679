import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { createStore, useStore, useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { usePathWithoutLocale, useI18n } from "../i18n/use-i18n.tsx";
import { notifyTabs } from "../browser/tab-sync.ts";
import { showToast } from "@furoshiki/design-system/ui/toast.tsx";

type WishlistState = {
  /** Number of products in the wishlist, including changes on this page. */
  count: number;
  has(id: number): boolean;
  /** Whether the product was removed on this page. */
  isRemoved(id: number): boolean;
  toggle(id: number): void;
  /** Adds a product. @returns false if it failed or the visitor must sign in first */
  add(id: number): Promise<boolean>;
};

const WishlistContext = createContext(
  createStore<WishlistState>({
    count: 0,
    has: () => false,
    isRemoved: () => false,
    toggle: () => {},
    add: async () => false,
  }),
);

/** Returns the wishlist of the visitor; empty for guests. */
export function useWishlist(): WishlistState {
  return useStoreValue(use(WishlistContext));
}

/** Provides the wishlist. `ids` is null for guests, who are asked to sign in. */
export function WishlistProvider({
  ids,
  getSignInPath,
  children,
}: {
  ids: readonly number[] | null;
  getSignInPath: (path: string) => string;
  children: ReactNode;
}) {
  const { t, to } = useI18n();
  const path = usePathWithoutLocale();
  const navigate = useNavigate();
  const [overrides, setOverrides] = useState<Record<number, boolean>>({});
  const [lastIds, setLastIds] = useState(ids);
  // A new list from the server replaces the local changes.
  if (lastIds !== ids) {
    setLastIds(ids);
    setOverrides({});
  }
  const pendingIds = useRef(new Set<number>());
  /** Not optimistic: the state changes after the server has confirmed it. A second click in the meantime is ignored. */
  const toggle = useCallback(
    async (id: number) => {
      if (!ids) {
        await navigate(to(getSignInPath(path)), { preventScrollReset: true, defaultShouldRevalidate: false });
        return false;
      }
      if (pendingIds.current.has(id)) return false;
      pendingIds.current.add(id);
      const shouldAdd = !(overrides[id] ?? ids.includes(id));
      const isSaved = await saveWishlistItem(to(`/wishlist/${id}`), shouldAdd);
      pendingIds.current.delete(id);
      if (isSaved) {
        setOverrides((previous) => ({ ...previous, [id]: shouldAdd }));
        notifyTabs("counters");
      } else showToast(t("error.unknown_error"), "error");
      return isSaved;
    },
    [ids, overrides, navigate, path, getSignInPath, t, to],
  );
  const state = useMemo<WishlistState>(() => {
    const savedIds = new Set(ids);
    const has = (id: number) => overrides[id] ?? savedIds.has(id);
    const allIds = new Set([...savedIds, ...Object.keys(overrides).map(Number)]);
    return {
      count: [...allIds].filter(has).length,
      has,
      isRemoved: (id: number) => overrides[id] === false,
      toggle: (id: number) => void toggle(id),
      add: async (id: number) => has(id) || toggle(id),
    };
  }, [ids, overrides, toggle]);
  const store = useStore(state);
  return (
    <WishlistContext value={store}>
      {children}
      <form id={FORM_ID} method="post" hidden>
        <input type="hidden" name="from" value={path} />
      </form>
    </WishlistContext>
  );
}

/** The id of the form that all wishlist buttons submit before hydration: a button can be inside of another form. */
const FORM_ID = "wishlist-form";

async function saveWishlistItem(url: string, shouldAdd: boolean): Promise<boolean> {
  try {
    // The routes of the storefront accept GET and POST only.
    return (await fetch(url, { method: "POST", body: new URLSearchParams({ in_wishlist: shouldAdd ? "1" : "0" }) })).ok;
  } catch {
    // No connection: the button keeps its state.
    return false;
  }
}

/** Toggles whether a product is in the wishlist. @param name of the product, for the accessible name */
export function WishlistButton({ id, name, className }: { id: number; name: string; className: string }) {
  const { has, toggle } = useWishlist();
  const { t, to } = useI18n();
  return (
    <button
      type="submit"
      form={FORM_ID}
      formAction={to(`/wishlist/${id}`)}
      name="in_wishlist"
      value={has(id) ? "0" : "1"}
      aria-pressed={has(id)}
      aria-label={t("wishlist.add", { name })}
      onClick={(event) => {
        event.preventDefault();
        toggle(id);
      }}
      className={`heart ${className}`}
    />
  );
}
