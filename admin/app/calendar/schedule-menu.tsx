import { ChevronRight, Package, Plus, Tag } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** What can be planned: a permission, the page where it is planned, and its name. */
const choices = [
  { permission: "products:write", path: "/products", name: "calendar.schedule_products", Icon: Package },
  { permission: "prices:write", path: "/prices?rule=percent&value=-10", name: "calendar.schedule_prices", Icon: Tag },
] as const;

/** A button that asks what is planned, and leads to the page where that is done. Nothing for those who may plan nothing. */
export function ScheduleMenu() {
  const { t } = useI18n();
  const { permissions } = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const allowed = choices.filter(({ permission }) => permissions.includes(permission));
  if (allowed.length === 0) return null;
  return (
    <>
      <Button kind="primary" size="md" icon={<Plus size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t("calendar.schedule")}…
      </Button>
      {isOpen ? (
        <Dialog title={t("calendar.schedule")} closeLabel={t("ui.close")} onClose={() => setIsOpen(false)}>
          <div className="grid gap-3">
            <p className="text-ink-2">{t("calendar.schedule_text")}</p>
            <ul className="grid gap-2">
              {allowed.map(({ path, name, Icon }) => (
                <li key={path}>
                  <Link
                    to={path}
                    className="flex min-h-11 items-center gap-3 rounded-md border border-control px-3 font-medium hover:bg-hover"
                  >
                    <Icon size={18} aria-hidden className="shrink-0 text-ink-3" />
                    <span className="grow">{t(name)}</span>
                    <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
