import { useShop } from "../lib/shop.tsx";

/** What is said where not even the script of the error page can be had. */
export function BareError() {
  const { t } = useShop();
  return (
    <div role="alert" className="mx-auto max-w-page px-4 pt-6 lg:pt-14">
      <h1 className="text-3xl">{t("error.server_error")}</h1>
      <p className="mt-4 max-w-md text-base text-ink-2">{t("error.server_error_desc")}</p>
    </div>
  );
}
