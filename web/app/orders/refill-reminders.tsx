import type { OrderRefills, Refill } from "@furoshiki/api/orders/refills";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Bell, BellOff } from "lucide-react";
import { Form, useNavigation } from "react-router";
import { useAccountI18n } from "../i18n/account-i18n.ts";

/** Until when the items of an order last, each with a reminder to switch on; nothing if that is unknown. */
export function RefillReminders({ refills: { items } }: { refills: OrderRefills }) {
  const { t } = useAccountI18n();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="refills" className="rounded-md bg-yamabuki-50 p-5 lg:p-6 print:hidden">
      <h2 id="refills" className="text-xl">
        {t("refill.title")}
      </h2>
      <ul className="mt-3 grid gap-5">
        {items.map((item) => (
          <RefillItem key={`${item.product_id}_${item.option_id}`} item={item} />
        ))}
      </ul>
    </section>
  );
}

function RefillItem({ item }: { item: Refill }) {
  const { t, format } = useAccountI18n();
  const formData = useNavigation().formData;
  const { product_id, option_id, ends_on, remind_on, is_reminded, days } = item;
  const name = insertNonBreakingSpaces([item.name, item.option_name].filter(Boolean).join(", "));
  const isBusy = formData?.get("product_id") === String(product_id) && formData.get("option_id") === String(option_id);
  const day = remind_on && format.days(remind_on, remind_on);
  const label = is_reminded ? t("refill.stop") : t("refill.remind", { day: day ?? "" });
  const Icon = is_reminded ? BellOff : Bell;
  return (
    <li>
      <p className="text-sm font-semibold wrap-anywhere">{name}</p>
      <p className="num mt-0.5 text-sm text-ink-2">
        {t("refill.lasts", { day: format.days(ends_on, ends_on) })} {t("refill.days", { days })}
      </p>
      {is_reminded || day ? (
        <Form method="post" preventScrollReset className="mt-2">
          <input type="hidden" name="product_id" value={product_id} />
          <input type="hidden" name="option_id" value={option_id} />
          <Button
            type="submit"
            kind="outline"
            name="intent"
            value={is_reminded ? "refill_off" : "refill"}
            busy={isBusy}
            aria-label={`${label}: ${name}`}
            className="h-auto! min-h-11 py-2 whitespace-normal!"
          >
            <Icon size={18} strokeWidth={1.5} aria-hidden />
            {label}
          </Button>
        </Form>
      ) : null}
    </li>
  );
}
