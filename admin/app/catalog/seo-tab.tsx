import { useState } from "react";
import type { ProductDetail, TextWarning } from "@furoshiki/api/admin/catalog-admin/editor";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Card } from "../ui/card.tsx";
import { ProductField } from "./product-fields.tsx";
import { ClaimWarnings } from "./texts-tab.tsx";

/** What search engines cut off, in characters. */
const SHOWN_TITLE = 60;
const SHOWN_DESCRIPTION = 160;

type SeoTabProps = { product: ProductDetail; warnings: readonly TextWarning[] };

/** The address of a product, and its title and description in search results per language, with a preview. */
export function SeoTab({ product, warnings }: SeoTabProps) {
  const { t } = useCatalogI18n();
  return (
    <div className="grid gap-4">
      <Card title={t("catalog.address")}>
        <ProductField name="slug" label={t("catalog.field_slug")} hint={t("catalog.slug_hint")} isCode />
      </Card>
      {(["ru", "en"] as const).map((language) => (
        <SearchResult key={language} product={product} language={language} warnings={warnings} />
      ))}
    </div>
  );
}

function SearchResult({ product, language, warnings }: SeoTabProps & { language: "ru" | "en" }) {
  const { t } = useCatalogI18n();
  const { fields } = product;
  const [title, setTitle] = useState(fields[`seo_title_${language}`] ?? "");
  const [description, setDescription] = useState(fields[`seo_description_${language}`] ?? "");
  const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length).trimEnd()}…` : text);
  const listen = (set: (value: string) => void) => ({
    onInput: ({ target }: { target: EventTarget }) => set((target as HTMLInputElement).value),
  });
  return (
    <Card title={t(language === "ru" ? "catalog.russian" : "catalog.english")}>
      <div className="grid gap-4 desk:grid-cols-2">
        <div className="grid content-start gap-3">
          <div {...listen(setTitle)}>
            <ProductField
              name={`seo_title_${language}`}
              label={t("catalog.field_seo_title")}
              hint={t("catalog.seo_hint")}
              lang={language}
              maxLength={120}
            />
          </div>
          <div {...listen(setDescription)}>
            <ProductField
              name={`seo_description_${language}`}
              label={t("catalog.field_seo_description")}
              lang={language}
              rows={3}
              maxLength={320}
            />
          </div>
          {(["title", "description"] as const).map((field) => (
            <ClaimWarnings key={field} warnings={warnings.filter((one) => one.field === `seo_${field}_${language}`)} />
          ))}
        </div>
        <figure className="grid content-start gap-1 rounded-md border border-hair p-3">
          <figcaption className="text-xs text-ink-3">{t("catalog.seo_preview")}</figcaption>
          <p lang={language} className="text-lg wrap-anywhere text-ai-700">
            {cut(title || fields[`name_${language}`], SHOWN_TITLE)}
          </p>
          <p className="code text-xs text-tokiwa-700">/{fields.slug}</p>
          <p lang={language} className="wrap-anywhere text-ink-2">
            {description === "" ? t("catalog.seo_generated") : cut(description, SHOWN_DESCRIPTION)}
          </p>
        </figure>
      </div>
    </Card>
  );
}
