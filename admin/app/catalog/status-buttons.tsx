import { Archive, CircleCheck, EyeOff, type LucideIcon } from "lucide-react";
import { Form, useNavigation } from "react-router";
import type { ProductDetail } from "@furoshiki/api/admin/catalog-admin/editor";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";

const statusSteps = {
  draft: ["publish"],
  active: ["discontinue", "hide"],
  hidden: ["discontinue", "publish"],
  discontinued: ["hide", "publish"],
} as const;
type StatusStep = (typeof statusSteps)[keyof typeof statusSteps][number];

const icons: Record<StatusStep, LucideIcon> = { publish: CircleCheck, hide: EyeOff, discontinue: Archive };

/** The buttons that change the status of a product. Publishing says what is missing. */
export function StatusButtons({ product: { status, requirements } }: { product: ProductDetail }) {
  const { t } = useCatalogI18n();
  const { formData } = useNavigation();
  const missing = requirements
    .filter(({ is_met }) => !is_met)
    .map(({ key }) => t(`catalog.requires_${key}`).toLowerCase());
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-2 max-desk:*:grow">
      <input type="hidden" name="from" value={status} />
      {statusSteps[status].map((step) => {
        const Icon = icons[step];
        const isBlocked = step === "publish" && missing.length > 0;
        return (
          <Button
            key={step}
            type="submit"
            name="intent"
            value={step}
            size="md"
            kind={step === "publish" && !isBlocked ? "primary" : "outline"}
            disabled={isBlocked}
            aria-describedby={isBlocked ? "publish-blocked" : undefined}
            busy={formData?.get("intent") === step}
            icon={<Icon size={16} aria-hidden />}
          >
            {t(`catalog.do_${step}`)}
          </Button>
        );
      })}
      {missing.length > 0 && status !== "active" ? (
        <p id="publish-blocked" className="basis-full text-xs text-ink-2 desk:text-right">
          {t("catalog.publish_blocked", { fields: missing.join(", ") })}
        </p>
      ) : null}
    </Form>
  );
}
