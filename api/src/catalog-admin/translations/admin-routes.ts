import { serializeThumbnail } from "../../content/images.ts";
import { type AdminApi, adminQuery } from "../../staff/admin-endpoint.ts";
import { hashTexts } from "../editor/hash-texts.ts";
import { type OpenTranslation, translationListQuery, translationPage } from "./admin-schema.ts";
import { countTranslations, listTranslations, type TranslationRow } from "./admin-sql.ts";

/** The endpoint that lists the texts that need a translator (docs/domain/catalog-admin.md). */
export function translationRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/translations",
    permission: "products:read",
    summary: "List texts of products that are outdated or missing in one language, those of the best sellers first",
    query: translationListQuery,
    response: translationPage,
    handler: async ({ db, query, locale }) => {
      const [rows, counts] = await Promise.all([listTranslations(db, query, locale), countTranslations(db)]);
      return { data: { items: rows.map(serializeTranslation), counts } };
    },
  });
}

function serializeTranslation({ former_ru, former_en, since, image, ...row }: TranslationRow): OpenTranslation {
  const isRussianChanged = former_ru !== null && former_ru !== row.ru;
  const language = since === null ? (row.ru === "" ? "ru" : "en") : isRussianChanged ? "en" : "ru";
  return {
    ...row,
    language,
    image: image && serializeThumbnail(image, ""),
    since: since?.toISOString() ?? null,
    changed_from: isRussianChanged ? former_ru : former_en,
    hash: since === null ? null : hashTexts(row.ru, row.en),
  };
}
