import { z } from "zod";
import { setting } from "../../platform/settings/settings.ts";
import { nullableServiceId } from "./service-id.ts";

const widgetId = nullableServiceId(/^[A-Za-z0-9-]{4,64}$/);
/**
 * The source of a widget: the URL of its script with the placeholder `{id}`, and the other hosts that it connects to.
 */
const widgetSource = z.object({
  script: z.string().regex(/^https:\/\/[a-z0-9.-]+\/[\w./?=&-]*\{id\}[\w./?=&-]*$/),
  hosts: z.array(z.string().regex(/^(https|wss):\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/)).max(12),
});
export type WidgetSource = z.infer<typeof widgetSource>;

export const chatWidgetId = setting<string | null>("chat.widget_id", widgetId, null);
export const chatWidgetSource = setting<WidgetSource>("chat.widget_source", widgetSource, {
  script: "https://code.jivo.ru/widget/{id}",
  hosts: ["https://*.jivo.ru", "wss://*.jivo.ru", "https://*.jivosite.com", "wss://*.jivosite.com"],
});
/** The customer-engagement widget; the shop sets its source together with its id. */
export const engagementId = setting<string | null>("engagement.widget_id", widgetId, null);
export const engagementSource = setting<WidgetSource | null>("engagement.widget_source", widgetSource.nullable(), null);
