import type { HazardClass } from "@furoshiki/api/admin/delivery";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Card } from "../ui/card.tsx";
import { ProductField, ProductSelect } from "./product-fields.tsx";

export const hazardClasses: readonly HazardClass[] = [
  ...(["none", "alcohol_le24", "alcohol_24_60", "alcohol_gt60", "perfume", "flammable_liquid", "aerosol"] as const),
  ...(["oxidizer", "lithium_in_device", "insecticide", "liquid_large", "oversize"] as const),
];

/** What customs and carriers need to know of a product. */
export function CustomsTab() {
  const { t } = useCatalogI18n();
  return (
    <div className="grid gap-4">
      <Card title={t("catalog.customs_data")}>
        <div className="grid gap-x-4 gap-y-3 desk:grid-cols-2">
          <ProductField name="hs_code" label={t("fulfillment.hs_code")} hint={t("fulfillment.hs_code_hint")} isCode />
          <ProductField
            name="customs_name_en"
            label={t("fulfillment.customs_name_en")}
            hint={t("fulfillment.customs_name_en_hint")}
            lang="en"
          />
          <ProductField
            name="origin_country"
            label={t("fulfillment.origin_country")}
            hint={t("fulfillment.origin_country_hint")}
            isCode
          />
          <ProductField
            name="net_weight_g"
            label={t("fulfillment.net_weight_g")}
            hint={t("fulfillment.net_weight_g_hint")}
            inputMode="numeric"
          />
        </div>
      </Card>
      <Card title={t("catalog.parcel_data")}>
        <div className="grid gap-x-4 gap-y-3 desk:grid-cols-2">
          <ProductField name="weight_g" label={t("catalog.field_weight_g")} inputMode="numeric" />
          <ProductField name="size_mm" label={t("catalog.field_size_mm")} hint={t("catalog.size_hint")} />
          <ProductSelect
            name="hazard"
            label={t("catalog.field_hazard")}
            hint={t("catalog.hazard_hint")}
            options={hazardClasses.map((value) => ({ value, label: t(`catalog.hazard_${value}`) }))}
          />
        </div>
      </Card>
    </div>
  );
}
