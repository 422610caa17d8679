import { lazy, useEffect, useRef, useState, type ReactNode } from "react";
import { useMatches } from "react-router";
import { CartProvider, useCart } from "../cart/cart-state.tsx";
import { LinkNavigation } from "../lib/link.tsx";
import { later } from "../lib/later.tsx";
import { Part } from "../lib/part.tsx";
import { loadOptional } from "../lib/reload-guard.ts";
import { ShopProvider, useShop, type Shop } from "../lib/shop.tsx";
import { useTabs } from "../lib/tabs.ts";
import { WishlistProvider } from "../wishlist/heart.tsx";
import { signInAt } from "./addresses.ts";
import { Toasts } from "../ui/toast.tsx";
import type { Known } from "../lib/known.ts";
import { AuthGate } from "./auth-gate.tsx";
import { CatalogueDrawer } from "./catalogue-drawer.tsx";
import { Header } from "./header.tsx";
import { useQuietTime } from "./quiet-time.ts";
import { TabBar } from "./tab-bar.tsx";

const Quiet = lazy(async () => {
  const loaded = await loadOptional(() => import("./quiet.tsx"));
  return { default: loaded?.Quiet ?? Nothing };
});

function Nothing(_props: { known: Known }) {
  return null;
}

const loadFooter = async () => (await import("./footer.tsx")).Footer;
const Footer = later(loadFooter, import.meta.env.SSR ? await loadFooter() : null);

/** What a route may ask of the frame: `export const handle: FrameWish = { buyBar: true }`. */
export type FrameWish = {
  /** The page has a bar above the tab bar on phones: the footer keeps clear of it. */
  buyBar?: boolean;
};

const NONE: readonly number[] = [];

/** Header, page, footer and the bars around them: the same on every page, errors included. */
export function Frame({ shop, known, children }: { shop: Shop; known: Known | null; children: ReactNode }) {
  const buyBar = useMatches().some((match) => (match.handle as FrameWish | undefined)?.buyBar);
  return (
    <ShopProvider shop={shop}>
      <CartProvider summary={known?.cart ?? null}>
        <WishlistProvider ids={known?.user ? (known.wishlist?.ids ?? NONE) : null} signIn={signInAt}>
          <a
            href="#main"
            className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-4 focus:z-50 focus:bg-surface focus:px-4 focus:py-2"
          >
            {shop.t("shell.skip")}
          </a>
          <Header known={known} />
          <main id="main" tabIndex={-1} className="outline-none">
            {children}
          </main>
          <Footer known={known} clear={buyBar} />
          <TabBar known={known} />
          <Toasts />
          <CartNews />
          <LinkNavigation />
          {known && !known.user ? (
            <Part>
              <AuthGate />
            </Part>
          ) : null}
          <Part>
            <CatalogueDrawer />
          </Part>
          <OtherTabs known={known} />
          {known ? <WhenQuiet known={known} /> : null}
        </WishlistProvider>
      </CartProvider>
    </ShopProvider>
  );
}

function WhenQuiet({ known }: { known: Known }) {
  const isQuiet = useQuietTime();
  return isQuiet ? (
    <Part>
      <Quiet known={known} />
    </Part>
  ) : null;
}

/** Stands inside what it listens for; draws nothing. */
function OtherTabs({ known }: { known: Known | null }) {
  useTabs(JSON.stringify([known?.cart, known?.wishlist, known?.notifications]));
  return null;
}

/** Tells readers how many pieces the cart holds, when that has changed by something the shopper did. */
function CartNews() {
  const { t } = useShop();
  const { count } = useCart();
  const [said, setSaid] = useState("");
  const known = useRef(count);
  useEffect(() => {
    if (known.current === count) return;
    known.current = count;
    // A guest's cart is read when the page starts: that is no news.
    if (navigator.userActivation.hasBeenActive) setSaid(t("shell.cart_holds", { count }));
  }, [count, t]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
