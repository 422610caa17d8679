import { Gift, X } from "lucide-react";
import { useFetcher } from "react-router";
import { Section } from "../cart/section.tsx";
import type { ShownCart, ShownCertificate } from "../cart/shown-cart.ts";
import { useShop } from "../lib/shop.tsx";
import { IconButton } from "../ui/icon-button.tsx";

/** The gift certificates that are bought with this cart; nothing but money pays for them. */
export function CertificateLines({ cart }: { cart: ShownCart }) {
  const { t } = useShop();
  if (cart.certificates.length === 0) return null;
  return (
    <Section id="certificates" title={t("checkout.sum_certificates")} text={t("gift.rules")}>
      <ul className="mt-3 divide-y divide-line">
        {cart.certificates.map((line) => (
          <Line key={line.id} line={line} cart={cart} />
        ))}
      </ul>
    </Section>
  );
}

function Line({ line, cart }: { line: ShownCertificate; cart: ShownCart }) {
  const { t, to, format } = useShop();
  const fetcher = useFetcher();
  const price = format.money(line.price, cart.money);
  return (
    <li className="flex items-start gap-3 py-4">
      <Gift size={22} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0 text-tokiwa-700" />
      <div className="min-w-0 grow text-sm">
        <p className="font-medium wrap-anywhere">{line.name}</p>
        <p className="text-xs wrap-anywhere text-ink-2">{line.email}</p>
        <p className="mt-1 text-xs text-ink-2">
          {line.sendOn ? t("gift.will_be_sent", { date: format.date(line.sendOn) }) : t("gift.sent_once_paid")}
        </p>
      </div>
      <p className="price text-lg whitespace-nowrap">{price}</p>
      <fetcher.Form method="post" action={to("/cart")}>
        <input type="hidden" name="id" value={line.id} />
        <IconButton
          type="submit"
          name="intent"
          value="drop_certificate"
          label={t("gift.remove", { sum: price, name: line.name })}
          disabled={fetcher.state !== "idle"}
          icon={<X size={18} strokeWidth={1.5} aria-hidden />}
        />
      </fetcher.Form>
    </li>
  );
}
