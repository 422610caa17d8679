import { lazy, Suspense, useCallback, useState, type ReactNode } from "react";
import { useMatches } from "react-router";
import { CartProvider } from "../cart/cart-state.tsx";
import { LinkNavigation } from "../lib/link.tsx";
import { ShopProvider, type Shop } from "../lib/shop.tsx";
import { WishlistProvider } from "../wishlist/heart.tsx";
import { signInAt } from "./addresses.ts";
import { Toasts } from "../ui/toast.tsx";
import type { Known } from "../lib/known.ts";
import { AuthGate } from "./auth-gate.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { TabBar } from "./tab-bar.tsx";

const CatalogueDrawer = lazy(async () => ({ default: (await import("./catalogue-drawer.tsx")).CatalogueDrawer }));

/** What a route may ask of the frame: `export const handle: FrameWish = { buyBar: true }`. */
export type FrameWish = {
  /** The page has a bar above the tab bar on phones: the footer keeps clear of it. */
  buyBar?: boolean;
};

/** Header, page, footer and the bars around them: the same on every page, errors included. */
export function Frame({ shop, known, children }: { shop: Shop; known: Known | null; children: ReactNode }) {
  const [drawer, setDrawer] = useState<"never" | "open" | "closed">("never");
  const openDrawer = useCallback(() => setDrawer("open"), []);
  const buyBar = useMatches().some((match) => (match.handle as FrameWish | undefined)?.buyBar);
  return (
    <ShopProvider shop={shop}>
      <CartProvider summary={known?.cart ?? null}>
        <WishlistProvider ids={known?.user ? (known.wishlist?.ids ?? []) : null} signIn={signInAt}>
          <a
            href="#main"
            className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-4 focus:z-50 focus:bg-surface focus:px-4 focus:py-2"
          >
            {shop.t("shell.skip")}
          </a>
          <Header known={known} onCatalogue={openDrawer} />
          <main id="main" tabIndex={-1} className="outline-none">
            {children}
          </main>
          <Footer known={known} clear={buyBar} />
          <TabBar known={known} onCatalogue={openDrawer} />
          <Toasts />
          <LinkNavigation />
          {known && !known.user ? <AuthGate /> : null}
          {drawer === "never" ? null : (
            <Suspense>
              <CatalogueDrawer open={drawer === "open"} onClose={() => setDrawer("closed")} />
            </Suspense>
          )}
        </WishlistProvider>
      </CartProvider>
    </ShopProvider>
  );
}
