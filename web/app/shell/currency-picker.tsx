import type { ProductsPrice } from "@furoshiki/api/catalogue";
import type { CurrencyList } from "@furoshiki/api/money";
import { Check, ChevronDown } from "lucide-react";
import { useState } from "react";
import { changeGuestCart, guestCart, withPrices } from "../cart/guest-cart.ts";
import { askApi } from "../lib/browser-api.ts";
import { useShop } from "../lib/shop.tsx";
import { Popover } from "../ui/popover.tsx";
import { say } from "../ui/toast.tsx";
import type { Known } from "../lib/known.ts";

type Currency = CurrencyList["items"][number];
const RELOAD_MS = 1000; // spec §9

/** The currency in which prices are shown. The list is asked for when it is opened. */
export function CurrencyPicker({ known, short }: { known: Known; short?: boolean }) {
  const shop = useShop();
  const { t, to } = shop;
  const [currencies, setCurrencies] = useState<Currency[] | null>(null);
  const [changing, setChanging] = useState(false);
  const { iso_code, sign } = known.config.delivery;

  const load = async () => {
    if (currencies) return;
    const list = await askApi<CurrencyList>(shop, "/v1/currencyList");
    if (list) setCurrencies(list.items);
  };
  /** A guest's prices are fetched before the currency is switched; then the page loads afresh (spec §4). */
  const choose = async (currency: Currency) => {
    setChanging(true);
    const ids = Object.keys(guestCart().entities);
    const prices =
      known.user || ids.length === 0
        ? null
        : await askApi<ProductsPrice>(shop, "/v1/productsPrice", {
            body: { cart_id: ids, currency: currency.iso_code },
          });
    if (prices === undefined) {
      setChanging(false);
      say(t("error.unknown_error"), "error");
      return;
    }
    if (prices) changeGuestCart((cart) => withPrices(cart, prices, currency.iso_code));
    await fetch(to("/currency"), { method: "POST", body: new URLSearchParams({ currency: currency.iso_code }) });
    setTimeout(() => location.reload(), RELOAD_MS);
  };

  return (
    <Popover
      className="w-64 py-2"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          onClick={() => {
            props.onClick();
            void load();
          }}
          disabled={changing}
          aria-label={`${t("shell.currency")}: ${iso_code}`}
          className={`num flex h-11 items-center gap-1 rounded-md text-sm font-medium whitespace-nowrap text-ink hover:bg-mist disabled:text-ink-3 ${short ? "px-2" : "mr-1 px-2.5"}`}
        >
          {short ? sign : `${iso_code} ${sign}`}
          {short ? null : <ChevronDown size={16} aria-hidden className="text-ink-3" />}
        </button>
      )}
    >
      {(close) => (
        <ul aria-label={t("shell.currency")}>
          {(currencies ?? []).map((currency) => (
            <li key={currency.iso_code}>
              <button
                type="button"
                aria-pressed={currency.iso_code === iso_code}
                onClick={() => {
                  close();
                  if (currency.iso_code !== iso_code) void choose(currency);
                }}
                className="flex h-11 w-full items-center gap-3 px-5 text-left text-sm hover:bg-mist"
              >
                <span className="w-6 text-ink-3">{currency.sign}</span>
                <span className="grow">{currency.name}</span>
                {currency.iso_code === iso_code ? <Check size={18} aria-hidden className="text-tokiwa-700" /> : null}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
