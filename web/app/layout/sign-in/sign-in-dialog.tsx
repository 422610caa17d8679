import { Suspense, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { getSignInScreen } from "../../account/sign-in/sign-in-path.ts";
import { releaseSignInLink, usePressedSignInLink } from "../../navigation/pressed-sign-in-link.ts";
import { createPreloadable } from "../preloadable-component.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Dialog } from "@furoshiki/design-system/ui/dialog.tsx";
import { Skeleton } from "@furoshiki/design-system/ui/skeleton.tsx";

const [SignInDialogContent, loadSignInDialog] = createPreloadable(
  async () => (await import("./sign-in-dialog-content.tsx")).SignInDialogContent,
);
export { loadSignInDialog };

// The server needs the component up front, so that the dialog is in the page; browsers load it on demand.
if (import.meta.env.SSR) await loadSignInDialog();

/**
 * Opens the sign-in dialog if the URL requests it, or the URL of a link that was just pressed, and nobody is signed in.
 * It opens at once and shows its content when its code is loaded.
 */
export function SignInDialog() {
  const { t, to } = useI18n();
  const navigate = useNavigate();
  const { pathname, search: currentSearch, hash } = useLocation();
  const pressedUrl = usePressedSignInLink();
  const search = pressedUrl === null ? currentSearch : pressedUrl.slice(pressedUrl.indexOf("?"));
  const params = new URLSearchParams(search);
  const screen = getSignInScreen(params);
  // Whether the document was loaded with the dialog in its URL: closing it then leads to the home page. If a click on a
  // page opened it, closing it leads back to that page.
  const wasOpenedByUrl = useRef(false);
  const isOpen = screen !== null;
  useEffect(() => {
    wasOpenedByUrl.current = isFirstPageOfDocument();
    // The router has counted the history entry of a pressed link when it has rendered its URL.
  }, [isOpen, pressedUrl]);
  useEffect(releaseSignInLink, [pathname, currentSearch]);
  if (!isOpen) return null;

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
    releaseSignInLink();
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
      <div className="relative overflow-y-auto p-6 pb-8 lg:p-9">
        <Suspense fallback={<Skeleton rows={5} className="h-12" />}>
          <SignInDialogContent screen={screen} from={from} currentHref={currentHref} createHref={createHref} />
        </Suspense>
      </div>
    </Dialog>
  );
}

/**
 * Whether the current page is the one that the document was loaded for: the router counts history entries from there.
 */
function isFirstPageOfDocument(): boolean {
  const state = history.state as { idx?: number } | null;
  return (state?.idx ?? 0) === 0;
}
