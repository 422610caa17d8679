import { type BrandFiles, brandFiles } from "./brand-files.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db.ts";
import {
  type DispatchPlace,
  emailSender,
  legalEntity,
  shopDescription,
  shopDispatch,
  shopName,
  shopTagline,
  shopTitle,
  supportHours,
} from "./identity-settings.ts";
import type { Locale } from "./locale.ts";
import { settingValue } from "./settings.ts";

/** Who the shop is, in one language. */
export type Identity = {
  name: string;
  title: string;
  description: string | null;
  tagline: string | null;
  support_hours: { text: string; short: string } | null;
  dispatch: DispatchPlace | null;
  legal: { name: string; address: string; inn: string; ogrn: string } | null;
  /** Paths of the logo and the icons. */
  files: BrandFiles;
};

export async function shopNameIn(db: Db, locale: Locale): Promise<string> {
  return (await settingValue(db, shopName))[locale];
}

export async function identityIn(db: Db, locale: Locale): Promise<Identity> {
  const name = await shopNameIn(db, locale);
  const legal = await settingValue(db, legalEntity);
  return {
    name,
    title: (await settingValue(db, shopTitle))?.[locale] ?? name,
    description: (await settingValue(db, shopDescription))?.[locale] ?? null,
    tagline: (await settingValue(db, shopTagline))?.[locale] ?? null,
    support_hours: (await settingValue(db, supportHours))?.[locale] ?? null,
    dispatch: (await settingValue(db, shopDispatch))?.[locale] ?? null,
    legal: legal && {
      ...{ name: legal.name[locale], address: legal.address[locale] },
      ...{ inn: legal.inn, ogrn: legal.ogrn },
    },
    files: await brandFiles(db),
  };
}

/** Name and address that emails come from. */
export async function senderIn(db: Db, config: Config, locale: Locale): Promise<{ name: string; address: string }> {
  const address = (await settingValue(db, emailSender)) ?? `shop@${new URL(config.publicUrl).hostname}`;
  return { name: await shopNameIn(db, locale), address };
}
