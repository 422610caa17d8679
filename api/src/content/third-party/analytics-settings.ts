import { z } from "zod";
import { setting } from "../../platform/settings/settings.ts";
import { nullableServiceId } from "./service-id.ts";

export const metricaId = setting<string | null>("analytics.metrica", nullableServiceId(/^\d{5,10}$/), null);
export const tagManagerId = setting<string | null>("analytics.tag_manager", nullableServiceId(/^GTM-[A-Z0-9]+$/), null);
/** Whether visitors are asked for consent before these services are loaded, by language. */
export const askConsentRu = setting("analytics.ask_consent_ru", z.boolean(), true);
export const askConsentEn = setting("analytics.ask_consent_en", z.boolean(), true);
