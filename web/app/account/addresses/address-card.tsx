import type { Address } from "@furoshiki/api/account/addresses";
import { useRef } from "react";
import { useFetcher } from "react-router";
import { formatStreetAddress } from "../../delivery/street-address.ts";
import type { FormResult } from "../../forms/form-result.ts";
import { Link } from "../../navigation/link.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";

/** Shows an address with buttons to edit and delete it. Deleting asks for confirmation. */
export function AddressCard({ address }: { address: Address }) {
  const { t, to } = useI18n();
  const fetcher = useFetcher<FormResult>();
  const confirmation = useRef<HTMLDetailsElement>(null);
  const { id, alias, first_name, last_name, phone_shown, postcode, country_name } = address;
  const errorMessage = fetcher.state === "idle" && fetcher.data && !fetcher.data.ok ? fetcher.data.message : null;
  return (
    <article className="flex h-full flex-col rounded-md border border-line bg-surface p-5">
      <h2 className="text-xl break-words">{alias}</h2>
      <address className="mt-2 grow text-sm break-words text-ink-2 not-italic">
        <span className="block">{`${first_name} ${last_name}`}</span>
        <span className="num block">{phone_shown}</span>
        <span className="block">{formatStreetAddress(address)}</span>
        <span className="block">{`${postcode}, ${country_name}`}</span>
      </address>
      {errorMessage ? (
        <Alert kind="error" className="mt-3">
          {errorMessage}
        </Alert>
      ) : null}
      <div className="mt-4 flex flex-wrap items-start gap-2">
        <Link
          to={`/profile/addresses/${id}`}
          aria-label={t("checkout.change_address", { alias })}
          className={buttonClass({ kind: "outline", size: "sm" })}
        >
          {t("checkout.change")}
        </Link>
        <details ref={confirmation} className="group relative">
          <summary
            aria-label={t("address.remove_one", { alias })}
            className={buttonClass({ kind: "ghost", size: "sm", className: "list-none" })}
          >
            {t("address.remove")}
          </summary>
          <fetcher.Form
            method="post"
            action={to(`/profile/addresses/${id}`)}
            className="absolute top-full left-0 z-10 mt-1 w-60 rounded-lg border border-line bg-surface p-4 shadow-overlay"
          >
            <p className="text-sm">{t("address.remove_question")}</p>
            <div className="mt-3 flex gap-2">
              <Button
                type="submit"
                kind="danger"
                size="sm"
                name="intent"
                value="remove"
                busy={fetcher.state !== "idle"}
              >
                {t("address.remove")}
              </Button>
              <Button
                kind="ghost"
                size="sm"
                onClick={() => confirmation.current?.removeAttribute("open")}
                className="scriptless:hidden"
              >
                {t("address.cancel")}
              </Button>
            </div>
          </fetcher.Form>
        </details>
      </div>
    </article>
  );
}
