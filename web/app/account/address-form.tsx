import type { Country } from "@furoshiki/api/delivery";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useFetcher } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { bannerOf, useFormErrors } from "../lib/form-errors.tsx";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Field, TextArea } from "../ui/field.tsx";
import { Note } from "../ui/note.tsx";
import { Select } from "../ui/select.tsx";
import { AddressErrors } from "./address-errors.tsx";
import { CountryNote, Group } from "./address-parts.tsx";
import { addressIn, type AddressField } from "./address-fields.ts";
import { checkPhone } from "./checks.ts";
import { isLatin } from "./latin.ts";
import { LatinField } from "./latin-field.tsx";
import { ParcelLabel, type LabelFields } from "./parcel-label.tsx";
import { digitsOf, fitsPostcode } from "./postcode.ts";

type AddressFormProps = {
  countries: readonly Country[];
  /** Where to go once it is saved; the list of addresses by default. */
  back?: string | null;
  /** An address that is being changed. */
  id?: number;
  values?: Record<string, string>;
  answer?: FormAnswer | undefined;
  /** With the parcel label beside it, as a page of its own. */
  page?: boolean;
};

/** A delivery address, country first: it decides the rest (design §13, Address form). */
export function AddressForm({ countries, back, id, values = {}, answer: served, page }: AddressFormProps) {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data ?? served;
  const typed = { ...values, ...answer?.values };
  const [country, setCountry] = useState(typed["country"] ?? countries[0]?.code ?? "");
  const [label, setLabel] = useState(typed);
  const rules = countries.find((one) => one.code === country);
  const pattern = rules?.postcode_pattern ?? "";
  const digits = digitsOf(pattern);
  const errors = useFormErrors(
    answer,
    {
      postcode: (value) => (fitsPostcode(value, pattern) ? null : "invalidPostcode"),
      city: latinOnly,
      address: latinOnly,
      phone_mobile: checkPhone,
      phone_home: checkPhone,
    },
    digits ? { invalidPostcode: t("address.postcode_digits", { count: digits }) } : {},
  );
  const banner = bannerOf(answer);
  const text = (name: AddressField, label: string, columns: keyof typeof spans = 6) =>
    ({
      id: `address-${name}`,
      name,
      label,
      defaultValue: typed[name],
      errors: errors.of(name),
      className: spans[columns],
    }) as const;
  const action = `/profile/addresses/${id ?? "new"}${back ? `?back=${encodeURIComponent(back)}` : ""}`;
  const parcel = (className: string) => (
    <ParcelLabel fields={labelOf({ ...label, country })} pattern={pattern} className={className} />
  );

  return (
    <div className={page ? "mt-5 xl:mt-7 xl:grid xl:grid-cols-[minmax(0,1fr)_264px] xl:items-start xl:gap-8" : ""}>
      <div>
        {banner ? <Note kind="error">{banner}</Note> : <AddressErrors answer={answer} />}
        <fetcher.Form
          method="post"
          action={to(action)}
          {...errors.form}
          onInput={(event) => {
            errors.form.onInput(event);
            setLabel(addressIn(new FormData(event.currentTarget)));
          }}
          className={`space-y-7 ${page ? "rounded-md border border-line bg-surface p-5 lg:p-8" : ""} ${answer && !answer.ok ? "mt-5" : ""}`}
        >
          <Group title={t("address.where")} text={t("address.where_text")}>
            <Select
              {...text("country", t("address.country"))}
              required
              autoComplete="country"
              onChange={(event) => setCountry(event.target.value)}
            >
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
            <CountryNote served={rules?.deliverable ?? true} />
          </Group>
          <Group title={t("address.who")} text={t("address.who_text")}>
            <Field {...text("last_name", t("address.last_name"), 2)} required autoComplete="family-name" />
            <Field {...text("first_name", t("address.first_name"), 2)} required autoComplete="given-name" />
            <Field {...text("middle_name", t("address.middle_name"), 2)} autoComplete="additional-name" />
            <Field
              {...text("phone_mobile", t("address.phone_mobile"), 3)}
              type="tel"
              required
              placeholder={rules?.phone_prefix}
              autoComplete="tel"
            />
            <Field {...text("phone_home", t("address.phone_home"), 3)} type="tel" autoComplete="home tel" />
            <details className="group sm:col-span-6" open={Boolean(typed["company"] || errors.of("company"))}>
              <summary className="flex h-9 w-fit list-none items-center gap-1.5 text-sm font-medium text-tokiwa-700 underline-offset-4 group-open:hidden hover:underline">
                <Plus size={17} strokeWidth={1.5} aria-hidden />
                {t("address.add_company")}
              </summary>
              <Field {...text("company", t("address.company"))} autoComplete="organization" />
            </details>
          </Group>
          <Group title={t("address.place")} text={t("address.place_text")}>
            <Field
              {...text("postcode", t("address.postcode"), 2)}
              required
              {...(rules?.postcode_example
                ? { hint: t("address.postcode_example", { example: rules.postcode_example }) }
                : {})}
              autoComplete="postal-code"
              {...(digits ? { inputMode: "numeric" } : {})}
            />
            <Field
              {...text("state", t(stateLabels[rules?.region_kind ?? "region"]), 4)}
              required={rules?.region_required ?? false}
              autoComplete="address-level1"
            />
            <LatinField
              {...text("city", t("address.city"))}
              required
              autoComplete="address-level2"
              onWritten={errors.judge}
            />
            <LatinField
              {...text("address", t("address.street"))}
              required
              autoComplete="street-address"
              onWritten={errors.judge}
            />
          </Group>
          <Group title={t("address.for_you")}>
            <Field {...text("alias", t("address.alias"))} placeholder={t("address.alias_default")} />
            <TextArea {...text("other", t("address.other"))} placeholder={t("address.other_hint")} rows={2} />
          </Group>
          {page ? parcel("border-t border-line pt-6 xl:hidden") : null}
          <div className="flex flex-col gap-3 border-t border-line pt-6 sm:flex-row">
            <Button type="submit" size="lg" busy={fetcher.state !== "idle"}>
              {t("address.save")}
            </Button>
            {page ? (
              <Link to={back ?? "/profile/addresses"} className={buttonClass({ kind: "ghost", size: "lg" })}>
                {t("address.cancel")}
              </Link>
            ) : null}
          </div>
        </fetcher.Form>
      </div>
      {page ? parcel("hidden xl:sticky xl:top-[141px] xl:block") : null}
    </div>
  );
}

const stateLabels = {
  region: "address.state",
  state: "address.state_state",
  province: "address.state_province",
} as const;

/** Of the six columns of a group. */
const spans = { 2: "sm:col-span-2", 3: "sm:col-span-3", 4: "sm:col-span-4", 6: "sm:col-span-6" } as const;

const latinOnly = (value: string) => (isLatin(value) ? null : "latinOnly");

function labelOf(values: Record<string, string>): LabelFields {
  const text = (name: keyof LabelFields) => values[name] ?? "";
  return {
    first_name: text("first_name"),
    last_name: text("last_name"),
    address: text("address"),
    city: text("city"),
    state: text("state"),
    postcode: text("postcode"),
    country: text("country"),
    phone_mobile: text("phone_mobile"),
  };
}
