import { Trash2 } from "lucide-react";
import type { ProductDetail } from "@furoshiki/api/admin/catalog-admin/editor";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { useMe } from "../staff/me.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";

/** The id of the form that changes an option, which cannot be inside the form of the product. */
export const CHANGE_OPTION_FORM = "change-option";

type OptionStateProps = { variant: ProductDetail["variants"][number]; name: string };

/** Whether an option is offered, with buttons that withdraw it, offer it again, or delete one that was never ordered. */
export function OptionState({ variant, name }: OptionStateProps) {
  const { t } = useCatalogI18n();
  const canEdit = useMe().permissions.includes("products:write");
  const { option_id: id, is_withdrawn: isWithdrawn, is_unused: isUnused } = variant;
  const change = isWithdrawn ? "offer" : "withdraw";
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1 pt-1.5 empty:hidden">
      {isWithdrawn ? <Badge tone="warn">{t("catalog.option_withdrawn")}</Badge> : null}
      {canEdit ? (
        <Button
          type="submit"
          form={CHANGE_OPTION_FORM}
          name="option"
          value={`${change} ${id}`}
          size="xs"
          formNoValidate
          aria-label={t(`catalog.${change}_option_of`, { name })}
        >
          {t(`catalog.${change}_option`)}
        </Button>
      ) : null}
      {canEdit && isUnused ? (
        <IconButton
          type="submit"
          form={CHANGE_OPTION_FORM}
          name="option"
          value={`delete ${id}`}
          formNoValidate
          label={t("catalog.delete_option", { name })}
          icon={<Trash2 size={16} aria-hidden />}
        />
      ) : null}
    </div>
  );
}
