import { lazy, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { updateGuestCart, isGuestCartPersisted, useGuestCart } from "../cart/guest/guest-cart.ts";
import { isCartCorrupted } from "../cart/guest/corrupted-cart.ts";
import { fetchLatestBuildId, watchBuild } from "../browser/build-check.ts";
import { addSourceToCopies } from "../browser/copy-attribution.ts";
import { watchDeviceType } from "../browser/device-type.ts";
import type { RootData } from "../store-config/root-data.ts";
import { splitPath } from "@furoshiki/design-system/i18n/locale-path.ts";
import { hasTrackers, isPrivatePage } from "../store-config/third-party-services.ts";
import { SectionBoundary } from "@furoshiki/design-system/errors/section-boundary.tsx";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { scrollFocusedIntoView } from "../browser/scroll-focused-into-view.ts";
import { trimInputs } from "../forms/trim-inputs.ts";
import { showToast } from "@furoshiki/design-system/ui/toast.tsx";
import { useOffline } from "./use-offline.ts";

/** Only for signed-in customers. */
const LiveNotifications = lazy(async () => ({
  default: (await import("../notifications/live-notifications.tsx")).LiveNotifications,
}));
/** Only if the store has configured analytics or widgets. */
const AnalyticsGate = lazy(async () => ({ default: (await import("./tracking/analytics-gate.tsx")).AnalyticsGate }));
const UpdateBar = lazy(async () => ({ default: (await import("./update-bar.tsx")).UpdateBar }));

export type IdleFeaturesProps = { rootData: RootData; hasNewerBuild: boolean; onNewerBuild: () => void };

/** Features that start once the page is loaded and the browser is idle, because nobody waits for them. */
export function IdleFeatures({ rootData, hasNewerBuild, onNewerBuild }: IdleFeaturesProps) {
  const i18n = useI18n();
  const { publicUrl, config, buildId } = rootData;
  const hasAnalytics = hasTrackers(config);
  useBuildCheck(buildId, onNewerBuild);
  useReloadOfPrivatePages(hasAnalytics);
  useBrowserBehaviors(publicUrl, config.shop.name);
  useDataLossNotices(rootData, i18n);
  useOffline(rootData);
  const bar = hasNewerBuild ? (
    <SectionBoundary>
      <UpdateBar />
    </SectionBoundary>
  ) : null;
  return (
    <div
      className="fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-40 lg:inset-x-0 lg:bottom-0"
      data-bars=""
    >
      {rootData.user ? (
        <SectionBoundary>
          <LiveNotifications unread={rootData.notifications} />
        </SectionBoundary>
      ) : null}
      {hasAnalytics ? (
        <SectionBoundary>
          <AnalyticsGate config={config}>{bar}</AnalyticsGate>
        </SectionBoundary>
      ) : (
        bar
      )}
    </div>
  );
}

const isPrivatePath = (pathname: string) => isPrivatePage(splitPath(pathname).path);

/** Adds the behaviors of the page that are not part of a component. */
function useBrowserBehaviors(publicUrl: string, storeName: string) {
  useEffect(() => {
    // The URL of a private page contains a secret, which must not be copied by accident.
    const getUrl = () => (isPrivatePath(location.pathname) ? publicUrl : location.origin + location.pathname);
    const stopCallbacks = [
      addSourceToCopies(() => ({ site: storeName, url: getUrl() })),
      trimInputs(),
      scrollFocusedIntoView(),
      // Dialogs with the `popover` attribute exist only in the phone layout: the desktop layout shows their content in the
      // page, so they are closed when the layout changes.
      watchDeviceType(window, () => {
        for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[popover]")) {
          if (dialog.matches(":popover-open")) dialog.hidePopover();
          else if (dialog.matches(":modal")) dialog.close();
        }
      }),
    ];
    return () => {
      for (const stop of stopCallbacks) stop();
    };
  }, [publicUrl, storeName]);
}

/**
 * Reloads a page if it was reached without a link (`Link` loads a new document) from a page that may contain other
 * third-party scripts.
 */
function useReloadOfPrivatePages(hasAnalytics: boolean): void {
  const isPrivate = isPrivatePath(useLocation().pathname);
  const wasPrivate = useRef(isPrivate);
  useEffect(() => {
    if (hasAnalytics && isPrivate !== wasPrivate.current) location.reload();
  }, [hasAnalytics, isPrivate]);
}

/** Checks at intervals whether the store has a newer build than the page. */
function useBuildCheck(currentId: string, onNewBuild: () => void): void {
  useEffect(
    () =>
      watchBuild({
        currentId,
        fetchLatestId: () => fetchLatestBuildId(currentId),
        now: Date.now,
        onVisible: (callback) => {
          const onChange = () => {
            if (document.visibilityState === "visible") callback();
          };
          document.addEventListener("visibilitychange", onChange);
          return () => document.removeEventListener("visibilitychange", onChange);
        },
        onNewBuild,
      }),
    [currentId, onNewBuild],
  );
}

/** Shows errors about data that was lost: an unavailable currency, a corrupted guest cart, one that cannot be stored. */
function useDataLossNotices({ unavailableCurrency, config }: RootData, { t }: I18n) {
  const cart = useGuestCart();
  useEffect(() => {
    if (unavailableCurrency)
      showToast(t("notice.currency_removed", { code: unavailableCurrency, now: config.delivery.iso_code }), "error");
  }, [unavailableCurrency, config.delivery.iso_code, t]);
  useEffect(() => {
    if (!isCartCorrupted(readStoredCart())) return;
    // Stores the lines that could be parsed.
    updateGuestCart((cart) => cart);
    showToast(t("notice.cart_damaged"), "error");
  }, [t]);
  const isCartUnsaved = !isGuestCartPersisted() && Object.keys(cart.entities).length > 0;
  useEffect(() => {
    if (isCartUnsaved) showToast(t("notice.cart_not_saved"), "error");
  }, [isCartUnsaved, t]);
}

function readStoredCart(): string | null {
  try {
    return localStorage.getItem("cart");
  } catch {
    // Blocked storage contains no cart.
    return null;
  }
}
