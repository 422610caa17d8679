import { defineListExport, type ExportColumns, readPages } from "../../staff/exports/list-export.ts";
import { translationListQuery } from "../translations/admin-schema.ts";
import { countTranslations, listTranslationBatch, type TranslationRow } from "../translations/admin-sql.ts";

const columns: ExportColumns<"product" | "text" | "former", TranslationRow> = {
  product: [
    { name: "reference", getValue: ({ reference }) => reference },
    { name: "product", getValue: ({ name }) => name },
    { name: "status", getValue: ({ status }) => status },
  ],
  text: [
    { name: "field", getValue: ({ field }) => field },
    { name: "ru", getValue: ({ ru }) => ru },
    { name: "en", getValue: ({ en }) => en },
  ],
  former: [
    { name: "former_ru", getValue: ({ former_ru }) => former_ru },
    { name: "former_en", getValue: ({ former_en }) => former_en },
    { name: "since", getValue: ({ since }) => since?.toISOString() ?? null },
  ],
};

/** The texts that need a translator, with those of the languages as they last corresponded, by product. */
export const translationListExport = defineListExport({
  name: "translations",
  record: "translation",
  permission: "products:read",
  query: translationListQuery.omit({ page: true, limit: true }),
  columns,
  count: async (db, { show }) => (await countTranslations(db))[show],
  readBatches: (db, { show }, { batchSize, locale }) =>
    readPages<TranslationRow>((after, limit) => listTranslationBatch(db, show, { after, limit, locale }), batchSize),
});
