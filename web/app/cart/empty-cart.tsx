import { ShoppingBag } from "lucide-react";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { RemovedLines } from "./cart-lines.tsx";

export function EmptyCart() {
  const { t } = useShop();
  return (
    <div className="px-4 pt-4 lg:px-0 lg:pt-7">
      <h1 className="text-3xl lg:text-4xl">{t("shell.cart")}</h1>
      <div className="mt-5 lg:mt-7">
        <RemovedLines />
        <Empty
          icon={<ShoppingBag size={26} strokeWidth={1.5} aria-hidden />}
          title={t("checkout.empty_title")}
          action={
            <Link to="/best-sales" className={buttonClass()}>
              {t("collection.best-sales")}
            </Link>
          }
        >
          {t("checkout.empty_text")}
        </Empty>
      </div>
    </div>
  );
}
