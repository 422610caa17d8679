import type { FormEvent } from "react";
import { clearGuestCart } from "../../cart/guest/guest-cart.ts";
import { clearQueue } from "../../cart/lines/line-update-queue.ts";
import { clearPageCache } from "../../offline/page-cache.ts";
import { redirectTo } from "../../navigation/redirect.ts";
import { notifyTabs } from "../../browser/tab-sync.ts";

/**
 * Submit handler of the sign-out form: ends the session, clears the cart data of this browser, and replaces the page by
 * `home` (docs/domain/accounts.md). Without JavaScript the form itself ends the session.
 */
export async function signOut(event: FormEvent<HTMLFormElement>, home: string): Promise<void> {
  event.preventDefault();
  const form = event.currentTarget;
  clearGuestCart();
  clearQueue();
  await clearPageCache();
  try {
    await fetch(form.action, { method: "POST", redirect: "manual" });
  } catch {
    // The request failed: submit the form natively, so that the browser shows the error.
    form.submit();
    return;
  }
  notifyTabs("document");
  redirectTo(home, { replace: true });
}
