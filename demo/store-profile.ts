import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dailyUse, refillNoticeDays, type DailyUse } from "../api/src/catalog/settings.ts";
import { contactsEn, contactsRu, social } from "../api/src/content/store-profile/contact-settings.ts";
import { type BrandFileKind, type IconKind, saveBrandFile } from "../api/src/platform/store-profile/brand-files.ts";
import type { Tx } from "../api/src/platform/db/database.ts";
import {
  shopDescription,
  shopDispatch,
  shopName,
  shopTagline,
  shopTitle,
  supportHours,
} from "../api/src/platform/store-profile/settings.ts";
import { updateSetting, type Setting } from "../api/src/platform/settings/settings.ts";

/** Who has changed the settings, in their history. */
const CHANGED_BY = "demo";
const dataDir = join(import.meta.dirname, "data");
const brandDir = join(dataDir, "brand");

const brandFiles: Readonly<Record<Exclude<BrandFileKind, "wordmark"> | IconKind, string>> = {
  logo: "logo.svg",
  favicon: "logo.svg",
  emblem: "emblem.svg",
  "apple-touch-icon": "apple-touch-icon.png",
  "icon-192": "icon-192.png",
  "icon-512": "icon-512.png",
  "icon-maskable-512": "icon-maskable-512.png",
};

/** Sets the store profile of the demo shop: its name, texts, contacts, logo and icons, and the daily use of products. */
export async function applyDemoStoreProfile(db: Tx): Promise<void> {
  const saveSetting = <T>(setting: Setting<T>, value: T) => updateSetting(db, setting, value, CHANGED_BY);
  await saveSetting(shopName, { "ru-RU": "Furoshiki", "en-US": "Furoshiki" });
  await saveSetting(shopTitle, {
    "ru-RU": "Furoshiki: японская косметика, здоровье и товары для дома из Японии",
    "en-US": "Furoshiki: Japanese beauty, health and home, shipped from Japan",
  });
  await saveSetting(shopDescription, {
    "ru-RU":
      "Косметика, товары для здоровья и дома, созданные для внутреннего рынка Японии. Отправляем из Осаки, пошлину видно в корзине до оплаты.",
    "en-US":
      "Cosmetics, health and household goods made for the Japanese home market. Shipped from Osaka, with duty shown in the cart before you pay.",
  });
  await saveSetting(shopTagline, {
    "ru-RU":
      "Товары, созданные только для внутреннего рынка Японии. Покупаем там, где покупают сами японцы, и отправляем вам из Осаки.",
    "en-US": "Goods made for the Japanese home market. We buy where people in Japan buy, and ship to you from Osaka.",
  });
  await saveSetting(shopDispatch, {
    "ru-RU": {
      ...{ city: "Осака", from_city: "из Осаки", in_city: "в Осаке" },
      ...{ country: "Япония", from_country: "из Японии", in_country: "в Японии", of_country: "Японии" },
    },
    "en-US": {
      ...{ city: "Osaka", from_city: "from Osaka", in_city: "in Osaka" },
      ...{ country: "Japan", from_country: "from Japan", in_country: "in Japan", of_country: "Japan" },
    },
  });
  await saveSetting(supportHours, {
    "ru-RU": { text: "Только текстовые сообщения, отвечаем с 9:00 до 18:00 по Токио", short: "с 9 до 18" },
    "en-US": { text: "Text messages only, 9:00 to 18:00 Tokyo time", short: "9 to 18" },
  });
  await saveSetting(contactsRu, [
    { kind: "whatsapp", value: "79000000010", label: "WhatsApp" },
    { kind: "company", value: "Furoshiki, демонстрационный магазин", label: "Продавец" },
    { kind: "address", value: "Япония, Осака (демонстрационный адрес)", label: "Адрес" },
    { kind: "email", value: "hello@example.com", label: "Почта" },
  ]);
  await saveSetting(contactsEn, [
    { kind: "whatsapp", value: "15550100010", label: "WhatsApp" },
    { kind: "company", value: "Furoshiki, a demonstration store", label: "Seller" },
    { kind: "address", value: "Osaka, Japan (demonstration address)", label: "Address" },
    { kind: "email", value: "hello@example.com", label: "Email" },
  ]);
  await saveSetting(social, [
    { kind: "messenger", label: "Telegram", href: "https://t.me/example" },
    { kind: "network", label: "VK", href: "https://vk.com/example" },
    { kind: "blog", label: "Dzen", href: "https://dzen.ru/example" },
    { kind: "video", label: "YouTube", href: "https://www.youtube.com/@example" },
    { kind: "shorts", label: "Rutube", href: "https://rutube.ru/channel/example" },
    { kind: "channel", label: "VK Video", href: "https://vkvideo.ru/@example" },
  ]);
  await saveSetting(dailyUse, JSON.parse(readFileSync(join(dataDir, "daily-use.json"), "utf8")) as DailyUse);
  // Less than the default, so that a delivered order of the demo customer can still be reminded of.
  await saveSetting(refillNoticeDays, 10);
  for (const [kind, file] of Object.entries(brandFiles)) {
    const mime = file.endsWith(".svg") ? "image/svg+xml" : "image/png";
    await saveBrandFile(db, kind as keyof typeof brandFiles, { mime, content: readFileSync(join(brandDir, file)) });
  }
}
