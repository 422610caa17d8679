import { ChevronDown, MapPin } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import { useDestinationPath } from "../../delivery/destination.ts";
import { SectionBoundary } from "@furoshiki/design-system/errors/section-boundary.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Link } from "../../navigation/link.tsx";
import { prefetchOnIntent } from "../../navigation/prefetch-on-intent.ts";
import type { RootData } from "../../store-config/root-data.ts";
import { Dialog } from "@furoshiki/design-system/ui/dialog.tsx";
import { Skeleton } from "@furoshiki/design-system/ui/skeleton.tsx";

const loadContent = () => import("./destination-dialog.tsx");
const DestinationDialogContent = lazy(async () => ({ default: (await loadContent()).DestinationDialogContent }));

/**
 * The country that the store's pages name delivery to, or its city if the visitor named one. A press opens the list of countries; without scripts it leads to
 * the page of that list.
 */
export function DestinationControl({ rootData, isCompact }: { rootData: RootData; isCompact?: boolean }) {
  const { t } = useI18n();
  const titleId = useId();
  const path = useDestinationPath();
  const [isOpen, setIsOpen] = useState(false);
  const name = rootData.deliveryCity ?? rootData.config.destination?.name ?? t("destination.choose");
  const close = () => setIsOpen(false);
  return (
    <>
      <Link
        {...prefetchOnIntent(loadContent)}
        to={path}
        rel="nofollow"
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault();
          setIsOpen(true);
        }}
        className={`flex h-11 shrink-0 items-center rounded-md whitespace-nowrap text-ink hover:bg-mist ${isCompact ? "min-w-11 gap-1 px-1.5" : "gap-2 px-2.5"}`}
      >
        <MapPin size={isCompact ? 20 : 22} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
        <span className={isCompact ? "flex min-w-0 max-[24rem]:sr-only" : "flex min-w-0 flex-col"}>
          <span className={isCompact ? "sr-only" : "text-xs text-ink-2"}>{t("destination.label")} </span>
          <span className={`truncate text-sm font-medium ${isCompact ? "max-w-20" : "max-w-30"}`}>{name}</span>
        </span>
        {isCompact ? null : <ChevronDown size={16} aria-hidden className="shrink-0 text-ink-3" />}
      </Link>
      <Dialog open={isOpen} onClose={close} shape="modal" labelledBy={titleId} className="lg:w-[460px]!">
        <SectionBoundary>
          <Suspense fallback={<Skeleton rows={6} className="m-6 h-11" />}>
            <DestinationDialogContent titleId={titleId} onClose={close} />
          </Suspense>
        </SectionBoundary>
      </Dialog>
    </>
  );
}
