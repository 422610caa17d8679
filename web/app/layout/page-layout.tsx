import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ComponentType, type ReactNode } from "react";
import { useMatches } from "react-router";
import { CartProvider, useCart } from "../cart/cart-state.tsx";
import { ReloadDocumentContext } from "../navigation/link.tsx";
import { SectionBoundary } from "@furoshiki/design-system/errors/section-boundary.tsx";
import { loadOptionalModule } from "../errors/chunk-reload.ts";
import { I18nProvider, useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { useTabSync } from "../browser/tab-sync.ts";
import { WishlistProvider } from "../wishlist/wishlist-button.tsx";
import { getSignInUrl } from "../navigation/sign-in-url.ts";
import { Toasts } from "@furoshiki/design-system/ui/toast.tsx";
import type { RootData } from "../store-config/root-data.ts";
import type { IdleFeaturesProps } from "./idle-features.tsx";
import { SignInDialog } from "./sign-in/sign-in-dialog.tsx";
import { CategoryDrawer } from "./category-menu/category-drawer.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header/header.tsx";
import { useIsIdle } from "./use-is-idle.ts";
import { TabBar } from "./tab-bar.tsx";

const IdleFeatures = lazy(async () => {
  const loaded = await loadOptionalModule(() => import("./idle-features.tsx"));
  return { default: loaded?.IdleFeatures ?? EmptyComponent };
});

function EmptyComponent(_props: IdleFeaturesProps) {
  return null;
}

/** Layout options of a route: `export const handle: LayoutOptions = { buyBar: true }`. */
export type LayoutOptions = {
  /** Whether the page has a bar above the tab bar on phones: the footer leaves space for it. */
  buyBar?: boolean;
  /** Header and footer of a checkout page, instead of those of the store and its tab bar. */
  checkout?: {
    /** Whether the page is part of a checkout, by its loader data. */
    isActive: (loaderData: unknown) => boolean;
    Header: ComponentType<{ rootData: RootData | null; loaderData: unknown }>;
    Footer: ComponentType<{ rootData: RootData | null }>;
  };
};

const NO_IDS: readonly number[] = [];

/** Header, page, footer and overlays: the same on every page, including error pages. */
export function PageLayout({
  i18n,
  rootData,
  children,
}: {
  i18n: I18n;
  rootData: RootData | null;
  children: ReactNode;
}) {
  const [hasNewerBuild, setHasNewerBuild] = useState(false);
  const handleNewerBuild = useCallback(() => setHasNewerBuild(true), []);
  const pages = useMatches().map(({ handle, loaderData }) => ({
    ...(handle as LayoutOptions | undefined),
    loaderData,
  }));
  const buyBar = pages.some((page) => page.buyBar);
  const checkoutPage = pages.find(({ checkout, loaderData }) => checkout?.isActive(loaderData));
  const { Header: CheckoutHeader, Footer: CheckoutFooter } = checkoutPage?.checkout ?? {};
  return (
    <I18nProvider i18n={i18n}>
      <ReloadDocumentContext value={hasNewerBuild}>
        <CartProvider summary={rootData?.cart ?? null}>
          <WishlistProvider
            ids={rootData?.user ? (rootData.wishlist?.ids ?? NO_IDS) : null}
            getSignInPath={getSignInUrl}
          >
            <a
              href="#main"
              className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-4 focus:z-50 focus:bg-surface focus:px-4 focus:py-2"
            >
              {i18n.t("layout.skip")}
            </a>
            {CheckoutHeader ? (
              <CheckoutHeader rootData={rootData} loaderData={checkoutPage?.loaderData} />
            ) : (
              <Header rootData={rootData} />
            )}
            <main id="main" tabIndex={-1} className="outline-none">
              {children}
            </main>
            <Suspense>
              {CheckoutFooter ? (
                <CheckoutFooter rootData={rootData} />
              ) : (
                <Footer rootData={rootData} hasBuyBar={buyBar} />
              )}
            </Suspense>
            {checkoutPage ? null : <TabBar rootData={rootData} />}
            <Toasts />
            <CartCountAnnouncer />
            {rootData && !rootData.user ? (
              <SectionBoundary>
                <SignInDialog />
              </SectionBoundary>
            ) : null}
            <SectionBoundary>
              <CategoryDrawer />
            </SectionBoundary>
            <TabSync rootData={rootData} />
            {rootData ? (
              <WhenIdle rootData={rootData} hasNewerBuild={hasNewerBuild} onNewerBuild={handleNewerBuild} />
            ) : null}
          </WishlistProvider>
        </CartProvider>
      </ReloadDocumentContext>
    </I18nProvider>
  );
}

/** Renders the idle features once the browser is idle. */
function WhenIdle(props: IdleFeaturesProps) {
  const isIdle = useIsIdle();
  return isIdle ? (
    <SectionBoundary>
      <IdleFeatures {...props} />
    </SectionBoundary>
  ) : null;
}

/** Keeps the state of this tab in sync with the others. Renders nothing; inside the providers whose state it updates. */
function TabSync({ rootData }: { rootData: RootData | null }) {
  useTabSync(JSON.stringify([useCart().summary, rootData?.wishlist, rootData?.notifications]));
  return null;
}

/** Announces the number of items in the cart to screen readers after the visitor has changed it. */
function CartCountAnnouncer() {
  const { t } = useI18n();
  const { count } = useCart();
  const [announcement, setAnnouncement] = useState("");
  const announcedCount = useRef(count);
  useEffect(() => {
    if (announcedCount.current === count) return;
    announcedCount.current = count;
    // Reading the stored guest cart also changes the count, before the visitor has interacted with the page.
    if (navigator.userActivation.hasBeenActive) setAnnouncement(t("layout.cart_count", { count }));
  }, [count, t]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}
