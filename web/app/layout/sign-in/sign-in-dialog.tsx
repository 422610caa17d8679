import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { getSignInScreen } from "../../account/sign-in/sign-in-path.ts";
import { onSignInDialogOpen } from "../../navigation/sign-in-dialog-events.ts";
import { HydrationMarker } from "../../hydration/lazy-hydration.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Dialog } from "@furoshiki/design-system/ui/dialog.tsx";
import { Skeleton } from "@furoshiki/design-system/ui/skeleton.tsx";

const loadContent = () => import("./sign-in-dialog-content.tsx");
// The server renders a page synchronously and needs the component up front; browsers load it on demand.
const SignInDialogContent = import.meta.env.SSR
  ? (await loadContent()).SignInDialogContent
  : lazy(async () => ({ default: (await loadContent()).SignInDialogContent }));

/** Loads the code of the dialog's content. */
export const loadSignInDialog = loadContent;

/**
 * Opens the sign-in dialog if the URL requests it and nobody is signed in. It opens at once and shows its content when
 * its code is loaded.
 */
export function SignInDialog() {
  const { t, to } = useI18n();
  const navigate = useNavigate();
  // Not useSearchParams: it would add the router's form components to every page.
  const { pathname, search, hash } = useLocation();
  const params = new URLSearchParams(search);
  const screen = getSignInScreen(params);
  // Whether the document was loaded with the dialog in its URL: closing it then leads to the home page. If a click on a
  // page opened it, closing it leads back to that page.
  const wasOpenedByUrl = useRef(false);
  // Requested by a click, while the URL is still that of the page alone.
  const [isRequested, setRequested] = useState(false);
  useEffect(() => onSignInDialogOpen(() => setRequested(true)), []);
  // The URL has been updated, or the shopper navigated elsewhere instead.
  useEffect(() => setRequested(false), [pathname, search]);
  const isInUrl = screen !== null;
  useEffect(() => {
    wasOpenedByUrl.current = isFirstPageOfDocument();
  }, [isInUrl]);
  const container = useRef<HTMLDivElement>(null);
  if (!isInUrl && !isRequested) return null;

  const from = params.get("from");
  const createHref = (extraParams: Record<string, string>) => {
    const newParams = new URLSearchParams(search);
    newParams.delete("auth");
    newParams.delete("from");
    for (const [name, value] of Object.entries(extraParams)) newParams.set(name, value);
    return pathname + (newParams.size > 0 ? `?${newParams}` : "") + hash;
  };
  const currentHref = createHref({});
  const close = () => {
    setRequested(false);
    // Already closed: a navigation happened while it was open.
    if (!getSignInScreen(new URLSearchParams(window.location.search))) return;
    const shouldGoHome = wasOpenedByUrl.current;
    const options = { replace: true, preventScrollReset: !shouldGoHome, defaultShouldRevalidate: false };
    void navigate(shouldGoHome ? to("/") : currentHref, options);
  };
  return (
    <Dialog
      open
      onClose={close}
      shape="modal"
      label={t("layout.sign_in")}
      labelledBy="sign-in-title"
      className="lg:w-[420px]!"
    >
      <div ref={container} data-not-hydrated="" className="relative overflow-y-auto p-6 pb-8 lg:p-9">
        <Suspense fallback={<LoadingState />}>
          {screen ? (
            <SignInDialogContent screen={screen} from={from} currentHref={currentHref} createHref={createHref} />
          ) : (
            <LoadingState />
          )}
          <HydrationMarker container={container} />
        </Suspense>
      </div>
    </Dialog>
  );
}

function LoadingState() {
  return <Skeleton rows={5} className="h-12" />;
}

/**
 * Whether the current page is the one that the document was loaded for: the router counts history entries from there.
 */
function isFirstPageOfDocument(): boolean {
  const state = history.state as { idx?: number } | null;
  return (state?.idx ?? 0) === 0;
}
