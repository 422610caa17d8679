import { isRouteErrorResponse, Link, useLocation } from "react-router";
import { useRootData } from "../http/root-data.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "../ui/button.tsx";

/** The page of an error that leaves no shell: the server failed before it knew who is signed in. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh bg-sheet outline-none">
      <ErrorMessage error={error} />
    </main>
  );
}

/** What is shown instead of a page that failed: 403 with the missing permission, 404, or 500 with the id of the request. */
export function ErrorMessage({ error }: { error: unknown }) {
  const { t } = useI18n();
  const requestId = useRootData()?.requestId;
  const { pathname, search } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const kind = status === 403 ? "forbidden" : status === 404 || status === 410 ? "not_found" : "unexpected";
  return (
    <div className="m-auto grid max-w-md justify-items-center gap-3 px-4 py-14 text-center">
      <h1 className="text-title">{t(`error.${kind}`)}</h1>
      <p className="text-ink-2">
        {kind === "forbidden" ? <MissingPermission error={error} /> : t(`error.${kind}_text`)}
      </p>
      {kind === "unexpected" && requestId ? (
        <p className="text-xs text-ink-3">
          {t.rich("error.details", { requestId, code: (chunks) => <span className="code">{chunks}</span> })}
        </p>
      ) : null}
      <p className="mt-2 flex flex-wrap justify-center gap-2">
        {kind === "unexpected" ? (
          <Link to={pathname + search} reloadDocument className={buttonClass({ kind: "primary", size: "md" })}>
            {t("error.reload")}
          </Link>
        ) : null}
        <Link to="/" reloadDocument className={buttonClass({ size: "md" })}>
          {t("error.home")}
        </Link>
      </p>
    </div>
  );
}

function MissingPermission({ error }: { error: unknown }) {
  const { t } = useI18n();
  const permission = isRouteErrorResponse(error)
    ? (error.data as { permission?: string } | null)?.permission
    : undefined;
  if (!permission) return t("error.forbidden_text_other");
  return t.rich("error.forbidden_text", {
    permission,
    b: (chunks) => <span className="code text-ink">{chunks}</span>,
  });
}
