import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { ProductDetail } from "@furoshiki/api/admin/catalog-admin/editor";
import type { SavedPreview } from "@furoshiki/api/admin/catalog-admin/previews";
import { sessionExpiry } from "../api-client/session-expiry.ts";
import { readProductEdits, toApiChanges } from "./product-form.ts";

/** How long after the last change the changes are stored for an open preview, in milliseconds. */
const STORE_DELAY_MS = 700;

type PagePreview = Readonly<{
  /** Until when the open page is kept up to date, in milliseconds since 1970; 0 before it was opened. */
  openUntil: number;
  isOpening: boolean;
  /** Why it could not be opened; empty without an answer of the server. */
  refusal: string | null;
  /** The link to a page that the browser did not open by itself. */
  blockedUrl: string | null;
}>;
const closed: PagePreview = { openUntil: 0, isOpening: false, refusal: null, blockedUrl: null };

/**
 * Opens the page of a product in the store with the changes of its form, in a new tab, and then stores later changes,
 * which the open page shows.
 */
export function usePagePreview(form: RefObject<HTMLFormElement | null>, { id, updated_at }: ProductDetail) {
  const [state, setState] = useState(closed);
  const open = async () => {
    // In the handler of the click: later, browsers take it for an unwanted window.
    const tab = window.open("", "_blank");
    setState((before) => ({ ...before, isOpening: true, refusal: null, blockedUrl: null }));
    const answer = await storeChanges(form.current, id);
    if (!("url" in answer)) {
      tab?.close();
      setState((before) => ({ ...before, isOpening: false, refusal: answer.message }));
      return;
    }
    if (tab) {
      // The store, which may be another site, cannot change the page of the editor.
      tab.opener = null;
      tab.location.replace(answer.url);
    }
    const openUntil = Date.parse(answer.expires_at);
    setState({ openUntil, isOpening: false, refusal: null, blockedUrl: tab ? null : answer.url });
  };
  const storeIfOpen = useEffectEvent(() => {
    if (Date.now() < state.openUntil) void storeChanges(form.current, id);
  });
  useEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = () => {
      clearTimeout(timer);
      timer = setTimeout(() => storeIfOpen(), STORE_DELAY_MS);
    };
    for (const type of ["input", "change"]) element.addEventListener(type, schedule);
    return () => {
      clearTimeout(timer);
      for (const type of ["input", "change"]) element.removeEventListener(type, schedule);
    };
  }, [form]);
  // What was saved is no longer a change.
  useEffect(() => storeIfOpen(), [updated_at]);
  return { ...state, open };
}

async function storeChanges(
  form: HTMLFormElement | null,
  id: number,
): Promise<SavedPreview | Readonly<{ message: string }>> {
  const changes = form ? toApiChanges(readProductEdits(new FormData(form))) : {};
  const response = await fetch(`/v1/admin/products/${id}/page-preview`, {
    ...{ method: "PUT", headers: { "content-type": "application/json" } },
    body: JSON.stringify({ changes: Object.keys(changes).length > 0 ? changes : null }),
  }).catch(() => null);
  if (response?.status === 401) sessionExpiry.update(true);
  const body = (await response?.json().catch(() => null)) as { data?: SavedPreview; message?: string } | null;
  return body?.data ?? { message: body?.message ?? "" };
}
