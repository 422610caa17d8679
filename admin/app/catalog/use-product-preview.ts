import { useEffect, useState, type RefObject } from "react";
import type { UpdatedProduct } from "@furoshiki/api/admin/catalog-admin/editor";
import type { FieldErrors } from "../api-client/request-context.ts";
import { sessionExpiry } from "../api-client/session-expiry.ts";
import { readProductEdits, toApiChanges } from "./product-form.ts";

/** What the form of a product would do, or why it would be refused. */
export type ProductPreview = Readonly<
  { effects: UpdatedProduct } | { refusal: { message: string; errors: FieldErrors; isConflict: boolean } }
>;

/** How long after the last change the preview is loaded, in milliseconds. */
const PREVIEW_DELAY_MS = 700;

type PreviewState = Readonly<{ preview: ProductPreview | null; isLoading: boolean }>;
const noPreview: PreviewState = { preview: null, isLoading: false };

/** Loads what saving the form would do once the person has stopped to type. Null without changes or a connection. */
export function useProductPreview(
  form: RefObject<HTMLFormElement | null>,
  id: number,
  changed: readonly string[],
): PreviewState {
  const [state, setState] = useState(noPreview);
  useEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let request = new AbortController();
    const load = async (signal: AbortSignal) => {
      const changes = toApiChanges(readProductEdits(new FormData(element)));
      if (Object.keys(changes).length === 0) {
        setState(noPreview);
        return;
      }
      setState(({ preview }) => ({ preview, isLoading: true }));
      const preview = await loadPreview(id, changes, signal);
      if (!signal.aborted) setState({ preview, isLoading: false });
    };
    const schedule = () => {
      clearTimeout(timer);
      request.abort();
      request = new AbortController();
      const { signal } = request;
      timer = setTimeout(() => void load(signal), PREVIEW_DELAY_MS);
    };
    for (const type of ["input", "change"]) element.addEventListener(type, schedule);
    return () => {
      clearTimeout(timer);
      request.abort();
      for (const type of ["input", "change"]) element.removeEventListener(type, schedule);
    };
  }, [form, id]);
  return changed.length === 0 ? noPreview : state;
}

async function loadPreview(id: number, changes: object, signal: AbortSignal): Promise<ProductPreview | null> {
  const request = { method: "PATCH", headers: { "content-type": "application/json" }, signal };
  const response = await fetch(`/v1/admin/products/${id}?preview=true`, {
    ...{ ...request, body: JSON.stringify({ changes }) },
  }).catch(() => null);
  if (response?.status === 401) sessionExpiry.update(true);
  if (!response || response.status === 401 || response.status >= 500) return null;
  const body = (await response.json()) as {
    data: { result: UpdatedProduct };
    message: string;
    code: string;
    errors?: FieldErrors;
  };
  if (response.ok) return { effects: body.data.result };
  const { message, code, errors = {} } = body;
  return { refusal: { message, errors, isConflict: code === "edit_conflict" } };
}
