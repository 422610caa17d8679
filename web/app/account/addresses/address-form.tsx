import type { Country } from "@furoshiki/api/delivery";
import { useState, type ComponentProps, type ReactNode } from "react";
import { useFetcher } from "react-router";
import type { FormResult } from "../../forms/form-result.ts";
import { getFormError, useFormErrors } from "../../forms/form-errors.tsx";
import { Link } from "../../navigation/link.tsx";
import { type AccountTranslator, useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { Field, TextArea } from "@furoshiki/design-system/ui/field.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Select } from "@furoshiki/design-system/ui/select.tsx";
import { isLatin, transliterate } from "@furoshiki/design-system/i18n/transliteration.ts";
import { validatePhone } from "../field-validators.ts";
import { AddressErrors } from "./address-errors.tsx";
import {
  addressLabels,
  getAddressValues,
  transliterateAddress,
  transliteratedFields,
  type AddressField,
} from "./address-fields.ts";
import { ConfirmationLine, LatinFields, UndoButton } from "./latin-fields.tsx";
import { OptionalField, OptionalFields } from "./optional-fields.tsx";
import { ParcelLabel, type LabelFields } from "./parcel-label.tsx";
import { usePlaceCompletion } from "./use-place-completion.ts";
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

/** Form for a delivery address: seven fields, and others on request. */
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
  const [country, setCountry] = useState(currentValues["country"] ?? "");
  const [label, setLabel] = useState(() => transliterateAddress(currentValues, transliteratedFields));
  const selectedCountry = countries.find(({ code }) => code === country) ?? countries[0];
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
    <ParcelLabel
      fields={createLabelFields({ ...label, country: selectedCountry?.code ?? "" })}
      pattern={pattern}
      className={className}
    />
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
          className={`space-y-5 ${isStandalone ? "rounded-md border border-line bg-surface p-5 lg:p-8" : ""} ${result && !result.ok ? "mt-5" : ""}`}
        >
          <MainFields
            getFieldProps={getFieldProps}
            countries={countries}
            country={selectedCountry}
            onCountry={setCountry}
            hasNumericPostcode={digitCount !== null}
          />
          <MoreFields
            getFieldProps={getFieldProps}
            isOpen={(name) => Boolean(currentValues[name] || errors.getErrors(name))}
            country={selectedCountry}
          />
          {isStandalone ? renderParcelLabel("border-t border-line pt-6 xl:hidden") : null}
          <div className="flex flex-col gap-3 pt-1 sm:flex-row">
            <Button type="submit" size="lg" busy={fetcher.state !== "idle"}>
              {t(back === "/cart" ? "address.save_and_continue" : "address.save")}
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

/** Returns a function that creates the common properties of a field: id, name, label, value and errors. */
function createFieldProps(t: AccountTranslator, values: Record<string, string>, errors: Pick<FormErrors, "getErrors">) {
  return (name: AddressField) =>
    ({
      id: `address-${name}`,
      name,
      label: t(addressLabels[name]),
      defaultValue: values[name],
      errors: errors.getErrors(name),
    }) as const;
}

type FormErrors = ReturnType<typeof useFormErrors>;
type GetFieldProps = ReturnType<typeof createFieldProps>;

type MainFieldsProps = {
  getFieldProps: GetFieldProps;
  countries: readonly Country[];
  country: Country | undefined;
  onCountry: (code: string) => void;
  hasNumericPostcode: boolean;
};

/** The seven fields that every parcel needs. The country comes first because the other fields depend on it. */
function MainFields({ getFieldProps, countries, country, onCountry, hasNumericPostcode }: MainFieldsProps) {
  const { t } = useAccountI18n();
  const postcode = (
    <Field
      {...getFieldProps("postcode")}
      required
      placeholder={country?.postcode_example}
      autoComplete="postal-code"
      {...(hasNumericPostcode ? { inputMode: "numeric" } : {})}
    />
  );
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <Select
        {...getFieldProps("country")}
        defaultValue={country?.code}
        required
        autoComplete="country"
        onChange={(event) => onCountry(event.target.value)}
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Field
        {...getFieldProps("phone_mobile")}
        type="tel"
        required
        placeholder={country?.phone_prefix}
        autoComplete="tel"
      />
      {country?.deliverable === false ? (
        <Alert kind="warn" className="sm:col-span-2">
          {t("address.country_not_served")}
        </Alert>
      ) : null}
      <LatinFields
        fields={[
          { ...getFieldProps("first_name"), required: true, autoComplete: "given-name" },
          { ...getFieldProps("last_name"), required: true, autoComplete: "family-name" },
        ]}
        className="sm:col-span-2"
      />
      <PlaceFields
        country={country?.code ?? ""}
        postcode={postcode}
        city={{ ...getFieldProps("city"), required: true, autoComplete: "address-level2" }}
      />
      <LatinFields
        fields={[{ ...getFieldProps("address"), required: true, autoComplete: "street-address" }]}
        className="sm:col-span-2"
      />
    </div>
  );
}

