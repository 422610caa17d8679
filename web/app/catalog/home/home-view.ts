import type { Home } from "@furoshiki/api/catalog";
import { pickImageKey } from "../../media/image-sources.ts";
import { createProductCardView } from "../product-cards/product-card-view.ts";
import { createBannerView } from "./banners.tsx";

export type HomeView = ReturnType<typeof createHomeView>;

/** Reduces the home page of the API to what the page shows. */
export function createHomeView(home: Home) {
  return {
    ...home,
    banners: home.banners.map(createBannerView),
    rows: home.rows.map(({ name, items }) => ({ name, items: items.map(createProductCardView) })),
    categories: home.categories.map((category) => ({
      ...category,
      image: category.image && pickImageKey(category.image),
    })),
  };
}
