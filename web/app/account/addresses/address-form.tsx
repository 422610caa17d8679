import type { Country } from "@furoshiki/api/delivery";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useFetcher } from "react-router";
import type { FormResult } from "../../forms/form-result.ts";
import { getFormError, useFormErrors } from "../../forms/form-errors.tsx";
import { Link } from "../../navigation/link.tsx";
import { type AccountTranslator, useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Field, TextArea } from "@furoshiki/design-system/ui/field.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Select } from "@furoshiki/design-system/ui/select.tsx";
import { AddressErrors } from "./address-errors.tsx";
import { CountryNotice, FieldGroup } from "./address-form-sections.tsx";
import { addressLabels, getAddressValues, type AddressField } from "./address-fields.ts";
import { validatePhone } from "../field-validators.ts";
import { isLatin } from "@furoshiki/design-system/i18n/transliteration.ts";
import { LatinField } from "./latin-field.tsx";
import { ParcelLabel, type LabelFields } from "./parcel-label.tsx";
import { getPostcodeLength, isValidPostcode } from "./postcode.ts";

type AddressFormProps = {
  countries: readonly Country[];
  /** Path to open after saving. Defaults to the address list. */
  back?: string | null;
  /** Id of the address to edit. Omitted for a new address. */
  id?: number;
  values?: Record<string, string>;
  result?: FormResult | undefined;
  /** Whether the form is a page of its own, with a parcel label preview beside it. */
  isStandalone?: boolean;
};

const stateLabels = {
  region: "address.state",
  state: "address.state_state",
  province: "address.state_province",
} as const;

/** How many of the six columns of a field group a field spans. */
const spans = { 2: "sm:col-span-2", 3: "sm:col-span-3", 4: "sm:col-span-4", 6: "sm:col-span-6" } as const;

/** Form for a delivery address. The country comes first because the other fields depend on it. */
export function AddressForm({
  countries,
  back,
  id,
  values = {},
  result: initialResult,
  isStandalone,
}: AddressFormProps) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? initialResult;
  const currentValues = { ...values, ...result?.values };
  const [country, setCountry] = useState(currentValues["country"] ?? countries[0]?.code ?? "");
  const [label, setLabel] = useState(currentValues);
  const selectedCountry = countries.find(({ code }) => code === country);
  const pattern = selectedCountry?.postcode_pattern ?? "";
  const digitCount = getPostcodeLength(pattern);
  const errors = useFormErrors(
    result,
    {
      postcode: (value) => (isValidPostcode(value, pattern) ? null : "invalidPostcode"),
      city: validateLatin,
      address: validateLatin,
      phone_mobile: validatePhone,
      phone_home: validatePhone,
    },
    digitCount ? { invalidPostcode: t("address.postcode_digits", { count: digitCount }) } : {},
  );
  const banner = getFormError(result);
  const getFieldProps = createFieldProps(t, currentValues, errors);
  const action = `/profile/addresses/${id ?? "new"}${back ? `?back=${encodeURIComponent(back)}` : ""}`;
  const renderParcelLabel = (className: string) => (
    <ParcelLabel fields={createLabelFields({ ...label, country })} pattern={pattern} className={className} />
  );

  return (
    <div
      className={isStandalone ? "mt-5 xl:mt-7 xl:grid xl:grid-cols-[minmax(0,1fr)_264px] xl:items-start xl:gap-8" : ""}
    >
      <div>
        {banner ? <Alert kind="error">{banner}</Alert> : <AddressErrors result={result} />}
        <fetcher.Form
          method="post"
          action={to(action)}
          {...errors.form}
          onInput={(event) => {
            errors.form.onInput(event);
            setLabel(getAddressValues(new FormData(event.currentTarget)));
          }}
          className={`space-y-7 ${isStandalone ? "rounded-md border border-line bg-surface p-5 lg:p-8" : ""} ${result && !result.ok ? "mt-5" : ""}`}
        >
          <FieldGroup title={t("address.destination")} text={t("address.destination_text")}>
            <Select
              {...getFieldProps("country")}
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
            <CountryNotice isServed={selectedCountry?.deliverable ?? true} />
          </FieldGroup>
          <RecipientFields
            getFieldProps={getFieldProps}
            phonePrefix={selectedCountry?.phone_prefix}
            hasCompany={Boolean(currentValues["company"] || errors.getErrors("company"))}
          />
          <PlaceFields
            getFieldProps={getFieldProps}
            country={selectedCountry}
            digitCount={digitCount}
            onValueChange={errors.validate}
          />
          <FieldGroup title={t("address.for_you")}>
            <Field {...getFieldProps("alias")} placeholder={t("address.alias_default")} />
            <TextArea {...getFieldProps("other")} placeholder={t("address.other_hint")} rows={2} />
          </FieldGroup>
          {isStandalone ? renderParcelLabel("border-t border-line pt-6 xl:hidden") : null}
          <div className="flex flex-col gap-3 border-t border-line pt-6 sm:flex-row">
            <Button type="submit" size="lg" busy={fetcher.state !== "idle"}>
              {t("address.save")}
            </Button>
            {isStandalone ? (
              <Link to={back ?? "/profile/addresses"} className={buttonClass({ kind: "ghost", size: "lg" })}>
                {t("address.cancel")}
              </Link>
            ) : null}
          </div>
        </fetcher.Form>
      </div>
      {isStandalone ? renderParcelLabel("hidden xl:sticky xl:top-[141px] xl:block") : null}
    </div>
  );
}