type PlaceFieldsProps = {
  country: string;
  postcode: ReactNode;
  city: ComponentProps<typeof LatinFields>["fields"][number];
};

/** Postcode and city, which complete each other. */
function PlaceFields({ country, postcode, city }: PlaceFieldsProps) {
  const { t } = useAccountI18n();
  const { completion, complete, clear, undo } = usePlaceCompletion(country);
  return (
    <div className="sm:col-span-2" onBlur={complete} onInput={clear}>
      <LatinFields
        before={postcode}
        fields={[city]}
        note={
          completion ? (
            <ConfirmationLine>
              {completion.field === "city"
                ? t("address.city_found", { city: completion.text })
                : t("address.postcode_found", { postcode: completion.text })}{" "}
              <UndoButton text={completion.text} onClick={undo} />
            </ConfirmationLine>
          ) : null
        }
      />
    </div>
  );
}

const stateLabels = {
  region: "address.state",
  state: "address.state_state",
  province: "address.state_province",
} as const;

type MoreFieldsProps = {
  getFieldProps: GetFieldProps;
  isOpen: (name: AddressField) => boolean;
  country: Country | undefined;
};

/** The fields that few parcels need, and the region, which some countries require. */
function MoreFields({ getFieldProps, isOpen, country }: MoreFieldsProps) {
  const { t } = useAccountI18n();
  const isRegionRequired = country?.region_required ?? false;
  const state = { ...getFieldProps("state"), label: t(stateLabels[country?.region_kind ?? "region"]) };
  const middleName = getFieldProps("middle_name");
  const homePhone = getFieldProps("phone_home");
  const company = getFieldProps("company");
  const note = getFieldProps("other");
  const alias = getFieldProps("alias");
  const renderRegion = () => <Field {...state} required={isRegionRequired} autoComplete="address-level1" />;
  return (
    <>
      {isRegionRequired ? renderRegion() : null}
      <OptionalFields>
        <OptionalField name={middleName.label} isOpen={isOpen("middle_name")}>
          <Field {...middleName} autoComplete="additional-name" />
        </OptionalField>
        {isRegionRequired ? null : (
          <OptionalField name={state.label} isOpen={isOpen("state")}>
            {renderRegion()}
          </OptionalField>
        )}
        <OptionalField name={homePhone.label} isOpen={isOpen("phone_home")}>
          <Field {...homePhone} type="tel" autoComplete="home tel" />
        </OptionalField>
        <OptionalField name={company.label} isOpen={isOpen("company")}>
          <Field {...company} autoComplete="organization" />
        </OptionalField>
        <OptionalField name={note.label} isOpen={isOpen("other")}>
          <TextArea {...note} placeholder={t("address.other_hint")} rows={2} />
        </OptionalField>
        <OptionalField name={alias.label} isOpen={isOpen("alias")}>
          <Field {...alias} placeholder={t("address.alias_default")} />
        </OptionalField>
      </OptionalFields>
    </>
  );
}

/** Whether the text is Latin or will be: Cyrillic letters are transliterated when the field is left. */
function validateLatin(value: string): string | null {
  const latin = isLatin(value) ? value : transliterate(value);
  return latin !== "" && isLatin(latin) ? null : "latinOnly";
}

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
