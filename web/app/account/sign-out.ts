import type { FormEvent } from "react";
import { emptyGuestCart } from "../cart/guest-cart.ts";
import { forgetWishes } from "../cart/wish-queue.ts";
import { forgetKeptPages } from "../lib/kept-pages.ts";
import { leaveFor } from "../lib/leave.ts";
import { tellTabs } from "../lib/tabs.ts";

/**
 * For the form of the way out: ends the session, forgets what this browser kept of a cart, and stands at `home` in the
 * place of the page that was open (spec §2, §4, Logout). Where no script runs the form does the same by itself.
 */
export async function signOut(event: FormEvent<HTMLFormElement>, home: string): Promise<void> {
  event.preventDefault();
  const form = event.currentTarget;
  emptyGuestCart();
  forgetWishes();
  await forgetKeptPages();
  try {
    await fetch(form.action, { method: "POST", redirect: "manual" });
  } catch {
    // Not reached by a script: the browser tries, and says so if it cannot.
    form.submit();
    return;
  }
  tellTabs("document");
  leaveFor(home, { replace: true });
}
