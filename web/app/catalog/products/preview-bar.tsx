import type { ProductPreviewVersion } from "@furoshiki/api/catalog-admin/previews";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Eye, Smartphone } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useRevalidator } from "react-router";
import { fetchApiWithMessage } from "../../api-client/browser-api.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { openCurrentPage } from "../../navigation/redirect.ts";

/** How often a visible preview asks for newer changes, in milliseconds. */
const CHECK_MS = 2000;
/** The size of the window that shows the page as on a phone, in CSS pixels. */
const PHONE = { width: 390, height: 844 };

type PreviewBarProps = {
  token: string;
  /** That of the changes that are shown; null if they cannot be shown. */
  version: string | null;
  isExpired: boolean;
  /** Whether they can be shown in a moment: another transaction holds the product. */
  isBusy?: boolean;
};

/**
 * Says that the page is a preview, and loads it again when the changes of the editor were stored. It is above the tab bar
 * on phones, at the bottom edge of the window from `lg`.
 */
export function PreviewBar({ token, version, isExpired, isBusy = false }: PreviewBarProps) {
  const { t } = useAccountI18n();
  useReloadOfChanges({ token, version, isExpired, isBusy });
  return (
    <aside
      aria-label={t("preview.title")}
      className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-30 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-yamabuki-500 bg-yamabuki-50 px-4 py-2 text-sm lg:bottom-0"
    >
      <p className="flex min-w-0 grow basis-60 items-start gap-2">
        <Eye size={18} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0" />
        <span>
          <b className="font-semibold">{t("preview.title")}.</b> {t("preview.text")}
        </span>
      </p>
      <Button
        kind="outline"
        size="sm"
        icon={<Smartphone size={16} strokeWidth={1.5} aria-hidden />}
        onClick={() => openCurrentPage(PHONE)}
        className="max-md:hidden scriptless:hidden"
      >
        {t("preview.phone")}
      </Button>
    </aside>
  );
}

function useReloadOfChanges({ token, version, isExpired, isBusy }: Required<PreviewBarProps>): void {
  /** That of the changes for which the page was loaded last: if they are refused, they are not loaded again and again. */
  const loadedVersion = useRef(version);
  const i18n = useAccountI18n();
  const { revalidate, state } = useRevalidator();
  const check = useEffectEvent(async () => {
    if (document.visibilityState !== "visible" || state !== "idle") return;
    const path = `/v1/product-previews/${encodeURIComponent(token)}/version`;
    const { data: current, message } = await fetchApiWithMessage<ProductPreviewVersion>(i18n, path);
    const isRefused = current === undefined && message !== undefined;
    if (!isRefused && !(current && (isBusy || current.version !== loadedVersion.current))) return;
    loadedVersion.current = current?.version ?? null;
    await revalidate();
  });
  useEffect(() => {
    if (isExpired) return undefined;
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => clearInterval(timer);
  }, [isExpired]);
}
