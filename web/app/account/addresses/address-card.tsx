import type { Address } from "@furoshiki/api/account/addresses";
import { useFetcher } from "react-router";
import { formatStreetAddress } from "../../delivery/street-address.ts";
import { ConfirmedAction } from "../../forms/confirmed-action.tsx";
import type { FormResult } from "../../forms/form-result.ts";
import { Link } from "../../navigation/link.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";

/** Shows an address with buttons to edit and delete it. Deleting asks for confirmation. */
export function AddressCard({ address }: { address: Address }) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
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
        <ConfirmedAction
          label={t("address.remove")}
          accessibleLabel={t("address.remove_one", { alias })}
          size="sm"
          question={t("address.remove_question")}
          confirmLabel={t("address.remove")}
          cancelLabel={t("address.cancel")}
          form={fetcher.Form}
          formProps={{ action: to(`/profile/addresses/${id}`) }}
          intent="remove"
          busy={fetcher.state !== "idle"}
          panelClass="w-60"
        />
      </div>
    </article>
  );
}
