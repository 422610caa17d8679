import { Plane } from "lucide-react";
import { useDestinationPath } from "../../delivery/destination.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Link } from "../../navigation/link.tsx";
import { useRootData } from "../../store-config/root-data.ts";

/** Says for which country the cards below name dates and prices; nothing if it is unknown. */
export function DestinationNote() {
  const { t } = useI18n();
  const path = useDestinationPath();
  const destination = useRootData()?.config.destination;
  if (!destination) return null;
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
      <Plane size={18} strokeWidth={1.5} aria-hidden className="text-tokiwa-700" />
      {t("shipping.list_note", { country: destination.name })}
      <Link
        to={path}
        rel="nofollow"
        className="touch-target text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
      >
        {t("destination.change")}
      </Link>
    </p>
  );
}
