import { isRouteErrorResponse, Link } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useRootData } from "../http/root-data.ts";

/** The page shown instead of one that failed: 404, or 500 with the id of the request. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useI18n();
  const requestId = useRootData()?.requestId;
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-content-center gap-3 bg-sheet p-6 text-center">
      <h1 className="text-title">{t(isNotFound ? "error.not_found" : "error.unexpected")}</h1>
      <p className="max-w-md text-ink-2">{t(isNotFound ? "error.not_found_text" : "error.unexpected_text")}</p>
      {isNotFound || !requestId ? null : <p className="code text-ink-3">{t("error.details", { requestId })}</p>}
      <p>
        <Link to="/" reloadDocument className="underline decoration-line-strong underline-offset-4">
          {t("error.home")}
        </Link>
      </p>
    </main>
  );
}
