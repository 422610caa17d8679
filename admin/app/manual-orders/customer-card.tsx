import { Search, UserRound, UserRoundPlus, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { FoundCustomers } from "@furoshiki/api/admin/manual-orders";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { FieldMessage } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";

const DELAY_MS = 300;
const MIN_LENGTH = 5;

/** For whom an order is placed: a customer who was found, or the owner of an email. */
export type ChosenCustomer =
  | { id: number; name: string; contact: string; locale: string | null }
  | { id: null; email: string };

type CustomerCardProps = {
  customer: ChosenCustomer | null;
  /** Missing for a claim, whose customer is fixed. */
  onChoose?: (customer: ChosenCustomer | null) => void;
  errors: readonly string[] | undefined;
};

/** The customer of an order: found by a whole email or phone number, or a new one by their email. */
export function CustomerCard({ customer, onChoose, errors }: CustomerCardProps) {
  const { t } = useI18n();
  return (
    <Card title={t("manual_orders.customer")}>
      {customer ? (
        <Chosen customer={customer} {...(onChoose ? { onRemove: () => onChoose(null) } : {})} />
      ) : (
        <CustomerSearch onChoose={(chosen) => onChoose?.(chosen)} />
      )}
      <div className="mt-1.5 empty:hidden">
        <FieldMessage id="customer" errors={errors} />
      </div>
    </Card>
  );
}

function Chosen({ customer, onRemove }: { customer: ChosenCustomer; onRemove?: () => void }) {
  const { t } = useI18n();
  const isNew = customer.id === null;
  const Icon = isNew ? UserRoundPlus : UserRound;
  return (
    <div className="flex min-h-11 items-center gap-3">
      <Icon size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
      <p className="min-w-0 grow">
        <span className="block truncate font-medium">{isNew ? customer.email : customer.name}</span>
        <span className="block text-xs text-ink-3">
          {isNew ? t("manual_orders.new_customer_hint") : customer.contact}
        </span>
      </p>
      {isNew ? (
        <input type="hidden" name="customer_email" value={customer.email} />
      ) : (
        <input type="hidden" name="customer_id" value={customer.id} />
      )}
      {onRemove ? (
        <IconButton label={t("manual_orders.other_customer")} icon={<X size={18} aria-hidden />} onClick={onRemove} />
      ) : null}
    </div>
  );
}

function CustomerSearch({ onChoose }: { onChoose: (customer: ChosenCustomer) => void }) {
  const { t } = useI18n();
  const [text, setText] = useState("");
  const { load, data, state } = useFetcher<FoundCustomers>();
  const q = text.trim();
  const isSearchable = q.length >= MIN_LENGTH;
  useEffect(() => {
    if (!isSearchable) return undefined;
    const timer = setTimeout(() => void load(`/orders/new/customers?q=${encodeURIComponent(q)}`), DELAY_MS);
    return () => clearTimeout(timer);
  }, [q, isSearchable, load]);
  const found = isSearchable && state === "idle" ? data : null;
  const isEmail = /^\S+@\S+\.\S+$/.test(q);
  return (
    <>
      <label className="relative block">
        <span className="mb-1.5 block text-xs font-medium">{t("manual_orders.find_customer")}</span>
        <Search
          size={16}
          aria-hidden
          className="pointer-events-none absolute bottom-3.5 left-3 text-ink-3 desk:bottom-2.5"
        />
        <input
          type="search"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            // The field is inside the form of the page.
            if (event.key === "Enter") event.preventDefault();
          }}
          autoComplete="off"
          aria-describedby="customer-hint"
          className="h-11 w-full rounded-md border border-line-strong bg-card pr-3 pl-9 text-base desk:h-9 desk:text-sm"
        />
      </label>
      <p id="customer-hint" className="mt-1.5 text-xs text-ink-3">
        {t("manual_orders.find_customer_hint")}
      </p>
      <p role="status" className="sr-only">
        {found ? t("manual_orders.customers_found", { count: found.items.length }) : ""}
      </p>
      {found ? (
        <ul className="mt-2 divide-y divide-hair rounded-md border border-hair">
          {found.items.map((item) => (
            <FoundCustomer key={item.id} item={item} onChoose={onChoose} />
          ))}
          {found.items.length === 0 ? (
            <li className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
              <span className="text-ink-3">{t("manual_orders.no_customer")}</span>
              {isEmail ? (
                <Button onClick={() => onChoose({ id: null, email: q })} icon={<UserRoundPlus size={16} aria-hidden />}>
                  {t("manual_orders.new_customer")}
                </Button>
              ) : null}
            </li>
          ) : null}
        </ul>
      ) : null}
    </>
  );
}

type FoundCustomerProps = { item: FoundCustomers["items"][number]; onChoose: (customer: ChosenCustomer) => void };

function FoundCustomer({ item, onChoose }: FoundCustomerProps) {
  const { t } = useI18n();
  const contact = [item.email, item.phone, t("manual_orders.orders", { count: item.orders })].join(" · ");
  return (
    <li>
      <button
        type="button"
        disabled={!item.is_email_confirmed}
        onClick={() => onChoose({ id: item.id, name: item.name, contact, locale: item.locale })}
        className="grid min-h-11 w-full px-3 py-1.5 text-left hover:bg-hover disabled:text-ink-3"
      >
        <span className="font-medium">{item.name}</span>
        <span className="text-xs text-ink-3">
          {item.is_email_confirmed ? contact : t("manual_orders.email_not_confirmed")}
        </span>
      </button>
    </li>
  );
}
