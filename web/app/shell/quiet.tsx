import { lazy, use, useEffect, useState } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router";
import { changeGuestCart, isGuestCartKept, useGuestCart } from "../cart/guest-cart.ts";
import { isDamaged } from "../cart/damaged-cart.ts";
import { latestBuild, watchBuild } from "../lib/build-check.ts";
import { isKeptPage } from "../lib/connection.ts";
import { attributeCopies } from "../lib/copy-attribution.ts";
import { watchDevice } from "../lib/device.ts";
import type { Known } from "../lib/known.ts";
import { splitPath } from "../lib/locale.ts";
import { hasTrackers, isPrivatePage } from "../lib/page-services.ts";
import { Part } from "../lib/part.tsx";
import { loadOptional } from "../lib/reload-guard.ts";
import { useShop, type Shop } from "../lib/shop.tsx";
import { showFocusInRows } from "../lib/sideways-focus.ts";
import { trimInputs } from "../lib/trimmed-inputs.ts";
import { say } from "../ui/toast.tsx";
import { type Step, useFreshDocuments } from "./fresh-documents.ts";
import { useOffline } from "./use-offline.ts";

/** Only for who is signed in. */
const Live = lazy(async () => ({ default: (await import("../notifications/live.tsx")).Live }));
/** Only where the shop has set up something that counts. */
const Counted = lazy(async () => ({ default: (await import("./counted.tsx")).Counted }));
const UpdateBar = lazy(async () => ({ default: (await import("./update-bar.tsx")).UpdateBar }));

/** What a page does beside, once it is loaded and quiet: nothing that a reader waits for. */
export function Quiet({ known }: { known: Known }) {
  const shop = useShop();
  const { publicUrl, config, buildId } = known;
  const isNewer = useNewerBuild(buildId);
  const isCounted = hasTrackers(config);
  useFreshDocuments(
    use(DataRouterContext)?.router,
    ({ from, to, isSending }: Step) =>
      // Without a network only whole pages are kept, which say of what moment they are.
      (!isSending && (isNewer || !navigator.onLine || isKeptPage())) ||
      (isCounted && isPrivate(from) !== isPrivate(to)),
  );
  useSmallBehaviours(publicUrl);
  useLosses(known, shop);
  useOffline(known);
  const bar = isNewer ? (
    <Part>
      <UpdateBar />
    </Part>
  ) : null;
  return (
    <div
      className="fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-40 lg:inset-x-0 lg:bottom-0"
      data-bars=""
    >
      {known.user ? (
        <Part>
          <Live unread={known.notifications} />
        </Part>
      ) : null}
      {isCounted ? (
        <Part>
          <Counted config={config}>{bar}</Counted>
        </Part>
      ) : (
        bar
      )}
    </div>
  );
}

const isPrivate = (pathname: string) => isPrivatePage(splitPath(pathname).path);

function useSmallBehaviours(publicUrl: string) {
  useEffect(() => {
    // The address of a private page is a key, which nobody means to copy.
    const address = () => (isPrivate(location.pathname) ? publicUrl : location.origin + location.pathname);
    const ends = [
      attributeCopies(() => ({ site: "Furoshiki", address: address() })),
      trimInputs(),
      showFocusInRows(),
      // Sheets are a phone's: they close when the page becomes a desktop's, where their content stands beside.
      watchDevice(window, () => {
        for (const sheet of document.querySelectorAll<HTMLDialogElement>("dialog[popover]")) {
          if (sheet.matches(":popover-open")) sheet.hidePopover();
          else if (sheet.matches(":modal")) sheet.close();
        }
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [publicUrl]);
}

function useNewerBuild(own: string): boolean {
  const [isNewer, setNewer] = useState(false);
  useEffect(
    () =>
      watchBuild({
        own,
        latest: () => latestBuild(own),
        now: Date.now,
        onReturn: (callback) => {
          const onChange = () => {
            if (document.visibilityState === "visible") callback();
          };
          document.addEventListener("visibilitychange", onChange);
          return () => document.removeEventListener("visibilitychange", onChange);
        },
        onNew: () => setNewer(true),
      }),
    [own],
  );
  return isNewer;
}

/** The shopper is told of what was dropped, where he loses something by it. */
function useLosses({ lostCurrency, config }: Known, { t }: Shop) {
  const cart = useGuestCart();
  useEffect(() => {
    if (lostCurrency) void tell(() => t("quiet.currency_lost", { code: lostCurrency, now: config.delivery.iso_code }));
  }, [lostCurrency, config.delivery.iso_code, t]);
  useEffect(() => {
    if (!isDamaged(keptCart())) return;
    changeGuestCart((readable) => readable);
    void tell(() => t("quiet.cart_damaged"));
  }, [t]);
  const isLost = !isGuestCartKept() && Object.keys(cart.entities).length > 0;
  useEffect(() => {
    if (isLost) void tell(() => t("quiet.cart_not_kept"));
  }, [isLost, t]);
}

/** Says a text that comes only when it is needed. */
async function tell(text: () => string): Promise<void> {
  if (await loadOptional(() => import("../lib/quiet-texts.ts"))) say(text(), "error");
}

function keptCart(): string | null {
  try {
    return localStorage.getItem("cart");
  } catch {
    // Closed storage holds no cart.
    return null;
  }
}