/** Returns a function that creates the common properties of a field: id, name, label, value, errors and width. */
function createFieldProps(t: AccountTranslator, values: Record<string, string>, errors: Pick<FormErrors, "getErrors">) {
  return (name: AddressField, columns: keyof typeof spans = 6) =>
    ({
      id: `address-${name}`,
      name,
      label: t(addressLabels[name]),
      defaultValue: values[name],
      errors: errors.getErrors(name),
      className: spans[columns],
    }) as const;
}

type FormErrors = ReturnType<typeof useFormErrors>;
type GetFieldProps = ReturnType<typeof createFieldProps>;

type RecipientFieldsProps = {
  getFieldProps: GetFieldProps;
  /** Of the selected country, such as `+7`. */
  phonePrefix: string | undefined;
  /** Whether the field of the company is open. */
  hasCompany: boolean;
};

/** Names, phone numbers and company of the recipient. */
function RecipientFields({ getFieldProps, phonePrefix, hasCompany }: RecipientFieldsProps) {
  const { t } = useAccountI18n();
  return (
    <FieldGroup title={t("address.recipient")} text={t("address.recipient_text")}>
      <Field {...getFieldProps("last_name", 2)} required autoComplete="family-name" />
      <Field {...getFieldProps("first_name", 2)} required autoComplete="given-name" />
      <Field {...getFieldProps("middle_name", 2)} autoComplete="additional-name" />
      <Field {...getFieldProps("phone_mobile", 3)} type="tel" required placeholder={phonePrefix} autoComplete="tel" />
      <Field {...getFieldProps("phone_home", 3)} type="tel" autoComplete="home tel" />
      <details className="group sm:col-span-6" open={hasCompany}>
        <summary className="flex h-9 w-fit list-none items-center gap-1.5 text-sm font-medium text-tokiwa-700 underline-offset-4 group-open:hidden hover:underline">
          <Plus size={17} strokeWidth={1.5} aria-hidden />
          {t("address.add_company")}
        </summary>
        <Field {...getFieldProps("company")} autoComplete="organization" />
      </details>
    </FieldGroup>
  );
}

type PlaceFieldsProps = {
  getFieldProps: GetFieldProps;
  country: Country | undefined;
  /** Number of digits of a postcode of the country, if its postcodes are numbers. */
  digitCount: ReturnType<typeof getPostcodeLength>;
  onValueChange: FormErrors["validate"];
};

/** Postcode, region, city and street, which depend on the country. */
function PlaceFields({ getFieldProps, country, digitCount, onValueChange }: PlaceFieldsProps) {
  const { t } = useAccountI18n();
  return (
    <FieldGroup title={t("address.place")} text={t("address.place_text")}>
      <Field
        {...getFieldProps("postcode", 2)}
        required
        {...(country?.postcode_example
          ? { hint: t("address.postcode_example", { example: country.postcode_example }) }
          : {})}
        autoComplete="postal-code"
        {...(digitCount ? { inputMode: "numeric" } : {})}
      />
      <Field
        {...getFieldProps("state", 4)}
        label={t(stateLabels[country?.region_kind ?? "region"])}
        required={country?.region_required ?? false}
        autoComplete="address-level1"
      />
      <LatinField {...getFieldProps("city")} required autoComplete="address-level2" onValueChange={onValueChange} />
      <LatinField {...getFieldProps("address")} required autoComplete="street-address" onValueChange={onValueChange} />
    </FieldGroup>
  );
}

const validateLatin = (value: string) => (isLatin(value) ? null : "latinOnly");

function createLabelFields(values: Record<string, string>): LabelFields {
  const getValue = (name: keyof LabelFields) => values[name] ?? "";
  return {
    first_name: getValue("first_name"),
    last_name: getValue("last_name"),
    address: getValue("address"),
    city: getValue("city"),
    state: getValue("state"),
    postcode: getValue("postcode"),
    country: getValue("country"),
    phone_mobile: getValue("phone_mobile"),
  };
}
